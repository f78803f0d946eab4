// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT
// A package of filters outside of Prism: one in C, one in Swift, one colour function.
import PackageDescription

let filters: Target.Dependency = .product(name: "PrismFilters", package: "Prism")
let core: Target.Dependency = .product(name: "PrismCore", package: "Prism")

let package = Package(
    name: "CustomFilter",
    dependencies: [.package(name: "Prism", path: "../..")],
    targets: [
        .target(name: "CScanlines"),
        .target(name: "ScreenFilters", dependencies: ["CScanlines", core, filters]),
        .executableTarget(name: "screen-demo", dependencies: ["ScreenFilters", core, filters]),
    ],
    swiftLanguageModes: [.v6]
)
