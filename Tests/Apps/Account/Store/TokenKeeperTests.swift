// SPDX-License-Identifier: GPL-3.0-or-later

import AccountStore
import Foundation
import Session
import Testing

/// A kept login: found again, replaced as a whole, and believed only where nobody else can have written it.
struct TokenKeeperTests {
    @Test(arguments: StoreKind.allCases)
    func keepsOneToken(kind: StoreKind) throws {
        let (system, folder) = try kind.open()
        defer { withExtendedLifetime(folder) {} }
        let keeper = AccountStorage.keeper(on: system)
        #expect(keeper.kept() == nil)
        try keeper.forget()
        try keeper.keep("first")
        try keeper.keep("second")
        #expect(AccountStorage.keeper(on: system).kept() == "second")
        try keeper.forget()
        #expect(keeper.kept() == nil)
    }

    @Test func theFileIsForItsOwnerAlone() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/login"
        try FileTokenKeeper(path: path).keep("token")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["login"])
    }

    @Test(arguments: [0o644, 0o660, 0o602])
    func aFileThatOthersReachIsNotBelieved(mode: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/login"
        let keeper = FileTokenKeeper(path: path)
        try keeper.keep("token")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect(keeper.kept() == nil)
        // What replaces it has the right mode again.
        try keeper.keep("token")
        #expect(keeper.kept() == "token")
    }

    @Test func aLinkOrAFolderOrAnythingLargeIsNotBelieved() throws {
        let folder = try TemporaryFolder()
        let keeper = FileTokenKeeper(path: folder.path + "/login")
        try FileTokenKeeper(path: folder.path + "/elsewhere").keep("token")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/login", withDestinationPath: folder.path + "/elsewhere")
        #expect(keeper.kept() == nil)
        try keeper.keep(String(repeating: "x", count: 5_000))
        #expect(keeper.kept() == nil)
        try keeper.forget()
        try FileManager.default.createDirectory(atPath: folder.path + "/login", withIntermediateDirectories: false)
        #expect(keeper.kept() == nil)
        #expect(throws: StoreFault.self) { try keeper.keep("token") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["elsewhere", "login"])
    }

    @Test func aFolderThatIsNotThereIsAFault() {
        let path = "/nonexistent-folder-of-atrium/login"
        #expect(throws: StoreFault.unreachable(path: path, reason: ENOENT)) {
            try FileTokenKeeper(path: path).keep("token")
        }
    }
}
