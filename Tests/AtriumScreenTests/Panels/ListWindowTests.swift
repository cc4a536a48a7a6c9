// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumKit
@testable import AtriumScreen
import Dice
import Testing

/// The loaded part of a long list.
@MainActor
struct ListWindowTests {
    /// A list of whole numbers, which counts what is read of it.
    @MainActor
    private final class Numbers {
        var all: [Int]
        var read = 0
        var largest = 0

        init(_ count: Int) { all = Array(0..<count) }

        func load(after last: Int?, limit: Int) async throws -> [Int] {
            let found = Array(all.drop { number in last.map { number <= $0 } ?? false }.prefix(limit))
            read += found.count
            largest = max(largest, found.count)
            return found
        }
    }

    @Test(arguments: [0, 1, 49, 50, 51, 1_000, 1_001, 2_020])
    func `a list is there to its end, and back to its beginning`(count: Int) async throws {
        let numbers = Numbers(count)
        var window = try await ListWindow<Int>().refreshed(numbers.load)
        var seen = Set(window.elements)
        for _ in 0..<count where window.hasMore {
            window = try await window.next(far: false, numbers.load)
            seen.formUnion(window.elements)
            #expect(window.elements.count <= 1_000)
            #expect(window.elements.first == (count == 0 ? nil : window.passedCount))
        }
        #expect(seen.count == count)
        #expect(window.elements.last == (count == 0 ? nil : count - 1))
        for _ in 0..<count where window.before != nil { window = try await window.previous(numbers.load) }
        #expect(window.elements.first == (count == 0 ? nil : 0))
        #expect(window.passedCount == 0)
    }

    @Test func `a step costs a page, wherever it is`() async throws {
        let numbers = Numbers(20_000)
        var window = try await ListWindow<Int>().refreshed(numbers.load)
        while window.hasMore { window = try await window.next(far: false, numbers.load) }
        #expect(window.elements.last == 19_999)
        #expect(numbers.largest == 51)
        // Each was read once, and one more with every page.
        #expect(numbers.read < 20_600)
        window = try await window.refreshed(numbers.load)
        #expect(numbers.largest <= 1_001)
    }

    @Test(arguments: [0, 1, 50, 60, 1_200])
    func `a list that was asked for up to a limit ends there`(limit: Int) async throws {
        let numbers = Numbers(2_020)
        var window = try await ListWindow<Int>(limit: limit).refreshed(numbers.load)
        var last = window.elements.last
        while window.hasMore {
            window = try await window.next(far: false, numbers.load)
            last = window.elements.last
        }
        #expect(last.map { $0 + 1 } ?? 0 == limit)
        #expect(window.passedCount + window.elements.count == limit)
    }

    @Test func `what comes and goes meanwhile leaves no gap and nothing twice`() async throws {
        var dice = Dice(seed: 7)
        let numbers = Numbers(3_000)
        var window = try await ListWindow<Int>().refreshed(numbers.load)
        for _ in 0..<300 {
            switch dice.roll(4) {
            case 0 where !numbers.all.isEmpty: numbers.all.remove(at: dice.roll(numbers.all.count))
            case 1: window = try await window.previous(numbers.load)
            case 2: window = try await window.refreshed(numbers.load)
            default: window = try await window.next(far: false, numbers.load)
            }
            let now = try await window.refreshed(numbers.load)
            let start = try #require(now.elements.first)
            #expect(now.elements == Array(numbers.all.drop { $0 < start }.prefix(now.elements.count)))
        }
        numbers.all = Array(numbers.all.prefix(3))
        #expect(try await window.refreshed(numbers.load).elements == numbers.all)
    }
}
