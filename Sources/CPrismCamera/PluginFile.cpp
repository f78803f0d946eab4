// SPDX-License-Identifier: MIT
// The ELF headers of a plug-in against the size of its file.
#include "PluginFile.hpp"

#include "Message.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

namespace prism {

namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);

class File {
public:
    explicit File(const char *path) : fd_(open(path, O_RDONLY | O_CLOEXEC)) {}
    ~File() {
        if (fd_ >= 0)
            close(fd_);
    }
    File(const File &) = delete;
    File &operator=(const File &) = delete;

    bool isOpen() const { return fd_ >= 0; }

    uint64_t bytes() const {
        struct stat status = {};
        const bool isFile = fstat(fd_, &status) == 0 && S_ISREG(status.st_mode);
        return isFile ? static_cast<uint64_t>(status.st_size) : 0;
    }

    template <typename T> bool read(T &out, uint64_t offset) const {
        return pread(fd_, &out, sizeof(out), static_cast<off_t>(offset)) ==
               static_cast<ssize_t>(sizeof(out));
    }

private:
    int fd_;
};

/// Bytes that the headers promise; 0 where this is no shared object of this machine's word size.
uint64_t promised(const File &file) {
    Header header;
    if (!file.read(header, 0) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32))
        return 0;
    uint64_t end = header.e_phoff + uint64_t{header.e_phnum} * sizeof(Segment);
    // The table of sections is a file's last part; where it was stripped, the segments remain.
    if (header.e_shoff)
        end =
            std::max<uint64_t>(end, header.e_shoff + uint64_t{header.e_shnum} * header.e_shentsize);
    for (unsigned i = 0; i < header.e_phnum; i++) {
        Segment segment;
        if (!file.read(segment, header.e_phoff + uint64_t{i} * sizeof(segment)))
            break;
        if (segment.p_type == PT_LOAD)
            end = std::max<uint64_t>(end, segment.p_offset + segment.p_filesz);
    }
    return end;
}

} // namespace

int checkPluginFile(const char *path, char *message, std::size_t size) {
    const File file(path);
    if (!file.isOpen()) {
        const int error = errno;
        say(message, size, "%s", error == ENOENT ? "no such plug-in" : std::strerror(error));
        return -error;
    }
    const uint64_t wanted = promised(file), there = file.bytes();
    if (wanted == 0) {
        say(message, size, "this is no shared object");
        return -ELIBBAD;
    }
    if (there < wanted) {
        say(message, size, "cut short: %llu bytes of %llu", static_cast<unsigned long long>(there),
            static_cast<unsigned long long>(wanted));
        return -ELIBBAD;
    }
    return 0;
}

} // namespace prism
