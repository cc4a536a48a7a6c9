// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumSession
import Dice
import Testing

/// What gateways tell by calling.
@Suite struct CallbackTests {
    private static let now = Timestamp(seconds: 1_769_000_000)

    @Test func aTargetIsDecoded() {
        let call = IncomingCall(target: "/1/a%2Fb+c/%E2%82%AC?text=a+b%26%3D%2B&text=%c3%a9&empty&x=1=2")
        #expect(call.path == ["1", "a/b+c", "€"])
        #expect(call.query == ["text": "é", "empty": "", "x": "1=2"])
        #expect(IncomingCall(target: "/%zz%4?%=%g1").query == ["%": "%g1"])
        #expect(IncomingCall(target: "").path == [])
    }

    @Test(arguments: [
        ("id=k&type=1", DeliveryReport.Outcome.delivered), ("id=k&type=8&answer=ACK%2F", .sent),
        ("id=k&type=4", .sent), ("id=k&type=2&answer=NACK%2F0x0b", .failed(reason: "NACK/0x0b")),
        ("id=k&type=16", .failed(reason: "Kannel: 16")),
    ])
    func kannelReports(_ query: String, _ outcome: DeliveryReport.Outcome) throws {
        let callback = try KannelCallback.read(IncomingCall(target: "/r?" + query), for: .report, at: Self.now)
        #expect(callback == .report(DeliveryReport(reference: "k", outcome: outcome)))
    }

    @Test func kannelHandsOverMessages() throws {
        let call = IncomingCall(target: "/m?id=i-1&from=%2B1555&text=h%C3%A9+%F0%9F%98%80%0Ax&time=1768999990&smsc=a")
        let expected = ReceivedMessage(
            key: "i-1", sender: "+1555", text: "hé 😀\nx", date: Timestamp(seconds: 1_768_999_990), sim: "a")
        #expect(try KannelCallback.read(call, for: .message, at: Self.now) == .message(expected))
        // A clock that is wrong by years gives no date.
        for time in ["0", "-5", "99999999999999999999", "4000000000", "x"] {
            let call = IncomingCall(target: "/m?id=i&from=1&text=&time=\(time)&smsc=")
            let plain = ReceivedMessage(key: "i", sender: "1", text: "", date: Self.now)
            #expect(try KannelCallback.read(call, for: .message, at: Self.now) == .message(plain))
        }
    }

