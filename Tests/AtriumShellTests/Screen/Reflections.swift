// SPDX-License-Identifier: GPL-3.0-or-later

@testable public import AtriumKit
@testable import AtriumShell
import AtriumTerminal
public import AtriumTesting
public import Testing

// A failed expectation describes all that it compared, and all that belongs to it. From each of these that would be the
// whole program, which nobody reads and which takes longer than all tests: they say what a person sees, and no more.

extension ShellOnScreen: CustomReflectable, @MainActor CustomTestStringConvertible {
    nonisolated var customMirror: Mirror { Mirror(self, children: []) }
    var testDescription: String { (["the screen"] + frames.lines).joined(separator: "\n") }
}

extension JobFixture: CustomReflectable {
    nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}

extension PressedKeys: CustomReflectable, @MainActor CustomTestStringConvertible {
    /// Nothing.
    public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
    /// The typed line.
    public var testDescription: String { "the keys, at “\(line?.text ?? "")”" }
}

extension Coordinator: CustomReflectable {
    /// Nothing.
    public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}

extension RunningApp: CustomReflectable {
    /// Nothing.
    public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
