// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT
// Targets in the order of ARCHITECTURE.md's map, from the programs down to the C rooms.
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

let package = Package(
    name: "Prism",
    products: [
        .executable(name: "prism", targets: ["prism"]),
        .executable(name: "prism-screen", targets: ["prism-screen"]),
        .library(name: "PrismCore", targets: ["PrismCore"]),
        .library(name: "PrismImage", targets: ["PrismImage"]),
        .library(name: "PrismNight", targets: ["PrismNight"]),
        .library(name: "PrismFilters", targets: ["PrismFilters"]),
        .library(name: "PrismCapture", targets: ["PrismCapture"]),
        .library(name: "PrismPreview", targets: ["PrismPreview"]),
        .library(name: "PrismTesting", targets: ["PrismTesting"]),
        .library(name: "prism-test-handler", type: .dynamic, targets: ["CBridgeTestHandler"]),
    ],
    targets: [
        program(
            "prism", ["PrismCore", "PrismImage", "PrismFilters", "PrismNight", "PrismCapture"]),
        program(
            "prism-screen",
            ["PrismCore", "PrismImage", "PrismFilters", "PrismPreview", "PrismUI", "PrismCapture"]),
        program(
            "prism-bench",
            [
                "PrismCore", "PrismImage", "PrismFilters", "PrismPreview", "PrismCapture",
                "PrismTesting", "CPrismBench",
            ]),

        library(
            "PrismTesting",
            [
                "PrismCore", "PrismImage", "PrismFilters", "PrismPreview", "PrismNight",
                "PrismCapture",
            ]),
        library("PrismCapture", ["PrismCore", "PrismImage", "PrismFilters", "PrismNight"]),
        library("PrismNight", ["PrismCore", "PrismFilters", "PrismImage"]),
        library("PrismImage", ["PrismCore", "CPrismImage"]),
        library(
            "PrismUI",
            [
                "PrismCore", "PrismPreview", "PrismCapture", "PrismImage", "CPrismDraw",
                "CPrismInput",
            ]),
        library("PrismPreview", ["PrismCore", "PrismFilters", "CPrismDisplay"]),
        library("PrismFilters", ["PrismCore", "CPrismKernels"]),
        library("PrismCore", ["CPrismCamera", "CPrismLinux"]),

        .target(
            name: "CPrismImage", dependencies: ["CLibjpeg", "CLibpng", "CLibexif", "CLibraw"],
            linkerSettings: [.linkedLibrary("raw_r")]),
        .target(
            name: "CPrismCamera", exclude: ["README.md"], linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CPrismDisplay", dependencies: ["CLibdrm", "CLibseat"]),
        .target(name: "CPrismDraw", dependencies: ["CLibcairo"]),
        .target(
            name: "CPrismInput", dependencies: ["CLibinput"],
            linkerSettings: [.linkedLibrary("udev")]),
        .target(name: "CPrismLinux"),
        .target(
            name: "CPrismKernels", exclude: ["README.md"], linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "CPrismBench", dependencies: ["CPrismCamera"],
            linkerSettings: [.linkedLibrary("dl")]),

        .systemLibrary(
            name: "CLibjpeg", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(name: "CLibpng", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CLibexif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(name: "CLibdrm", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
        .systemLibrary(name: "CLibcairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(
            name: "CLibinput", pkgConfig: "libinput", providers: [.apt(["libinput-dev"])]),
        .systemLibrary(name: "CLibseat", pkgConfig: "libseat", providers: [.apt(["libseat-dev"])]),
        // Without pkg-config: libraw's file asks for -fopenmp, which a Swift linker refuses.
        .systemLibrary(name: "CLibraw", providers: [.apt(["libraw-dev"])]),

        .target(
            name: "CBridgeTestSupport", dependencies: ["CPrismCamera"],
            path: "Tests/CBridgeTestSupport"),
        .target(
            name: "CBridgeTestHandler", path: "Tests/CBridgeTestHandler",
            cSettings: [.headerSearchPath("../../Sources/CPrismCamera/include")]),
        .target(
            name: "BridgeTestSupport", dependencies: ["CPrismCamera"],
            path: "Tests/BridgeTestSupport", swiftSettings: swiftSettings),
        .executableTarget(
            name: "display-check",
            dependencies: ["PrismPreview", "PrismFilters", "PrismCore"],
            path: "Tests/DisplayCheck", swiftSettings: swiftSettings),
        .target(
            name: "CKernelCheck", dependencies: ["CPrismKernels"], path: "Tests/CKernelCheck"),
        tests("CPrismKernelsTests", ["CPrismKernels", "CKernelCheck"]),
        tests("CPrismCameraTests", ["CPrismCamera", "BridgeTestSupport", "CBridgeTestSupport"]),
        tests("HandlerConformanceTests", ["CPrismCamera", "BridgeTestSupport"]),
        tests("PrismCoreTests", ["PrismCore", "PrismTesting", "BridgeTestSupport"]),
        tests("PrismImageTests", ["PrismImage", "PrismTesting"]),
        tests("PrismNightTests", ["PrismNight", "PrismImage", "PrismTesting"]),
        tests(
            "PrismFiltersTests", ["PrismFilters", "PrismTesting", "BridgeTestSupport"],
            exclude: ["Judges"]),
        tests("PrismPreviewTests", ["PrismPreview", "PrismTesting", "prism-screen"]),
        tests("PrismUITests", ["PrismUI", "PrismTesting"]),
        tests("PrismCaptureTests", ["PrismCapture", "PrismNight", "PrismTesting"]),
        tests("PrismCommandTests", ["prism", "PrismTesting"]),
        tests(
            "EndToEndTests", ["prism", "PrismCapture", "PrismCore", "PrismTesting"],
            exclude: ["ClockShim"]),
        tests("ProjectTests", []),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11,
    cxxLanguageStandard: .cxx20
)