    @Test(arguments: ["", "?id=k", "?type=1", "?id=&type=1", "?id=k&type=one"])
    func theseAreNoReports(_ query: String) {
        #expect(throws: CallbackFault.notUnderstood) {
            try KannelCallback.read(IncomingCall(target: "/r" + query), for: .report, at: Self.now)
        }
    }

    private static func told(_ body: String, fields: [String: String] = [:]) -> IncomingCall {
        IncomingCall(target: "/e", fields: fields, body: Array(body.utf8))
    }

    private static func read(_ body: String) throws -> Callback {
        try AndroidCallback.read(told(body), signedWith: nil, at: now)
    }

    @Test func theTelephoneReports() throws {
        let outcomes: [(String, DeliveryReport.Outcome)] = [
            (#""sms:sent","payload":{"messageId":"k","partsCount":2,"sentAt":"2026-01-21T12:00:00Z"}"#, .sent),
            (#""sms:delivered","payload":{"messageId":"k","recipient":"+1555","simNumber":null}"#, .delivered),
            (#""sms:failed","payload":{"messageId":"k","reason":"No service"}"#, .failed(reason: "No service")),
        ]
        for (text, outcome) in outcomes {
            let callback = try Self.read(#"{"id":"x","webhookId":"y","deviceId":"z","event":"# + text + "}")
            #expect(callback == .report(DeliveryReport(reference: "k", outcome: outcome)))
        }
        #expect(try Self.read(#"{"event":"system:ping","payload":{"health":{}}}"#) == .nothing)
    }

    @Test func aMessageIsTheSameHoweverItIsTold() throws {
        func told(_ sender: String, _ id: String, _ date: String) throws -> ReceivedMessage? {
            let callback = try Self.read(
                #"{"event":"sms:received","payload":{"messageId":"\#(id)","\#(sender)":"+1555","message":"hé","#
                    + #""receivedAt":"\#(date)","simNumber":2}}"#)
            guard case .message(let message) = callback else { return nil }
            return message
        }
        let first = try #require(try told("phoneNumber", "1a", "2026-01-21T12:00:00.000+01:00"))
        #expect(first.date == Timestamp(seconds: 1_768_993_200))
        #expect([first.sender, first.text, first.sim] == ["+1555", "hé", "2"])
        #expect(try told("sender", "2b", "2026-01-21T11:00:00Z") == first)
        #expect(try told("sender", "1a", "2026-01-21T11:00:01Z")?.key != first.key)
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"event":1}"#, #"{"event":"sms:sent"}"#, #"{"event":"sms:sent","payload":{}}"#,
        #"{"event":"sms:received","payload":{"messageId":"1","message":"x"}}"#, "\u{FEFF}{}",
    ])
    func theseSayNothing(_ body: String) {
        #expect(throws: CallbackFault.notUnderstood) { try Self.read(body) }
    }

    /// The code was made by Python’s module hmac.
    @Test func signaturesAreChecked() throws {
        let body = #"{"event":"sms:sent","payload":{"messageId":"k1","sentAt":"é"}}"#
        let code = "39713f90ee39b4c5f3096babb17a02fc74b6260275848444705ff355819b5958"
        let key = Secret("a key of the telephone")
        func read(_ body: String, _ code: String?, _ time: String?) throws -> Callback {
            var fields: [String: String] = [:]
            (fields["x-signature"], fields["x-timestamp"]) = (code, time)
            return try AndroidCallback.read(Self.told(body, fields: fields), signedWith: key, at: Self.now)
        }
        let report = Callback.report(DeliveryReport(reference: "k1", outcome: .sent))
        #expect(try read(body, code, "1769000000") == report)
        #expect(try read(body, code.uppercased(), "1769000000") == report)
        let wrong: [(String, String?, String?)] = [
            (body, code, "1769000001"), (body, nil, "1769000000"), (body, code, nil), (body + " ", code, "1769000000"),
            (body, String(code.dropLast()), "1769000000"), (body, "", ""),
        ]
        for (body, code, time) in wrong {
            #expect(throws: CallbackFault.notSigned) { try read(body, code, time) }
        }
    }

    /// Whatever comes is read or refused; nothing of it ends the program.
    @Test func strangersMaySendAnything() {
        var dice = Dice(seed: 15)
        let pieces = [
            "%", "%4", "%00", "%FF", "+", "=", "&", "?", "/", "id", "type", "-9", "\u{1F600}", "\r\n", "..", "{",
        ]
        let keys = [nil, Secret("a key of the telephone")]
        for _ in 0..<20_000 {
            let target = (0..<dice.roll(20)).map { _ in pieces[dice.roll(pieces.count)] }.joined()
            var body = Array(#"{"event":"sms:received","payload":{"messageId":"1","sender":"1","message":"x"}}"#.utf8)
            for _ in 0..<dice.roll(6) { body[dice.roll(body.count)] = UInt8(dice.roll(256)) }
            let call = IncomingCall(target: target, body: body)
            for purpose in [CallbackAddress.Purpose.report, .message, .event] {
                _ = try? KannelCallback.read(call, for: purpose, at: Self.now)
            }
            for key in keys { _ = try? AndroidCallback.read(call, signedWith: key, at: Self.now) }
        }
    }

    @Test(arguments: [
        "8085": "127.0.0.1:8085", "0.0.0.0:80": "0.0.0.0:80", "[::1]:8085": "[::1]:8085", "127.0.0.2:1": "127.0.0.2:1",
    ])
    func theseArePorts(_ text: String, _ kept: String) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.text == kept)
        #expect(ListenAddress(address.text) == address)
        #expect(address.isLoopback == !text.hasPrefix("0"))
    }

    @Test(arguments: [
        "", "0", "65536", "-1", "x", "localhost:80", ":80", "::1:80", "[::1]", "1.2.3:80", "[1.2.3.4]:8", "+8",
    ])
    func theseAreNoPorts(_ text: String) { #expect(ListenAddress(text) == nil) }

    @Test func whatKannelIsToldHoldsNothingThatBreaksItsLines() {
        let address = CallbackAddress(root: "http://127.0.0.1:1", owner: 1, gateway: "a \"b\"\n/ü", token: "t")
        #expect(address.text(.message) == "http://127.0.0.1:1/1/a%20%22b%22%0A%2F%C3%BC/t/message")
        #expect(IncomingCall(target: "/1/a%20%22b%22%0A%2F%C3%BC/t/message").path[1] == "a \"b\"\n/ü")
        let line = KannelCallback.configuration(of: address).last ?? ""
        #expect(line.hasPrefix("get-url = \"http") && line.count { $0 == "\"" } == 2)
    }
}
