// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LoopbackServer
import Synchronization
import Testing

/// The program that does the work of gateways, as another process.
@Suite struct GatewayProcessTests {
    /// Makes an account with a gateway that is a folder, of which another program moves what it takes.
    private static let start = """
        mkdir -p out/sent out/failed out/incoming
        gateway() { "$ATRIUM-gateway" "$@"; }
        ana() { atrium --user ana --password-file password -c sms "$@"; }
        ana -c "gateway add folder $PWD/out" > /dev/null

        """

    @Test func `a command has its message sent, and takes in what came`() async throws {
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            Self.start + """
                ana -c 'send --yes +15551234567 Hello'
                printf 'From: 15551234567\\n\\nHello you' > out/incoming/1
                ana -c receive -c receive
                ls out | grep -c '^atrium-'
                mv out/atrium-* out/sent
                gateway --once
                ana -c gateway | grep '^Sent'
                """)
        #expect(
            outcome.output == """
                Message 1 to +15551234567: accepted.
                New messages: 1.
                New messages: 0.
                1
                Sent       1

                """)
        #expect(outcome.error == "")
    }

    @Test func `what is killed again and again sends each message once`() async throws {
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            Self.start + """
                count=60
                i=0
                while [ $i -lt $count ]; do echo "send --yes +155500000$((10 + i % 20)) text $i"; i=$((i + 1)); done > lines
                # While another process has the lock nothing is sent.
                (echo sms; cat lines) | flock "$ATRIUM_HOME/gateway.lock" "$ATRIUM" --user ana --password-file password \\
                    | grep -c ': kept'
                ls out | grep -c '^atrium-'
                # The gateway takes what there is, as soon as it is there.
                (while [ ! -e stop ]; do mv out/atrium-* out/sent/ 2> /dev/null; done) &
                i=0
                while [ $i -lt 25 ]; do
                    "$ATRIUM-gateway" & pid=$!
                    sleep 0.0$((i % 5 + 1))
                    kill -9 $pid; wait $pid 2> /dev/null
                    i=$((i + 1))
                done
                gateway --once; gateway --once
                touch stop; wait
                mv out/atrium-* out/sent/ 2> /dev/null
                ls out/sent | wc -l
                ls out/sent | cut -d- -f2 | sort -u | wc -l
                gateway --once
                ana -c gateway | grep -E '^(Kept|Handed|Accepted|In doubt|Sent)'
                """)
        #expect(
            outcome.output == """
                60
                0
                60
                60
                Kept       0
                Sent       60

                """)
    }

    /// Makes an account with a gateway that is Kannel’s.
    private static func kannel(_ server: LoopbackServer) -> String {
        """
        ana() { atrium --user ana --password-file password -c sms "$@"; }
        echo kannel-secret > secret
        ana -c "gateway add kannel \(server.address) --user tester --from 8123 --secret secret" > /dev/null

        """
    }

    @Test func `Kannel gets each message once, and its password is nowhere in clear`() async throws {
        let server = try LoopbackServer { request, _ in
            guard request.query["password"] == "kannel-secret" else { return .answer(403, "Authorization failed") }
            return request.query["to"] == nil
                ? .answer(400, "Missing receiver number, rejected") : .answer(202, "0: Accepted for delivery")
        }
        defer { server.end() }
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            Self.kannel(server) + """
                ana -c 'gateway test kannel' -c 'send --yes +15551234567 Hello' -c receive
                grep -rl kannel-secret data; ls -l data/gateway.key | cut -c1-10
                printf 'wrong\\n' > secret
                ana -c 'gateway password kannel --secret secret' -c 'gateway test kannel'
                """)
        #expect(
            outcome.output == """
                Gateway kannel can be used.
                Message 1 to +15551234567: accepted.
                New messages: 0.
                -rw-------
                Gateway kannel has a new password.

                """)
        #expect(outcome.error.contains("403: Authorization failed): change it with gateway password"))
        let texts = server.requests.compactMap { $0.query["text"] }
        #expect(texts == ["Hello"])
    }

    @Test func `the password of the login is none for a gateway`() async throws {
        let server = try LoopbackServer { _, _ in .answer(403, "Authorization failed") }
        defer { server.end() }
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            "atrium --user ana --password-file password -c sms -c 'gateway add kannel \(server.address) --user ana'")
        #expect(outcome.status != 0)
        #expect(outcome.error.contains("asked a question"), "\(outcome.error)")
        #expect(server.requests.isEmpty)
    }

    @Test func `a worker that is killed while Kannel answers leaves the message to the user`() async throws {
        let server = try LoopbackServer { request, _ in
            request.query["to"] == nil ? .answer(400, "Missing receiver number, rejected") : .silence
        }
        defer { server.end() }
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            Self.kannel(server) + """
                (echo sms; echo 'send --yes +15551234567 Hello') | flock data/gateway.lock "$ATRIUM" --user ana \\
                    --password-file password > /dev/null
                "$ATRIUM-gateway" & pid=$!
                waits "ana -c gateway | grep -q 'Handed over'"
                kill -9 $pid; wait $pid 2> /dev/null
                "$ATRIUM-gateway" --once; "$ATRIUM-gateway" --once
                ana -c gateway | grep -E '^(Kept|Handed|Accepted|In doubt)'
                ana -c 'resend 1 --sent' -c 'thread +15551234567' | grep -c Hello
                """)
        #expect(outcome.output == "Kept       0\nIn doubt   1\n1\n")
        #expect(server.requests.count { $0.query["to"] != nil } == 1)
    }

    @Test func `a telephone gets a message once, whatever is killed, and says what became of it`() async throws {
        let known = Mutex<Set<String>>([])
        let server = try LoopbackServer { request, _ in
            if request.line.hasPrefix("GET /health") { return .answer(200, #"{"status":"pass"}"#) }
            guard request.fields["authorization"] == "Basic c21zOnBob25lLXNlY3JldA==" else { return .answer(401, "") }
            if request.line.contains(" /inbox") { return .answer(404, "") }
            let id =
                request.line.hasPrefix("POST")
                ? String(request.body.split(separator: #""id":""#).last?.prefix(32) ?? "")
                : String(request.line.dropFirst("GET /messages/".count).prefix(32))
            let state = #"{"id":"\#(id)","state":"Delivered","recipients":[]}"#
            if request.line.hasPrefix("GET") {
                return known.withLock { $0.contains(id) } ? .answer(200, state) : .answer(404, "")
            }
            // The first one is taken, and nobody hears of it.
            return known.withLock { $0.insert(id).inserted } ? .silence : .answer(409, "{}")
        }
        defer { server.end() }
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            """
            ana() { atrium --user ana --password-file password -c sms "$@"; }
            echo phone-secret > secret
            ana -c 'gateway add android \(server.address) --user sms --secret secret' -c 'gateway test android'
            (echo sms; echo 'send --yes +15551234567 Hello') | flock data/gateway.lock "$ATRIUM" --user ana \
                --password-file password > /dev/null
            "$ATRIUM-gateway" & pid=$!
            waits "ana -c gateway | grep -q 'Handed over'"
            kill -9 $pid; wait $pid 2> /dev/null
            "$ATRIUM-gateway" --once
            ana -c gateway | grep -E '^(Kept|Handed|Accepted|In doubt|Sent|Delivered)'
            """)
        #expect(
            outcome.output == """
                Gateway android sends from now on.
                Gateway android can be used.
                Kept       0
                Sent       0
                Delivered  1

                """)
        #expect(known.withLock { $0.count } == 1)
        #expect(server.requests.count { $0.line.hasPrefix("POST /messages") } == 1)
    }

    @Test func `one that dies is followed by the next`() async throws {
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            Self.start + """
                "$ATRIUM-gateway" & first=$!
                waits '! flock -n "$ATRIUM_HOME/gateway.lock" true'
                "$ATRIUM-gateway" & second=$!
                kill -9 $first; wait $first 2> /dev/null
                waits '! flock -n "$ATRIUM_HOME/gateway.lock" true'
                ana -c 'send --yes +15551234567 Hello'
                waits 'ls out | grep -q "^atrium-"'
                kill $second; wait $second; echo $?
                """)
        #expect(outcome.output.hasSuffix("\n0\n"))
        #expect(outcome.status == 0)
    }
}
