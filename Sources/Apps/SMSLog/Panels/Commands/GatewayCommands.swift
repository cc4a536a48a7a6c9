// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Gateways
import SMSLogDomain
import SMSLogLogic
import Session

/// What messages are sent through, and taking in what came.
@MainActor
enum GatewayCommands {
    static let all: [Command<SMSLogModel>] = [gateway, receive]

    private static let subject = Parameter.word(
        "gateway", values: .item("gateway"), summary: Strings.parameterGateway,
        terms: GatewayKind.allCases.map { .init($0.rawValue, $0.title) })
    private static let place = Parameter.file("place", summary: Strings.parameterPlace)
    private static let user = Parameter.word("user", placeholder: "NAME", summary: Strings.optionGatewayUser)
    private static let sender = Parameter.word("from", placeholder: "SENDER", summary: Strings.optionGatewaySender)
    private static let sim = Parameter.number("sim", placeholder: "N", summary: Strings.optionGatewaySim)
    private static let secretFile = Parameter.file("secret", placeholder: "FILE", summary: Strings.optionGatewaySecret)

    private static let gateway = Command<SMSLogModel>(
        "gateway", category: .writing, summary: Strings.commandGateway,
        parameters: .optional(.choice("action", GatewayAction.self, summary: Strings.parameterGatewayAction)),
        .optional(subject), .optional(place),
        .option(.word("name", placeholder: "NAME", summary: Strings.optionGatewayName)), .option(user), .option(sender),
        .option(sim), .option(secretFile),
        examples: [
            "gateway", "gateway add folder ~/outbox", "gateway add gammu ~/spool --name phone",
            "gateway add kannel http://127.0.0.1:13013 --user ana --from 8123",
            "gateway add android http://192.168.1.20:8080 --user sms --sim 2", "gateway list", "gateway test phone",
            "gateway use phone", "gateway password android", "gateway remove phone",
        ]
    ) { model, context, action, subject, place, name, user, sender, sim, secretFile in
        let service = model.service
        switch action {
        case nil: return try await state(of: service)
        case .list: return Reply(.records(records(of: try await service.gateways())))
        case .add:
            let kind = try kind(try required(subject, GatewayCommands.subject))
            let gateway = try NewGateway(
                kind: kind, place: try required(place, GatewayCommands.place), name: name, user: user, sender: sender,
                sim: sim
            ).gateway(in: context)
            guard try await !service.gateways().contains(where: { $0.name == gateway.name }) else {
                throw SMSLogFault.gatewayExists(gateway.name)
            }
            let password = kind.isOfNetwork ? try await password(of: gateway.name, secretFile, context) : nil
            if !kind.isOfNetwork, secretFile != nil { throw SMSLogFault.uselessOption("--secret", kind: kind) }
            try await service.add(gateway, password: password)
            return try await added(gateway, to: service)
        case .password:
            let name = try required(subject, GatewayCommands.subject)
            try await service.networkGateway(name)
            try await service.setPassword(try await password(of: name, secretFile, context), ofGateway: name)
            return .message(Strings.gatewayPasswordSet(name: name), Fact("name", .text(name)))
        case .use:
            let name = try required(subject, GatewayCommands.subject)
            try await service.use(gateway: name)
            return .message(Strings.gatewayUsed(name: name), Fact("name", .text(name)))
        case .remove:
            let name = try required(subject, GatewayCommands.subject)
            try await service.remove(gateway: name)
            let next = try await service.gateway()?.name
            return .message(
                next.map { Strings.gatewayRemoved(name: name, next: $0) } ?? Strings.gatewayRemovedLast(name: name),
                Fact("name", .text(name)), Fact("next", MessageReplies.optional(next)))
        case .test:
            let name = try required(subject, GatewayCommands.subject)
            try await service.test(gateway: name)
            return .message(Strings.gatewayTested(name: name), Fact("name", .text(name)))
        }
    }

    private static let receive = Command<SMSLogModel>(
        "receive", category: .exchange, summary: Strings.commandReceive, examples: ["receive"]
    ) { model, _ in
        guard let gateway = try await model.service.gateway() else { return .message(Strings.receivedNothing) }
        let all = try await model.service.receive()
        // Nobody is told of what comes from those who are muted or blocked.
        let messages = all.filter { $0.marks.isDisjoint(with: [.muted, .blocked]) }
        let trouble = try await model.service.gateways().compactMap { gateway in
            gateway.trouble.map { SMSLogFault.gatewayTrouble(gateway.name, reason: $0).sentence }
        }
        return Reply(
            .message(
                Strings.received(count: messages.count),
                facts: [
                    Fact("received", .number(messages.count)), Fact("gateway", .text(gateway.name)),
                    Fact("ids", .list(messages.map { .number($0.id) })),
                    Fact("silent", .number(all.count - messages.count)),
                ]), notices: trouble, status: trouble.isEmpty ? .success : .failure)
    }

    private static func required<Value>(_ value: Value?, _ parameter: Parameter<Value>) throws(CommandFault) -> Value {
        guard let value else { throw .missing(parameter) }
        return value
    }

