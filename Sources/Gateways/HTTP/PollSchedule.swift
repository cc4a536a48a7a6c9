// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
import Synchronization

/// When a gateway that tells of messages only when it is asked is asked for which: soon after something has changed, and
/// then ever less often.
///
/// It lasts as long as the process; a new one begins by asking for all.
package final class PollSchedule: Sendable {
    private struct Poll {
        var state: String?
        var pause: Duration
        var next: Timestamp
    }

    private static let (first, longest) = (Duration.seconds(5), Duration.seconds(900))
    /// So many are asked for in one go; the others are next.
    private static let most = 50

    private let clock: any WallClock
    /// So long nobody asks again for what a telephone has received.
    private static let inboxPause = Duration.seconds(60)

    /// When inboxes were asked for last, by addresses.
    private let inboxes = Mutex<[String: Timestamp]>([:])
    private let polls = Mutex<[String: Poll]>([:])

    /// A schedule by this clock.
    package init(clock: any WallClock) { self.clock = clock }

    /// Those that are to be asked for now, those that have waited longest first.
    func due(among messages: [TakenMessage]) -> [TakenMessage] {
        let now = clock.now
        return polls.withLock { polls in
            func next(_ message: TakenMessage) -> Timestamp {
                polls[message.reference]?.next ?? Timestamp(milliseconds: .min)
            }
            return Array(messages.filter { next($0) <= now }.sorted { next($0) < next($1) }.prefix(Self.most))
        }
    }

    /// Notes what was said of a message; nil: it is not known.
    func note(_ message: TakenMessage, state: String?) {
        let now = clock.now
        polls.withLock { polls in
            var poll = polls[message.reference] ?? Poll(state: nil, pause: Self.first / 2, next: now)
            poll.pause = poll.state == state ? min(Self.longest, poll.pause * 2) : Self.first
            (poll.state, poll.next) = (state, now + poll.pause)
            polls[message.reference] = poll
        }
    }

    /// When an inbox was asked for last, if that was, and the present; nil: it is not asked for now.
    func inbox(at address: String) -> (last: Timestamp?, now: Timestamp)? {
        let now = clock.now
        let last = inboxes.withLock { $0[address] }
        guard let last else { return (nil, now) }
        return last + Self.inboxPause <= now ? (last, now) : nil
    }

    /// Notes that an inbox was asked for.
    func noteInbox(at address: String, _ time: Timestamp) { inboxes.withLock { $0[address] = time } }

    /// Forgets those that nobody waits for any more.
    func keep(_ messages: [TakenMessage]) {
        let references = Set(messages.map(\.reference))
        polls.withLock { polls in polls = polls.filter { references.contains($0.key) } }
    }
}
