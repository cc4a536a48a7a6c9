// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumFiles

/// Media types by the ends of names, and back.
@Suite struct MediaTypeTests {
    @Test(arguments: [
        ("a.PNG", "image/png"), ("b.jpeg", "image/jpeg"), ("voice.opus", "audio/ogg"), ("clip.3gp", "video/3gpp"),
        ("a.tar", "application/x-tar"),
    ])
    func aNameSaysAType(name: String, type: String) {
        #expect(MediaType.of(name) == type)
    }

    @Test(arguments: ["", "png", ".png", "a.", "Node.js", "a.png.part"])
    func othersSayNone(name: String) {
        #expect(MediaType.of(name) == nil)
    }

    @Test(arguments: [
        ("image/jpeg", "jpg"), ("IMAGE/JPG", "jpg"), ("audio/ogg", "ogg"), ("audio/3gpp", "3gp"),
        ("audio/x-wav", "wav"), ("text/x-vcalendar", "vcs"), ("application/vnd.ms-excel", "xls"),
    ])
    func aTypeSaysAnEnding(type: String, ending: String) {
        #expect(MediaType.ending(of: type) == ending)
    }

    @Test func aTypeThatIsNotKnownSaysNone() {
        #expect(MediaType.ending(of: MediaType.unknown) == nil)
        #expect(MediaType.ending(of: "") == nil)
    }
}
