// SPDX-License-Identifier: MIT
// What the system gives a camera: word size, memory for buffers, tuning modules, a screen.

internal import Glibc
import PrismCore

enum SystemCheck {
    /// What was found on the disk and in /sys.
    struct Facts: Equatable, Sendable {
        /// Bits of this program's addresses.
        var bits = Int.bitWidth
        /// Bits of the kernel, as its name for the machine says.
        var kernelBits = 64
        /// Heaps that buffers can come from.
        var heaps: [String] = []
        /// Tuning modules of libcamera.
        var modules: [String] = []
        /// Connectors with a screen.
        var screens: [String] = []
        /// Contiguous memory in bytes: all, and free; nil where the kernel sets none aside.
        var contiguous: [Int64]?
    }

    /// A photograph of 12 megapixels in four buffers takes so much.
    private static let usual: Int64 = 128_000_000

    /// What there is to say; `needsLibcamera` false leaves out what a simulated camera does without.
    static func findings(_ facts: Facts, needsLibcamera: Bool) -> [Finding] {
        var findings = [word(facts)]
        if needsLibcamera { findings += [heap(facts), tuning(facts)] }
        if let memory = facts.contiguous, memory.count == 2 { findings.append(cma(memory)) }
        findings.append(
            Finding(
                subject: "screen", verdict: .ok,
                text: facts.screens.isEmpty
                    ? "none is connected; none is needed" : facts.screens.joined(separator: ", ")))
        return findings
    }

    private static func word(_ facts: Facts) -> Finding {
        guard facts.bits == 32 else {
            return Finding(subject: "system", verdict: .ok, text: "\(facts.bits) bits")
        }
        let kernel = facts.kernelBits == 64 ? " on a kernel of 64" : ""
        return Finding(
            subject: "system", verdict: .warn,
            text: "32 bits\(kernel): one program can map 3 GB, and pixels are slower",
            remedy: "install the 64-bit image of the system")
    }

    private static func heap(_ facts: Facts) -> Finding {
        guard facts.heaps.isEmpty else {
            return Finding(
                subject: "dma-heap", verdict: .ok, text: facts.heaps.joined(separator: ", "))
        }
        return Finding(
            subject: "dma-heap", verdict: .warn,
            text: "none: buffers come from the camera's driver, and reading them may be slow",
            remedy: "use a kernel with CONFIG_DMABUF_HEAPS_CMA")
    }

    private static func tuning(_ facts: Facts) -> Finding {
        guard facts.modules.isEmpty else {
            return Finding(
                subject: "tuning", verdict: .ok, text: facts.modules.joined(separator: ", "))
        }
        return Finding(
            subject: "tuning", verdict: .warn,
            text: "libcamera has no tuning modules: no exposure or colours by itself",
            remedy: "sudo apt install libcamera-ipa")
    }

    private static func cma(_ memory: [Int64]) -> Finding {
        let text = "\(ByteCount.text(memory[1])) free of \(ByteCount.text(memory[0]))"
        guard memory[0] < usual else { return Finding(subject: "cma", verdict: .ok, text: text) }
        return Finding(
            subject: "cma", verdict: .warn,
            text: "\(text): photographs of 12 megapixels need \(ByteCount.text(usual))",
            remedy: "add cma=256M to the kernel's command line")
    }

    /// Looks. Blocks.
    static func look(_ health: SystemHealth) -> Facts {
        var facts = Facts()
        facts.kernelBits = kernelIs64 ? 64 : 32
        facts.heaps = names("/dev/dma_heap")
        facts.modules = libraryFolders.flatMap {
            names("\($0)/libcamera") + names("\($0)/libcamera/ipa")
        }
        .filter { $0.hasPrefix("ipa_") && $0.hasSuffix(".so") }
        facts.screens = names("/sys/class/drm").filter {
            SystemFile.read("/sys/class/drm/\($0)/status") == "connected"
        }
        facts.contiguous = health.contiguousMemory.map { [$0.total, $0.free] }
        return facts
    }

    private static var kernelIs64: Bool {
        var facts = utsname()
        guard uname(&facts) == 0 else { return true }
        let machine = withUnsafeBytes(of: facts.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return machine.contains("64")
    }

    private static let libraryFolders =
        ["aarch64", "x86_64", "arm"].map {
            "/usr/lib/\($0)-linux-gnu\($0 == "arm" ? "eabihf" : "")"
        } + ["/usr/local/lib"]

    private static func names(_ directory: String) -> [String] {
        ((try? DirectoryListing.names(in: directory)) ?? []).sorted()
    }
}
