// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Foundation
@testable import MessageGateways
@testable import SMSLogLogic
import SMSLogStore
import Synchronization
import Testing

/// What becomes of what gateways tell by calling.
@Suite struct CallbackReceiverTests {
    /// Kannel, which takes everything, and tells where it was told to report.
    private final class Server: HTTPExchange {
        let asked = Mutex<[String]>([])
        let answer = Mutex<Result<HTTPAnswer, HTTPFault>>(
            .success(HTTPAnswer(status: 202, body: Array("0: Accepted for delivery".utf8))))
        let onAsk = Mutex<(@Sendable (String) async -> Void)?>(nil)

        func answer(to request: HTTPRequest) async throws(HTTPFault) -> HTTPAnswer {
            asked.withLock { $0.append(request.address) }
            if let onAsk = onAsk.withLock({ $0 }) { await onAsk(request.address) }
            return try answer.withLock { $0 }.get()
        }
    }

    private struct Setting {
        let dao: any MessageStores
        let system: TemporarySystem?
        let server = Server()
        let service: SMSLogService
        let receiver: CallbackReceiver
        let remarks = Mutexed()
        let clock = ManualClock(now: Timestamp(seconds: 1_769_000_000))

        init(_ dao: any MessageStores, _ system: TemporarySystem? = nil) {
            self.dao = dao
            self.system = system
            let vault = GatewayVault(home: nil)
            let (remarks, clock) = (remarks, clock)
            service = SMSLogService(
                dao: dao, owner: ana, clock: clock,
                worker: LocalWorker(stores: dao, clock: clock, timeZone: .gmt, vault: vault, http: server), vault: vault
            )
            receiver = CallbackReceiver(stores: dao, clock: clock, vault: vault) { remark in
                remarks.all.withLock { $0.append(remark) }
            }
        }

        init(_ store: TestStore) throws {
            let (dao, system) = try store.make()
            self.init(dao, system)
        }

        func addKannel() async throws {
            try await service.gateways.add(
                Gateway(name: "kannel", kind: .kannel, place: "http://127.0.0.1:13013", user: "ana"),
                password: Secret("secret"))
            try await service.gateways.setCallbacks(
                ofGateway: "kannel", listen: ListenAddress("8085"), callback: nil, signingKey: nil)
        }

        func addTelephone(key: String?) async throws {
            try await service.gateways.add(
                Gateway(name: "phone", kind: .android, place: "http://127.0.0.1:8080", user: "sms"),
                password: Secret("secret"))
            try await service.gateways.setCallbacks(
                ofGateway: "phone", listen: ListenAddress("8085"),
                callback: GatewayAddress("https://sms.example.org/x"),
                signingKey: key.map { Secret($0) })
        }

        /// The path that a gateway calls.
        func path(_ gateway: String, _ purpose: CallbackAddress.Purpose) async throws -> String {
            let address = try #require(
                service.gateways.callbacks(of: try await service.gateways.gateway(named: gateway)))
            return "/" + address.text(purpose).split(separator: "/").dropFirst(2).joined(separator: "/")
        }

        /// Reports on the message that Kannel was given so many before the last.
        func report(_ type: Int, key: String? = nil, answer: String = "") async throws -> Int {
            let key = try key ?? #require(keys.last)
            return await receiver.status(
                for: IncomingCall(
                    target: try await path("kannel", .report) + "?id=\(key)&type=\(type)&answer=\(answer)"))
        }

        /// The keys under which Kannel was given messages.
        var keys: [String] {
            server.asked.withLock { $0 }.compactMap { address in
                let query = IncomingCall(target: String(address.dropFirst("http://127.0.0.1:13013".count))).query
                return query["dlr-url"].flatMap { IncomingCall(target: $0).query["id"] }
            }
        }

