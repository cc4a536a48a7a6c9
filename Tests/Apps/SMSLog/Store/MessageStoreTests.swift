// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Foundation
import SMSLogLogic
import Testing

@testable import SMSLogStore

/// The stores for messages besides the one that all apps share.
struct MessageStoreTests {
    private func open(_ choice: MessageStoreChoice, beside system: TemporarySystem, isWatched: Bool = false) throws
        -> any MessageStores
    {
        try SystemMessages.all(choice, beside: system.system, isMade: true, isWatched: isWatched)
    }

    private func texts(_ dao: any MessageStores) async throws -> [String] {
        try await dao.read(ana) { try $0.messages(.above(0), limit: .max).map(\.content) }
    }

    @Test(arguments: TestStore.allCases)
    func `an archive has messages of its own, also when it is opened again`(store: TestStore) async throws {
        let system = try store.open()
        let (own, archive) = (try open(.system, beside: system), try open(.archive, beside: system))
        _ = try await own.save([draft("here")], of: ana)
        _ = try await archive.save([draft("there")], of: ana)
        #expect(try await texts(own) == ["here"])
        #expect(try await texts(archive) == ["there"])
        #expect(try await texts(open(.archive, beside: system)) == ["there"])
    }

    @Test(arguments: TestStore.allCases)
    func `whoever leaves takes along what is in the archive`(store: TestStore) async throws {
        let system = try store.open()
        let archive = try open(.archive, beside: system)
        _ = try await archive.save([draft("hippogriff")], of: ana)
        _ = try await archive.save([draft("basilisk")], of: UserID(rawValue: 2))
        try await SMSLogService.deleteAll(of: ana, among: SystemMessages(on: system.system)) { _ in }
        #expect(try await texts(archive).isEmpty)
        #expect(try await archive.read(UserID(rawValue: 2)) { try $0.messages(.above(0), limit: 9).count } == 1)
        guard store == .sqlite, let folder = system.folder else { return }
        #expect(RawFiles.below(folder, with: ["hippogriff"]) == [])
        #expect(RawFiles.below(folder, with: ["basilisk"]) != [])
    }

    @Test func `an archive that nobody has asked for is not made`() async throws {
        let system = try TestStore.sqlite.open()
        try await SMSLogService.deleteAll(of: ana, among: SystemMessages(on: system.system)) { _ in }
        let folder = try #require(system.folder)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { $0.hasPrefix("atrium.sqlite") })
    }

    @Test func `a file elsewhere is made where it is named, and a lost one is told of`() async throws {
        let (system, other) = (try TestStore.sqlite.open(), try TestStore.sqlite.open())
        let path = try #require(other.folder) + "/messages.sqlite"
        #expect(throws: StoreFault.unreachable(path: path, reason: ENOENT)) {
            try SystemMessages.all(.file(path), beside: system.system, isMade: false, isWatched: false)
        }
        _ = try await open(.file(path), beside: system).save([draft("a")], of: ana)
        #expect(
            try await texts(SystemMessages.all(.file(path), beside: system.system, isMade: false, isWatched: false))
                == [
                    "a"
                ])
    }

    @Test func `a file is whole once all is closed`() async throws {
        let system = try TestStore.sqlite.open()
        let archive = try open(.archive, beside: system)
        _ = try await archive.save([draft("there")], of: ana)
        system.system.close()
        let folder = try #require(system.folder)
        let copy = folder + "/copy/archive.sqlite"
        try FileManager.default.createDirectory(atPath: folder + "/copy", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: folder + "/archive.sqlite", toPath: copy)
        #expect(try await texts(SystemMessages.all(in: SQLiteSystem(path: copy))) == ["there"])
        _ = archive
    }

    @Test(.timeLimit(.minutes(10)))
    func `what another process changes in an archive is told of`() async throws {
        let system = try TestStore.sqlite.open()
        let archive = try open(.archive, beside: system, isWatched: true)
        var changes = try archive.changes().makeAsyncIterator()
        let other = try SystemMessages.all(in: SQLiteSystem(path: try #require(system.folder) + "/archive.sqlite"))
        _ = try await other.save([draft("there")], of: ana)
        #expect(await changes.next() != nil)
        #expect(try await texts(archive) == ["there"])
    }

    @Test func `a file among our own is known by whatever name its folder is called`() throws {
        let system = try TestStore.sqlite.open()
        let folder = try #require(system.folder)
        #expect(SystemMessages(on: system.system).isOurs(folder + "/other.sqlite"))
        let link = folder + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
        defer { try? FileManager.default.removeItem(atPath: link) }
        #expect(SystemMessages(on: system.system).isOurs(link + "/other.sqlite"))
        #expect(!SystemMessages(on: system.system).isOurs(NSTemporaryDirectory() + "other.sqlite"))
    }

    @Test(arguments: ["sqlite", "archive", "sqlite:/a/b"])
    func `the text of a store is read as that store`(text: String) {
        #expect(MessageStoreChoice(text)?.text == text)
    }

    @Test(arguments: ["", "sqlite:", "Archive", "memory"])
    func `other texts are no store`(text: String) { #expect(MessageStoreChoice(text) == nil) }
}

/// Known people, transferred from one store to another.
struct KnownPeopleTests {
    @Test(arguments: MessageTestStore.allCases)
    func `names, numbers of one person, one's own numbers and the region are taken over, and nothing better is lost`(
        store: MessageTestStore
    ) async throws {
        let (one, first) = try store.make()
        let (other, second) = try store.make()
        _ = try await one.setPeople(by: "SG", of: ana)
        _ = try await one.save([draft("a", from: "+6581234567"), draft("b", from: "+6591234567", at: 2)], of: ana)
        try await one.save(Contact(address: Address("+6581234567"), name: "Ali", kind: .local), of: ana)
        try await one.save(Contact(address: Address("+6560000000"), name: "Bo", kind: .local), of: ana)
        try await one.write(ana) {
            try $0.merge([Address("+6581234567"), Address("+6591234567")])
            try $0.addOwn(Address("+6570000000"))
            try $0.setApart(true, AddressPair(Address("+6591234567"), Address("+6560000000")))
        }
        // Here a file has named Ali, and the corporate book Bo; what each is called there stays beside it.
        _ = try await other.save([draft("c", from: "81234567", name: "Alibaba")], of: ana)
        try await other.save(Contact(address: Address("+6560000000"), name: "Boss", kind: .corporate), of: ana)
        let people = try await one.read(ana) { try $0.knownPeople() }
        for _ in 0..<2 {
            try await other.write(ana) { try $0.take(people) }
            try await other.read(ana) { messages throws in
                #expect(try messages.contact(Address("81234567"))?.name == "Ali")
                #expect(try messages.contact(Address("+6560000000"))?.name == "Boss")
                #expect(try messages.givenName(of: Address("+6560000000"))?.local?.name == "Bo")
                #expect(try messages.numbers(of: Address("+6591234567")).count == 2)
                #expect(try messages.ownAddresses() == [Address("+6570000000")])
                #expect(
                    try messages.apart() == [AddressPair(Address("+6560000000"), Address("+6591234567"))])
                #expect(try messages.region() == "SG")
                #expect(try messages.conversation(with: Address("+6591234567"))?.count == 1)
            }
        }
        _ = (first, second)
    }
}
