// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AccountStore
import AtriumSession
import AtriumStores
import AtriumTesting
import Foundation
import Testing

/// A kept login: found again, replaced as a whole, and believed only where nobody else can have written it.
struct TokenStoreTests {
    @Test(arguments: TestStore.allCases)
    func keepsOneToken(kind: TestStore) async throws {
        let store = try kind.open()
        let system = store.system
        let tokens = try AccountStores(on: system).tokens
        #expect(await tokens.kept() == nil)
        try await tokens.forget()
        try await tokens.keep("first")
        try await tokens.keep("second")
        #expect(try await AccountStores(on: system).tokens.kept() == "second")
        try await tokens.forget()
        #expect(await tokens.kept() == nil)
    }

    @Test func theFileIsForItsOwnerAlone() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/login"
        try FileTokenStore(path: path).keep("token")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["login"])
    }

    @Test(arguments: [0o644, 0o660, 0o602])
    func aFileThatOthersReachIsNotBelieved(mode: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/login"
        let tokens = FileTokenStore(path: path)
        try tokens.keep("token")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect(tokens.kept() == nil)
        // What replaces it has the right mode again.
        try tokens.keep("token")
        #expect(tokens.kept() == "token")
    }

    @Test func aLinkOrAFolderOrAnythingLargeIsNotBelieved() throws {
        let folder = try TemporaryFolder()
        let tokens = FileTokenStore(path: folder.path + "/login")
        try FileTokenStore(path: folder.path + "/elsewhere").keep("token")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/login", withDestinationPath: folder.path + "/elsewhere")
        #expect(tokens.kept() == nil)
        try tokens.keep(String(repeating: "x", count: 5_000))
        #expect(tokens.kept() == nil)
        try tokens.forget()
        try FileManager.default.createDirectory(atPath: folder.path + "/login", withIntermediateDirectories: false)
        #expect(tokens.kept() == nil)
        #expect(throws: StoreFault.self) { try tokens.keep("token") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["elsewhere", "login"])
    }

    @Test func aFolderThatIsNotThereIsAFault() {
        let path = "/nonexistent-folder-of-atrium/login"
        #expect(throws: StoreFault.unreachable(path: path, reason: ENOENT)) {
            try FileTokenStore(path: path).keep("token")
        }
    }
}
