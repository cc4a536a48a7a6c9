// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Testing

/// What is told to the window and the desktop.
struct TitleTests {
    private static let text = "a\u{1B}]0;b\u{7}c\u{9C}\n;d\u{202E}"
    private static let hostile = VisibleText(text)

    @Test func `hostile text ends no sequence`() {
        let said = [
            EscapedText.title(Self.hostile), .notification(Self.hostile, of: "P"),
            .rxvtNotification(Self.hostile, of: "P;Q"),
        ].map(\.string)
        for text in said {
            #expect(text.hasPrefix("\u{1B}]") && text.hasSuffix("\u{1B}\\"))
            let inner = text.unicodeScalars.dropFirst(2).dropLast(2)
            #expect(!inner.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }, "\(text.debugDescription)")
            #expect(!inner.contains { $0 == "\u{202E}" })
        }
    }

    @Test func `a notification says who tells it, and has its parts where terminals look for them`() {
        #expect(EscapedText.notification("4;1;50", of: "Atrium").string == "\u{1B}]9;Atrium: 4;1;50\u{1B}\\")
        #expect(EscapedText.rxvtNotification("a;b", of: "P;Q").string == "\u{1B}]777;notify;P,Q;a,b\u{1B}\\")
        #expect(EscapedText.title("Notes").string == "\u{1B}]2;Notes\u{1B}\\")
    }

    @Test func `a long text is cut`() {
        let long = VisibleText(String(repeating: "x", count: 100_000))
        #expect(EscapedText.title(long).string.utf8.count < 400)
    }
}
