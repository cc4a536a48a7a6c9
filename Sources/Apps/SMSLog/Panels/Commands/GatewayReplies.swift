// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumKit
import AtriumSession
import SMSLogLogic

/// The replies about gateways.
@MainActor
enum GatewayReplies {
    /// Reports that a gateway was added, which messages it sends, and whether it can be used.
    static func added(_ gateway: Gateway, to service: SMSLogService) async throws -> Reply {
        var notices = try await trouble(gateway, service)
        if let address = GatewayAddress(gateway.place), address.isReadable {
            notices.append(Strings.gatewayReadable(host: address.host))
        }
        if gateway.kind == .kannel, let user = gateway.user { notices.append(Strings.gatewayKannelParts(user: user)) }
        notices += callNotices(gateway, service)
        let first = try await service.gateways.sending()?.name ?? gateway.name
        if first == gateway.name {
            notices += left(beside: try await service.gateways.queue(), of: try await service.written())
        }
        return Reply(
            .message(
                first == gateway.name
                    ? Strings.gatewayUsed(name: gateway.name)
                    : Strings.gatewayAddedBehind(name: gateway.name, first: first),
                facts: [
                    Fact("name", .text(gateway.name)), Fact("kind", gateway.kind.word),
                    Fact("place", .text(gateway.place)),
                ]), notices: notices)
    }

    /// The notice about messages that were kept while there was no gateway, and wait for the user.
    private static func left(beside queue: [QueuedMessage], of written: [SendStatus: Int]) -> [LocalizedText] {
        let left = (written[.pending] ?? 0) - queue.count { $0.status == .pending }
        return left > 0 ? [Strings.gatewayLeft(count: left)] : []
    }

    /// Reports the new place that waits for the calls of a gateway.
    static func set(_ name: String, in service: SMSLogService, notices: [LocalizedText]) async throws -> Reply {
        let gateway = try await service.gateways.gateway(named: name)
        var notices = notices
        if gateway.listen != nil { notices += try await trouble(gateway, service) + callNotices(gateway, service) }
        return Reply(
            .message(
                gateway.listen.map { Strings.gatewayListens(name: name, place: $0) }
                    ?? Strings.gatewayListensNoMore(name: name),
                facts: [Fact("name", .text(name)), Fact("listen", MessageReplies.optional(gateway.listen))]),
            notices: notices)
    }

    /// Reports the new daily limit of a gateway.
    static func limited(_ gateway: Gateway) -> Reply {
        .message(
            gateway.limit.most.map { Strings.gatewayDaily(name: gateway.name, count: $0) }
                ?? Strings.gatewayDailyOff(name: gateway.name),
            Fact("name", .text(gateway.name)), Fact("daily", gateway.limit.most.map { .number($0) } ?? .none))
    }

    /// Whether a gateway can be used.
    private static func trouble(_ gateway: Gateway, _ service: SMSLogService) async throws -> [LocalizedText] {
        do {
            try await service.gateways.test(gateway.name)
            return []
        } catch let error as any UserFacing { return [error.sentence] }
    }

    /// The steps before a gateway calls, and the warnings.
    private static func callNotices(_ gateway: Gateway, _ service: SMSLogService) -> [LocalizedText] {
        guard let listen = gateway.listen.flatMap(ListenAddress.init),
            let address = service.gateways.callbacks(of: gateway)
        else { return [] }
        var notices: [LocalizedText] = []
        if gateway.kind == .kannel {
            let lines = KannelCallback.configuration(of: address).filter { !$0.isEmpty }
            notices.append(Strings.gatewayKannelLines)
            notices += lines.map { LocalizedText(verbatim: $0) }
        } else if !address.base.hasPrefix("https:") {
            notices.append(Strings.gatewayAndroidCallback(port: Int(listen.port)))
        }
        if !listen.isLoopback { notices.append(Strings.gatewayListensOutside(place: listen.text)) }
        if !service.gateways.isListening { notices.append(Strings.gatewayListensWhenRunning) }
        return notices
    }