    /// The password of a gateway: the first line of a file, or what somebody types unseen.
    private static func password(
        of name: String, _ file: FileReference?, _ context: CommandContext
    ) async throws -> Secret {
        guard let file else {
            return try await context.prompter.ask(untilRight: {
                try await context.prompter.askSecretInPerson(Strings.promptGateway(name: name))
            }) { try checked($0) }
        }
        let text = try await FileContents.text(readingAsideAt: context.path(of: file), limit: 4096)
        let line = text.split(omittingEmptySubsequences: false) { $0.isNewline }.first ?? ""
        return try checked(Secret(String(line)))
    }

    private static func checked(_ password: Secret) throws -> Secret {
        if password.bytes.isEmpty { throw SMSLogFault.noPassword }
        return password
    }

    private static func kind(_ word: String) throws(CommandFault) -> GatewayKind {
        guard let kind = GatewayKind(rawValue: word) else {
            throw .notAChoice(name: "gateway", value: word, choices: GatewayKind.allCases.map(\.rawValue))
        }
        return kind
    }

    /// Says that a gateway is there, what it sends, and whether it can be used.
    private static func added(_ gateway: Gateway, to service: SMSLogService) async throws -> Reply {
        var notices: [LocalizedText] = []
        do { try await service.test(gateway: gateway.name) } catch let error as any UserFacing {
            notices.append(error.sentence)
        }
        if let address = GatewayAddress(gateway.place), address.isReadable {
            notices.append(Strings.gatewayReadable(host: address.host))
        }
        if gateway.kind == .kannel, let user = gateway.user { notices.append(Strings.gatewayKannelParts(user: user)) }
        let first = try await service.gateway()?.name ?? gateway.name
        return Reply(
            .message(
                first == gateway.name
                    ? Strings.gatewayAdded(name: gateway.name)
                    : Strings.gatewayAddedBehind(name: gateway.name, first: first),
                facts: [
                    Fact("name", .text(gateway.name)), Fact("kind", gateway.kind.word),
                    Fact("place", .text(gateway.place)),
                ]), notices: notices)
    }

    /// How messages are sent, and how that goes.
    private static func state(of service: SMSLogService) async throws -> Reply {
        let tally = try await service.tally()
        guard let gateway = try await service.gateway() else {
            return Reply(
                .detail(
                    Detail(
                        fields: [.init("name", Strings.columnName, .word(key: "none", Strings.gatewayNone))]
                            + StatsCommands.counts(tally, of: [.pending, .sent, .delivered, .failed]))))
        }
        let queue = try await service.queue()
        var fields: [Detail.Field] = [
            .init("name", Strings.columnName, .text(gateway.name)),
            .init("kind", Strings.columnKind, gateway.kind.word),
            .init("place", Strings.columnPlace, .text(gateway.place)),
        ]
        if let user = gateway.user { fields.append(.init("user", Strings.columnUser, .text(user))) }
        if let sender = gateway.sender { fields.append(.init("from", Strings.columnSender, .text(sender))) }
        if let sim = gateway.sim { fields.append(.init("sim", Strings.columnSim, .number(sim))) }
        if let trouble = gateway.trouble {
            fields.append(.init("trouble", Strings.columnTrouble, GatewayReason(stored: trouble).value))
        }
        if let retry = gateway.retry { fields.append(.init("retry", Strings.columnRetry, .timestamp(retry))) }
        let stages: [(SendProgress, Handover)] = [
            (.kept, .waiting), (.handedOver, .begun), (.accepted, .taken), (.doubtful, .doubtful),
        ]
        for (stage, handover) in stages {
            let count = queue.count { $0.handover == handover && $0.status == .pending }
            if stage == .kept || count > 0 { fields.append(.init(stage.rawValue, stage.title, .number(count))) }
        }
        return Reply(
            .detail(Detail(fields: fields + StatsCommands.counts(tally, of: [.sent, .delivered, .failed]))))
    }

    private static func records(of gateways: [Gateway]) -> Records {
        Records(
            columns: [
                .init("name", Strings.columnName), .init("kind", Strings.columnKind),
                .init("place", Strings.columnPlace), .init("trouble", Strings.columnTrouble),
            ],
            rows: gateways.map {
                [
                    .text($0.name), $0.kind.word, .text($0.place),
                    $0.trouble.map { GatewayReason(stored: $0).value } ?? .none,
                ]
            }, whenEmpty: Strings.gatewayNoneYet)
    }
}

/// What `gateway` does.
private enum GatewayAction: String, CommandChoice {
    case list, add, use, password, remove, test

    var meaning: LocalizedText? {
        switch self {
        case .list: Strings.gatewayActionList
        case .add: Strings.gatewayActionAdd
        case .use: Strings.gatewayActionUse
        case .password: Strings.gatewayActionPassword
        case .remove: Strings.gatewayActionRemove
        case .test: Strings.gatewayActionTest
        }
    }
}
