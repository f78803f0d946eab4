// SPDX-License-Identifier: MIT
// prism doctor: looks at everything that a picture needs and says what to mend.

import PrismCore

enum DoctorCommand {
    private static let output = Option<String>(
        "output", short: "o", "DIRECTORY", "Where pictures are to go.", fallback: "here",
        examples: ["/data/pictures"], completion: .directory
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        return text
    }

    private static let minimumFree = Option<Int64>(
        "min-free", "BYTES", "How much room there should be.", fallback: "500M",
        examples: ["500M", "2GiB"]
    ) { (text: String) throws(PrismError) in try ByteCount.read(text) }

    static let command = Command(
        name: "doctor", summary: "look at camera, plug-in, permissions, disk and clock",
        discussion: [
            "Prints one line for each thing that a picture needs: ok, warn or fail, and how to mend it: camera,"
                + " plug-in, groups and device nodes, memory for buffers, tuning modules, heat and power, disk and"
                + " its speed, clock."
                + " The exit status is that of the first failure."
        ],
        options: [
            CommonOptions.camera.spec, output.spec, minimumFree.spec, CommonOptions.json.spec,
            CommonOptions.help.spec,
        ],
        examples: [
            .init(line: "prism doctor", purpose: "Looks at the first camera and this directory."),
            .init(
                line: "prism doctor -o /data/pictures --min-free 2GiB --json",
                purpose: "For a script, with a directory of its own."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        let arguments = invocation.arguments
        let selection = try CommonOptions.camera(of: arguments)
        let directory = arguments[output] ?? "."
        var diagnosis = Diagnosis()
        if case .libcamera = selection {
            diagnosis.findings += try await invocation.work.run { () throws(PrismError) in
                PluginCheck.findings(.init(.standard)) + PermissionCheck.findings(DeviceNode.scan())
            }
        }
        let camera = await CameraCheck.look(selection, invocation.work)
        diagnosis.findings += CameraCheck.findings(camera)
        var needsLibcamera = false
        if case .libcamera = selection { needsLibcamera = true }
        let (disk, speed, isSynchronised, health, system) = try await invocation.work.run {
            () throws(PrismError) in
            let health = HealthProbe().read()
            return (
                DiskCheck.look(directory), DiskSpeedCheck.measure(directory),
                KernelClock().read().isSynchronised, health, SystemCheck.look(health)
            )
        }
        diagnosis.findings += SystemCheck.findings(system, needsLibcamera: needsLibcamera)
        diagnosis.findings += BoardCheck.findings(health)
        diagnosis.findings += DiskCheck.findings(
            disk, minimum: arguments[minimumFree] ?? 500_000_000)
        diagnosis.findings += DiskSpeedCheck.findings(speed)
        diagnosis.findings += ClockCheck.findings(isSynchronised: isSynchronised)
        await invocation.console.show(diagnosis.table, diagnosis.json)
        if let error = diagnosis.error { throw error }
    }
}