    /// The sending of messages by a gateway, and its state.
    static func state(of gateway: Gateway?, in service: SMSLogService) async throws -> Reply {
        let written = try await service.written()
        guard let gateway else {
            return Reply(
                .detail(
                    Detail(
                        fields: [.init("name", Strings.columnName, .word(key: "none", Strings.gatewayNone))]
                            + StatsCommands.counts(written, of: [.pending, .sent, .delivered, .failed]))))
        }
        let queue = try await service.gateways.queue()
        var fields: [Detail.Field] = [
            .init("name", Strings.columnName, .text(gateway.name)),
            .init("kind", Strings.columnKind, gateway.kind.word),
            .init("place", Strings.columnPlace, .text(gateway.place)),
        ]
        if let user = gateway.user { fields.append(.init("user", Strings.columnUser, .text(user))) }
        if let sender = gateway.sender { fields.append(.init("from", Strings.columnSender, .text(sender))) }
        if let sim = gateway.sim { fields.append(.init("sim", Strings.columnSim, .number(sim))) }
        if gateway.listen != nil {
            fields.append(.init("listening", Strings.columnListening, listening(gateway, service.gateways.isListening)))
            if let callback = gateway.callback {
                fields.append(.init("callback", Strings.columnCallback, .text(callback)))
            }
            if gateway.kind == .android {
                fields.append(.init("signed", Strings.columnSigned, .flag(gateway.signing != nil)))
            }
            fields.append(.init("heard", Strings.columnHeard, heard(gateway)))
        }
        if let most = gateway.limit.most {
            fields.append(.init("daily", Strings.columnDaily, .number(most)))
            fields.append(.init("today", Strings.columnToday, .number(service.gateways.givenToday(gateway))))
        }
        if let trouble = gateway.trouble {
            fields.append(.init("trouble", Strings.columnTrouble, GatewayReason(stored: trouble).value))
        }
        if let retry = gateway.retry { fields.append(.init("retry", Strings.columnRetry, .timestamp(retry))) }
        let stages: [(SendProgress, Handover)] = [
            (.kept, .waiting), (.scheduled, .scheduled), (.handedOver, .begun), (.accepted, .taken),
            (.doubtful, .doubtful),
        ]
        for (stage, handover) in stages {
            let count = queue.count { $0.handover == handover && $0.status == .pending }
            if stage == .kept || count > 0 { fields.append(.init(stage.rawValue, stage.label, .count(count))) }
        }
        let lines =
            gateway.kind == .kannel ? service.gateways.callbacks(of: gateway).map(KannelCallback.configuration) : nil
        return Reply(
            .detail(
                Detail(
                    fields: fields + StatsCommands.counts(written, of: [.sent, .delivered, .failed]),
                    text: lines.map { Fact("configuration", .text($0.joined(separator: "\n"))) })),
            notices: left(beside: queue, of: written))
    }

    static func records(of gateways: [Gateway], in service: SMSLogService) -> Records {
        let isRunning = service.gateways.isListening
        return Records(
            gateways,
            [
                .init("name", Strings.columnName) { .text($0.name) },
                .init("kind", Strings.columnKind) { $0.kind.word },
                .init("place", Strings.columnPlace) { .text($0.place) },
                .init("listening", Strings.columnListening) { listening($0, isRunning) },
                .init("heard", Strings.columnHeard) { $0.listen == nil ? .none : heard($0) },
                .init("trouble", Strings.columnTrouble) { $0.trouble.map { GatewayReason(stored: $0).value } ?? .none },
            ], whenEmpty: Strings.gatewayNoneYet)
    }

    /// Whether the calls of a gateway are waited for.
    private nonisolated static func listening(_ gateway: Gateway, _ isRunning: Bool) -> Value {
        guard let listen = gateway.listen else { return .none }
        if !isRunning { return .word(key: "not-running", Strings.listeningNotRunning) }
        return gateway.deaf.map { GatewayReason(stored: $0).value } ?? .text(listen)
    }

    private nonisolated static func heard(_ gateway: Gateway) -> Value {
        gateway.heard.map { .timestamp($0) } ?? .word(key: "never", Strings.heardNever)
    }
}