        func states() async throws -> [String] {
            try await dao.read(ana) { messages in
                try messages.messages(.above(0), limit: 99).map { $0.progress?.rawValue ?? "\($0.status)" }
            }
        }
    }

    /// What a log would have.
    private final class Mutexed: Sendable {
        let all = Mutex<[CallbackReceiver.Remark]>([])
    }

    @Test(arguments: TestStore.allCases)
    func eachReportIsOneTransactionAndOneEvent(_ store: TestStore) async throws {
        let setting = try Setting(store)
        try await setting.addKannel()
        _ = try await setting.service.outbox.send("hi", to: "+15551234567")
        try await setting.service.gateways.work()
        #expect(try await setting.states() == ["accepted"])
        let changes = try setting.dao.changes()
        for (type, state) in [(8, "sent"), (1, "delivered")] {
            #expect(try await setting.report(type) == 200)
            #expect(try await setting.states() == [state])
            #expect(changes.take() == .these([.gateways, .message(1, .changed(.status))]))
        }
        #expect(try await setting.service.gateways.queue() == [])
        let arrived = setting.clock.now
        #expect(try await setting.dao.read(ana) { try $0.details(of: 1)?.delivered } == arrived)
        // Late, doubled and in the wrong order.
        for type in [8, 2, 16, 1, 4] { #expect(try await setting.report(type) == 200) }
        #expect(try await setting.states() == ["delivered"])
        #expect(try await setting.service.gateways.sending()?.heard == setting.clock.now)
        #expect(setting.remarks.all.withLock { $0.isEmpty })
    }

    @Test(arguments: TestStore.allCases)
    func aFailureHasItsReasonAndAnUnknownMessageHoldsUpNone(_ store: TestStore) async throws {
        let setting = try Setting(store)
        try await setting.addKannel()
        for text in ["a", "b"] { _ = try await setting.service.outbox.send(text, to: "+15551234567") }
        try await setting.service.gateways.work()
        #expect(try await setting.report(1, key: "nobody-knows-it") == 200)
        #expect(try await setting.report(2, key: setting.keys[0], answer: "NACK%2F0x0b") == 200)
        #expect(try await setting.report(1, key: setting.keys[1]) == 200)
        #expect(try await setting.states() == ["failed", "delivered"])
        #expect(try await setting.dao.message(1, of: ana)?.failure == "NACK/0x0b")
        let unknown = setting.remarks.all.withLock { remarks in
            remarks.map { remark in
                guard case .unknownMessage("kannel", let reference) = remark else { return "" }
                return reference
            }
        }
        #expect(unknown == ["nobody-knows-it"])
        // What failed and is handed over anew is another message: the former one has nothing to say any more.
        let former = setting.keys[0]
        _ = try await setting.service.outbox.resend(1)
        try await setting.service.gateways.work()
        #expect(try await setting.report(1, key: former) == 200)
        #expect(try await setting.states() == ["accepted", "delivered"])
        #expect(try await setting.report(1) == 200)
        #expect(try await setting.states() == ["delivered", "delivered"])
    }

    @Test(arguments: TestStore.allCases)
    func aReportMayBeFasterThanTheReceipt(_ store: TestStore) async throws {
        let setting = try Setting(store)
        try await setting.addKannel()
        setting.server.onAsk.withLock { $0 = { _ in _ = try? await setting.report(8) } }
        _ = try await setting.service.outbox.send("hi", to: "+15551234567")
        try await setting.service.gateways.work()
        #expect(try await setting.states() == ["sent"])
        setting.server.onAsk.withLock { $0 = nil }
        #expect(try await setting.report(1) == 200)
        #expect(try await setting.states() == ["delivered"])
        #expect(setting.keys.count == 1)
    }

    @Test(arguments: TestStore.allCases)
    func aReportDecidesWhatNobodyCouldTell(_ store: TestStore) async throws {
        let setting = try Setting(store)
        try await setting.addKannel()
        setting.server.answer.withLock { $0 = .failure(.unclear("broken")) }
        _ = try await setting.service.outbox.send("hi", to: "+15551234567")
        try await setting.service.gateways.work()
        setting.clock.advance(by: .seconds(60))
        try await setting.service.gateways.work()
        #expect(try await setting.states() == ["doubtful"])
        #expect(try await setting.report(8) == 200)
        #expect(try await setting.states() == ["sent"])
        #expect(try await setting.dao.message(1, of: ana)?.handover == .taken)
    }

    @Test(arguments: TestStore.allCases)
    func aMessageThatIsToldTwiceIsThereOnceAndNobodyHasSeenIt(_ store: TestStore) async throws {
        let setting = try Setting(store)
        try await setting.addKannel()
        let path = try await setting.path("kannel", .message)
        let changes = try setting.dao.changes()
        let call = IncomingCall(target: path + "?id=i1&from=%2B15551234567&text=hello&time=1768999990&smsc=a")
        for _ in 0..<3 { #expect(await setting.receiver.status(for: call) == 200) }
        #expect(changes.take() == .these([.gateways, .message(1, .added), .message(1, .changed(.status))]))
        let other = IncomingCall(target: path + "?id=i2&from=%2B15551234567&text=hello&time=1768999990&smsc=a")
        #expect(await setting.receiver.status(for: other) == 200)
        let all = try await setting.dao.read(ana) { try $0.messages(.above(0), limit: 9) }
        #expect(all.map(\.content) == ["hello", "hello"])
        #expect(all.allSatisfy { !$0.isRead && $0.direction == .incoming && $0.address.text == "+15551234567" })
    }

    @Test func whoDoesNotKnowTheSecretFindsNothing() async throws {
        let setting = try Setting(.memory)
        try await setting.addKannel()
        let path = try await setting.path("kannel", .message)
        let parts = path.split(separator: "/").map(String.init)
        let query = "?id=i&from=1555&text=forged"
        var wrong = [
            "/", "//", "/\(parts[0])", path + "/more", path.uppercased(), path.replacing("message", with: "x"),
        ]
        for place in 0..<3 {
            var other = parts
            other[place] = place == 0 ? "2" : "x" + other[place].dropFirst()
            wrong.append("/" + other.joined(separator: "/"))
        }
        wrong += ["/\(parts[0])/\(parts[1])//message", "/99999999999999999999/kannel/\(parts[2])/message"]
        for path in wrong { #expect(await setting.receiver.status(for: IncomingCall(target: path + query)) == 404) }
        #expect(await setting.receiver.status(for: IncomingCall(target: path + "?id=i")) == 400)
        #expect(try await setting.states() == [])
        // Nor is there anything for who knew it, once nobody listens any more.
        try await setting.service.gateways.setCallbacks(
            ofGateway: "kannel", listen: nil, callback: nil, signingKey: nil)
        #expect(await setting.receiver.status(for: IncomingCall(target: path + query)) == 404)
    }

    @Test func whatCannotBeStoredIsAskedForAgain() async throws {
        let dao = try WatchedMessages.failing(StoreFault.busy(path: "store"), from: 3, until: 4)
        let setting = Setting(dao)
        try await setting.addKannel()
        let call = IncomingCall(target: try await setting.path("kannel", .message) + "?id=i&from=1555&text=hi")
        #expect(await setting.receiver.status(for: call) == 503)
        #expect(await setting.receiver.status(for: call) == 503)
        #expect(await setting.receiver.status(for: call) == 200)
        #expect(try await setting.states() == ["received"])
    }

    @Test func aTelephoneWithAKeyIsBelievedWhatItSigns() async throws {
        let setting = try Setting(.memory)
        try await setting.addTelephone(key: "a key of the telephone")
        let body = #"{"event":"sms:received","payload":{"messageId":"1","sender":"+1555","message":"hi"}}"#
        let path = try await setting.path("phone", .event)
        #expect(await setting.receiver.status(for: IncomingCall(target: path, body: Array(body.utf8))) == 401)
        #expect(try await setting.states() == [])
        let plain = try Setting(.memory)
        try await plain.addTelephone(key: nil)
        for _ in 0..<2 {
            let call = IncomingCall(target: try await plain.path("phone", .event), body: Array(body.utf8))
            #expect(await plain.receiver.status(for: call) == 200)
        }
        #expect(try await plain.states() == ["received"])
    }
}
