// SPDX-License-Identifier: MIT
// The scanner itself, on text whose functions are known.

import Testing

@Suite struct FunctionScannerTests {
    @Test func swiftFunctionsAreFoundWithTheirLength() {
        let text = """
            struct A {
                init() {}
                func one(
                    _ x: Int
                ) -> Int {
                    if x > 0 { return 1 }
                    return "}".count
                }
                // func none() {
                static func two() { /* { */ }
            }
            protocol P {
                func without()
            }
            """
        let found = FunctionScanner.functions(in: SourceFile(path: "a.swift", text: text))
        #expect(
            found == [
                ScannedFunction(name: "init", line: 2, length: 1),
                ScannedFunction(name: "one", line: 3, length: 6),
                ScannedFunction(name: "two", line: 10, length: 1),
            ])
    }

    @Test func cFunctionsAreFoundWithTheirLength() {
        let text = """
            int declared(int x);
            static int defined(int x,
                               int y) {
                for (int i = 0; i < 1'000; i++) {
                    call('{');
                }
                return x;
            }
            struct thing {
                int a;
            };
            """
        let found = FunctionScanner.functions(in: SourceFile(path: "a.cpp", text: text))
        #expect(found == [ScannedFunction(name: "defined", line: 2, length: 7)])
    }

    @Test func wordsAreFoundOnlyWhole() {
        #expect("let a = Unmanaged<B>".hasWord("Unmanaged"))
        #expect(!"let a = UnmanagedThing()".hasWord("Unmanaged"))
        #expect(!"myUnmanaged".hasWord("Unmanaged"))
        #expect("UnmanagedThing, Unmanaged".hasWord("Unmanaged"))
    }
}
