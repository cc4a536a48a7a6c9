// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumKit
import AtriumSession
import AtriumStores
import SMSLogLogic

/// The reply about a message to send.
enum SendingReply {
    /// Sends a message by the gateways, and replies with its status.
    ///
    /// - Parameter numbers: The numbers of the person, if none was chosen.
    static func of(
        _ sent: Outbox.Outgoing, oneOf numbers: [Address] = [], in service: SMSLogService
    ) async throws -> Reply {
        var (trouble, now, gateway): (LocalizedText?, Message, Gateway?) = (nil, sent.message, nil)
        if sent.gateway != nil {
            trouble = try await work(of: service)
            do {
                (now, gateway) = (try await service.message(now.id), try await service.gateways.sending())
                if trouble == nil, now.progress == .kept { trouble = try await reason(now, gateway, in: service) }
            } catch let fault as StoreFault {
                // The message is stored, whether or not anything can be read now.
                (gateway, trouble) = (sent.gateway, trouble ?? fault.sentence)
            }
        }
        return Reply(
            .message(
                sentence(now, hasGateway: gateway != nil),
                facts: [
                    Fact("id", .number(now.id)), Fact("number", .text(now.address.text)),
                    Fact("status", now.statusWord), Fact("handed", .flag(now.handover == .taken)),
                    Fact("parts", .number(MessageLength(now.content).parts)),
                    Fact("gateway", MessageReplies.optional(gateway?.name)),
                    Fact("failure", MessageReplies.optional(now.failure)),
                ]), notices: choice(of: now, among: numbers) + (trouble.map { [$0] } ?? []),
            status: now.status == .failed ? .failure : .success)
    }

    /// The notice of the number to which a message goes, if it is one of several.
    private static func choice(of message: Message, among numbers: [Address]) -> [LocalizedText] {
        guard numbers.count > 1 else { return [] }
        let (number, name) = (message.address.text, message.displayName)
        return [numbers.listed { Strings.sendingNumber(number: number, name: name, numbers: $0) }]
    }

    /// Sends due messages, and returns the reason if it cannot; stored messages are sent later.
    static func work(of service: SMSLogService) async throws -> LocalizedText? {
        do { try await service.gateways.work() } catch let error as any UserFacing { return error.sentence }
        return nil
    }

    /// The reply for a message that waits for its time.
    ///
    /// - Parameter numbers: The numbers of the person, if none was chosen.
    static func scheduled(
        _ message: Message, oneOf numbers: [Address], in service: SMSLogService, _ zone: Zone
    ) async throws -> Reply {
        let time = CivilTime(message.date, in: zone).dateAndTime
        return Reply(
            .message(
                Strings.sendingScheduled(id: message.id, name: message.displayName, time: time),
                facts: [
                    Fact("id", .number(message.id)), Fact("number", .text(message.address.text)),
                    Fact("status", message.statusWord), Fact("at", .timestamp(message.date)),
                    Fact("parts", .number(MessageLength(message.content).parts)),
                ]),
            notices: choice(of: message, among: numbers) + (service.gateways.isListening ? [] : [Strings.sendingNobody])
        )
    }

    private static func sentence(_ message: Message, hasGateway: Bool) -> LocalizedText {
        let parts = MessageLength(message.content).parts
        return LocalizedText("sending") { language in
            let status = message.statusTitle.string(in: language)
            if let failure = message.failure, message.status == .failed {
                return GatewayReason(stored: failure).sentence { Strings.faultRefused(id: message.id, reason: $0) }
                    .string(in: language)
            }
            let said =
                hasGateway
                ? Strings.sending(id: message.id, name: message.displayName, status: status)
                : Strings.sendingNothing(id: message.id, name: message.displayName, status: status)
            // Each part is paid for.
            let more = parts > 1 ? " " + Strings.sendingParts(count: parts).string(in: language) : ""
            return said.string(in: language) + more
        }
    }

    /// The reason why a message waits though there is a gateway.
    private static func reason(
        _ message: Message, _ gateway: Gateway?, in service: SMSLogService
    ) async throws -> LocalizedText? {
        guard let gateway else { return nil }
        if gateway.trouble == nil, let most = gateway.limit.most, service.gateways.hasHadEnough(gateway) {
            return Strings.sendingTomorrow(name: gateway.name, count: most)
        }
        let entry = try await service.gateways.queue().first { $0.id == message.id }?.entry
        let reason = gateway.trouble ?? entry?.reason
        return reason.map { reason in
            GatewayReason(stored: reason).sentence { Strings.sendingLater(name: gateway.name, reason: $0) }
        }
    }
}
