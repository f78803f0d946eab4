// SPDX-License-Identifier: MIT
// Framebuffers over handles: dumb ones, and imports that are made once per picture of somebody else's memory.
#define _GNU_SOURCE
#include "display.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

int prism_dumb_create(prism_display *display, uint32_t width, uint32_t height, uint32_t fourcc,
                      uint32_t bits, prism_dumb *out) {
    struct drm_mode_create_dumb create = {.width = width, .height = height, .bpp = bits};
    memset(out, 0, sizeof *out);
    if (drmIoctl(display->fd, DRM_IOCTL_MODE_CREATE_DUMB, &create) != 0)
        return -errno;
    *out = (prism_dumb){.handle = create.handle,
                        .width = width,
                        .height = height,
                        .stride = create.pitch,
                        .size = create.size};
    struct drm_mode_map_dumb map = {.handle = create.handle};
    uint32_t handles[4] = {create.handle}, strides[4] = {create.pitch}, offsets[4] = {0};
    void *pixels = MAP_FAILED;
    if (drmIoctl(display->fd, DRM_IOCTL_MODE_MAP_DUMB, &map) == 0)
        pixels = mmap(NULL, create.size, PROT_READ | PROT_WRITE, MAP_SHARED, display->fd,
                      (off_t)map.offset);
    if (pixels != MAP_FAILED)
        out->pixels = pixels;
    if (!out->pixels || drmModeAddFB2(display->fd, width, height, fourcc, handles, strides, offsets,
                                      &out->framebuffer, 0) != 0) {
        int error = -errno;
        prism_dumb_destroy(display, out);
        return error;
    }
    memset(out->pixels, 0, out->size);
    return 0;
}

void prism_dumb_destroy(prism_display *display, prism_dumb *dumb) {
    struct drm_mode_destroy_dumb destroy = {.handle = dumb->handle};
    if (dumb->framebuffer)
        drmModeRmFB(display->fd, dumb->framebuffer);
    if (dumb->pixels)
        munmap(dumb->pixels, dumb->size);
    if (dumb->handle)
        drmIoctl(display->fd, DRM_IOCTL_MODE_DESTROY_DUMB, &destroy);
    memset(dumb, 0, sizeof *dumb);
}

static void release_handle(prism_display *display, uint32_t handle) {
    for (int i = 0; handle && i < DISPLAY_HANDLES; i++) {
        struct display_handle *entry = &display->handles[i];
        if (entry->handle != handle)
            continue;
        if (--entry->users == 0) {
            drmCloseBufferHandle(display->fd, handle);
            entry->handle = 0;
        }
        return;
    }
}

static int count_handle(prism_display *display, uint32_t handle) {
    struct display_handle *entry = NULL;
    for (int i = 0; i < DISPLAY_HANDLES; i++) {
        if (display->handles[i].handle == handle) {
            entry = &display->handles[i];
            break;
        }
        if (!entry && display->handles[i].handle == 0)
            entry = &display->handles[i];
    }
    if (!entry)
        return -ENOSPC;
    entry->handle = handle;
    entry->users++;
    return 0;
}

/// A dma-buf over a sealed memfd: what cameras without hardware hand out.
static int wrap_memfd(int fd) {
    struct stat facts;
    if (fstat(fd, &facts) != 0)
        return -errno;
    int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
    if (device < 0)
        return -errno;
    struct udmabuf_create create = {.memfd = (uint32_t)fd,
                                    .flags = UDMABUF_FLAGS_CLOEXEC,
                                    .offset = 0,
                                    .size = (uint64_t)facts.st_size};
    int result = ioctl(device, UDMABUF_CREATE, &create);
    if (result < 0)
        result = -errno;
    close(device);
    return result;
}

static int import_handle(prism_display *display, int fd, uint32_t *handle) {
    int result = drmPrimeFDToHandle(display->fd, fd, handle) == 0 ? 0 : -errno;
    // The kernel's answer to a descriptor that is no dma-buf; a memfd can be made one.
    if (result == -EINVAL && fcntl(fd, F_GET_SEALS) >= 0) {
        int wrapped = wrap_memfd(fd);
        if (wrapped < 0)
            return wrapped;
        result = drmPrimeFDToHandle(display->fd, wrapped, handle) == 0 ? 0 : -errno;
        close(wrapped);
    }
    return result == 0 ? count_handle(display, *handle) : result;
}

static void forget(prism_display *display, struct display_import *import) {
    if (import->framebuffer)
        drmModeRmFB(display->fd, import->framebuffer);
    for (uint32_t plane = 0; plane < import->picture.plane_count; plane++) {
        release_handle(display, import->handles[plane]);
        if (import->memory[plane].fd >= 0)
            close(import->memory[plane].fd);
    }
    memset(import, 0, sizeof *import);
}

static bool is_listed(uint32_t id, const uint32_t *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == id)
            return true;
    return false;
}

