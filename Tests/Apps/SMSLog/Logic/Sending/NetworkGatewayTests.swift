// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumSession
import AtriumStores
import AtriumTesting
import Foundation
@testable import MessageGateways
@testable import SMSLogLogic
import SMSLogStore
import Synchronization
import Testing

/// Messages on their way through gateways that are reached by HTTP.
@Suite struct NetworkGatewayTests {
    /// A server that answers one request after the other as a test says, the last of them for ever.
    private final class Server: HTTPExchange {
        let state = Mutex<(answers: [Result<HTTPAnswer, HTTPFault>], asked: [String])>(([], []))

        init(_ answers: Result<HTTPAnswer, HTTPFault>...) { state.withLock { $0.answers = answers } }

        func answer(to request: HTTPRequest) async throws(HTTPFault) -> HTTPAnswer {
            try state.withLock { state in
                state.asked.append(request.address)
                return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
            }.get()
        }

        var asked: [String] { state.withLock { $0.asked } }
    }

    private static func answer(_ status: Int, _ body: String) -> Result<HTTPAnswer, HTTPFault> {
        .success(HTTPAnswer(status: status, body: Array(body.utf8)))
    }

    private let clock = ManualClock(now: Timestamp(seconds: 1000))
    private let dao: any MessageStores
    private let vault = GatewayVault(home: nil)

    init() throws { (dao, _) = try TestStore.memory.make() }

    private func service(_ server: Server) -> SMSLogService {
        SMSLogService(
            dao: dao, owner: ana, clock: clock,
            worker: LocalWorker(stores: dao, clock: clock, timeZone: .gmt, vault: vault, http: server), vault: vault)
    }

    private func addKannel(_ service: SMSLogService) async throws {
        try await service.gateways.add(
            Gateway(name: "kannel", kind: .kannel, place: "http://127.0.0.1:13013", user: "ana"),
            password: Secret("secret"))
    }

    @Test func afterAFaultItGoesOutOnceAndInOrder() async throws {
        let server = Server(Self.answer(503, "Temporal failure"), Self.answer(202, "0: Accepted for delivery"))
        let service = service(server)
        try await addKannel(service)
        for text in ["one", "two"] { _ = try await service.outbox.send(text, to: "+15551234567") }
        try await service.gateways.work()
        #expect(server.asked.count == 1)
        #expect(try await service.message(1).progress == .kept)
        clock.advance(by: .seconds(4))
        try await service.gateways.work()
        #expect(server.asked.count == 1)
        clock.advance(by: .seconds(1))
        try await service.gateways.work()
        #expect(server.asked.map { $0.contains("text=one") } == [true, true, false])
        for id in 1...2 { #expect(try await service.message(id).progress == .accepted) }
    }

    @Test func whatMayHaveArrivedIsHeldForADecision() async throws {
        let server = Server(
            .failure(.unclear(.fact(.timedOut, "30"))), Self.answer(202, "0: Accepted for delivery"))
        let service = service(server)
        try await addKannel(service)
        for text in ["one", "two"] { _ = try await service.outbox.send(text, to: "+15551234567") }
        try await service.gateways.work()
        #expect(try await service.gateways.sending()?.trouble == "atrium.timed-out: 30")
        for _ in 0..<5 {
            clock.advance(by: .seconds(5))
            try await service.gateways.work()
        }
        #expect(try await service.message(1).progress == .doubtful)
        #expect(server.asked.count { $0.contains("text=one") } == 1)
        #expect(server.asked.count { $0.contains("text=two") } == 1)
        #expect(try await service.gateways.sending()?.trouble == nil)
    }

    @Test func whatWasNeverSentGoesOutLater() async throws {
        let server = Server(
            .failure(.unsent(.fact(.noListener, "127.0.0.1:13013"))), Self.answer(202, "0: Accepted for delivery"))
        let service = service(server)
        try await addKannel(service)
        _ = try await service.outbox.send("one", to: "+15551234567")
        try await service.gateways.work()
        #expect(try await service.message(1).progress == .kept)
        clock.advance(by: .seconds(5))
        try await service.gateways.work()
        #expect(try await service.message(1).progress == .accepted)
    }

    @Test func aNewPasswordIsTriedAtOnce() async throws {
        let server = Server(
            Self.answer(403, "Authorization failed for sendsms"), Self.answer(202, "0: Accepted for delivery"))
        let service = service(server)
        try await addKannel(service)
        _ = try await service.outbox.send("one", to: "+15551234567")
        try await service.gateways.work()
        #expect(try await service.gateways.sending()?.trouble?.hasPrefix("atrium.unauthorized: ") == true)
        try await service.gateways.work()
        #expect(server.asked.count == 1)
        try await service.gateways.setPassword(Secret("other"), ofGateway: "kannel")
        try await service.gateways.work()
        #expect(server.asked.map { $0.contains("password=other") } == [false, true])
        #expect(try await service.message(1).progress == .accepted)
        await #expect(throws: SMSLogFault.unknownGateway("x")) {
            try await service.gateways.setPassword(Secret("other"), ofGateway: "x")
        }
    }

    @Test func withoutWhatAsksServersItWaits() async throws {
        let service = SMSLogService(
            dao: dao, owner: ana, clock: clock,
            worker: LocalWorker(stores: dao, clock: clock, timeZone: .gmt, vault: vault, http: nil), vault: vault)
        try await addKannel(service)
        _ = try await service.outbox.send("one", to: "+15551234567")
        try await service.gateways.work()
        #expect(try await service.gateways.sending()?.trouble == "atrium.other-program: atrium-gateway")
        #expect(try await service.message(1).progress == .kept)
    }

    @Test func aPasswordOpensForItsGatewayAlone() throws {
        let home = NSTemporaryDirectory() + "vault-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        func gateway(_ place: String, user: String = "ana", _ secret: [UInt8]?) -> Gateway {
            Gateway(name: "kannel", kind: .kannel, place: place, user: user, secret: secret)
        }
        let vault = GatewayVault(home: home)
        let sealed = try vault.seal(Secret("p:ä"), for: gateway("http://a", nil), of: ana)
        #expect(!String(decoding: sealed, as: UTF8.self).contains("p:"))
        let again = GatewayVault(home: home)
        #expect(again.password(of: gateway("http://a", sealed), of: ana)?.bytes == Array("p:ä".utf8))
        #expect(again.password(of: gateway("http://b", sealed), of: ana) == nil)
        #expect(again.password(of: gateway("http://a", user: "ben", sealed), of: ana) == nil)
        #expect(again.password(of: gateway("http://a", sealed), of: ben) == nil)
        let mode = try FileManager.default.attributesOfItem(atPath: home + "/gateway.key")[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try FileManager.default.removeItem(atPath: home + "/gateway.key")
        #expect(again.password(of: gateway("http://a", sealed), of: ana) == nil)
    }
}
