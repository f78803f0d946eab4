// SPDX-License-Identifier: MIT
// What a selector means among the cameras there are.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct CameraReferenceTests {
    private let cameras = [("/base/i2c@1", "imx708"), ("/base/i2c@2", "imx477"), ("3", "imx708")]
        .map { CameraDescriptor(handler: "libcamera", id: $0.0, model: $0.1) }

    private func resolve(_ selector: String?) throws -> CameraDescriptor {
        try CameraReference(pluginPath: nil, selector: selector).resolve(in: cameras)
    }

    @Test(
        arguments: [
            (nil, 0), ("0", 0), ("1", 1), ("imx477", 1), ("imx708", 0), ("/base/i2c@2", 1),
            ("3", 2),
        ] as [(String?, Int)])
    func aSelectorIsAnIndexAnIdentifierOrAModel(selector: String?, index: Int) throws {
        #expect(try resolve(selector) == cameras[index])
    }

    @Test(arguments: ["4", "-1", "imx", ""])
    func whatIsNotThereIsNamedWithWhatIs(selector: String) {
        let error = prismError { try resolve(selector) }
        #expect(error?.code == .noCamera)
        #expect(error?.message.contains("1: imx477") == true)
    }

    @Test func withoutCamerasThereIsNone() {
        let reference = CameraReference(pluginPath: nil, selector: "0")
        #expect(prismError { try reference.resolve(in: []) }?.code == .noCamera)
    }
}