void prism_framebuffer_forget(prism_display *display, const uint32_t *kept, size_t count) {
    for (int i = 0; i < DISPLAY_IMPORTS; i++)
        if (display->table[i].used && !is_listed(display->table[i].framebuffer, kept, count))
            forget(display, &display->table[i]);
}

static int identify(int fd, struct display_memory *memory) {
    struct stat facts;
    if (fstat(fd, &facts) != 0)
        return -errno;
    *memory = (struct display_memory){facts.st_dev, facts.st_ino, -1};
    return 0;
}

static bool is_same(const struct display_import *import, const prism_picture *picture,
                    const struct display_memory *memory) {
    const prism_picture *known = &import->picture;
    if (!import->used || known->width != picture->width || known->height != picture->height ||
        known->fourcc != picture->fourcc || known->modifier != picture->modifier ||
        known->plane_count != picture->plane_count)
        return false;
    for (uint32_t plane = 0; plane < picture->plane_count; plane++)
        if (import->memory[plane].inode != memory[plane].inode ||
            import->memory[plane].device != memory[plane].device ||
            known->offsets[plane] != picture->offsets[plane] ||
            known->strides[plane] != picture->strides[plane])
            return false;
    return true;
}

static struct display_import *place(prism_display *display) {
    struct display_import *oldest = &display->table[0];
    for (int i = 0; i < DISPLAY_IMPORTS; i++) {
        if (!display->table[i].used)
            return &display->table[i];
        if (display->table[i].last_used < oldest->last_used)
            oldest = &display->table[i];
    }
    forget(display, oldest);
    return oldest;
}

static int add_framebuffer(prism_display *display, struct display_import *import) {
    prism_picture *picture = &import->picture;
    uint64_t modifiers[4] = {0};
    for (uint32_t plane = 0; plane < picture->plane_count; plane++)
        modifiers[plane] = picture->modifier;
    int result;
    if (display->has_modifiers)
        result = drmModeAddFB2WithModifiers(display->fd, picture->width, picture->height,
                                            picture->fourcc, import->handles, picture->strides,
                                            picture->offsets, modifiers, &import->framebuffer,
                                            DRM_MODE_FB_MODIFIERS);
    else if (picture->modifier != 0)
        return -EINVAL;
    else
        result = drmModeAddFB2(display->fd, picture->width, picture->height, picture->fourcc,
                               import->handles, picture->strides, picture->offsets,
                               &import->framebuffer, 0);
    return result == 0 ? 0 : -errno;
}

static int fill(prism_display *display, struct display_import *import, const prism_picture *picture,
                const struct display_memory *memory) {
    import->used = true;
    import->picture = *picture;
    for (uint32_t plane = 0; plane < PRISM_DISPLAY_PLANES; plane++)
        import->memory[plane].fd = -1;
    for (uint32_t plane = 0; plane < picture->plane_count; plane++) {
        import->memory[plane] = memory[plane];
        import->memory[plane].fd = fcntl(picture->fds[plane], F_DUPFD_CLOEXEC, 0);
        if (import->memory[plane].fd < 0)
            return -errno;
        // Planes of one buffer share its handle, as the kernel itself would have it.
        for (uint32_t earlier = 0; earlier < plane && !import->handles[plane]; earlier++)
            if (memory[earlier].inode == memory[plane].inode &&
                memory[earlier].device == memory[plane].device)
                import->handles[plane] = import->handles[earlier];
        int result = import->handles[plane]
                         ? count_handle(display, import->handles[plane])
                         : import_handle(display, picture->fds[plane], &import->handles[plane]);
        if (result < 0)
            return result;
    }
    return add_framebuffer(display, import);
}

int prism_framebuffer_import(prism_display *display, const prism_picture *picture, uint32_t *id) {
    struct display_memory memory[PRISM_DISPLAY_PLANES];
    *id = 0;
    if (picture->plane_count == 0 || picture->plane_count > PRISM_DISPLAY_PLANES)
        return -EINVAL;
    for (uint32_t plane = 0; plane < picture->plane_count; plane++) {
        int result = identify(picture->fds[plane], &memory[plane]);
        if (result < 0)
            return result;
    }
    display->clock++;
    for (int i = 0; i < DISPLAY_IMPORTS; i++) {
        struct display_import *import = &display->table[i];
        if (!is_same(import, picture, memory))
            continue;
        import->last_used = display->clock;
        display->hits++;
        *id = import->framebuffer;
        return 0;
    }
    struct display_import *import = place(display);
    int result = fill(display, import, picture, memory);
    if (result < 0) {
        forget(display, import);
        return result;
    }
    import->last_used = display->clock;
    display->imports++;
    *id = import->framebuffer;
    return 0;
}

void prism_display_count(const prism_display *display, prism_display_counts *out) {
    *out = (prism_display_counts){.imports = display->imports, .hits = display->hits};
    for (int i = 0; i < DISPLAY_IMPORTS; i++)
        out->framebuffers += display->table[i].used;
    for (int i = 0; i < DISPLAY_HANDLES; i++)
        out->handles += display->handles[i].handle != 0;
}
