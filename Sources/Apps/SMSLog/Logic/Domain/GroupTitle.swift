// SPDX-License-Identifier: GPL-3.0-or-later

/// A file’s name for a group, if it has several parts: some list the members, as in `Al Fa, Bea Ta & Ce`.
package struct GroupTitle: Hashable, Sendable {
    /// The parts between commas and the `&` before the last one.
    private let written: [String]
    /// The same as it is compared.
    private let parts: [String]
    /// Whether there are but commas between them.
    private let isOfCommas: Bool

    /// `nil` for a name of one part, which lists no members.
    package init?(_ name: String) {
        written = Self.written(in: name)
        parts = Self.parts(of: name)
        isOfCommas = written == name.split(separator: ",").map { Address(String($0)).text }
        guard parts.count > 1 else { return nil }
    }

    /// Whether it consists of one name of each member and nothing else, in any order.
    ///
    /// - Parameter members: The names of each member of the group.
    package func lists(_ members: [Set<String>]) -> Bool {
        let members = members.map { Set($0.map(Self.parts)) }
        var names = parts.map { [$0] }
        // A name may have a comma itself.
        for name in Set(members.joined()).sorted(by: { $0.count > $1.count }) where name.count > 1 {
            while let place = Self.place(of: name, in: names) {
                names.replaceSubrange(place..<(place + name.count), with: [name])
            }
        }
        guard names.count == members.count else { return false }
        var matching = Matching(names.map { name in members.indices.filter { members[$0].contains(name) } })
        return matching.isPerfect
    }

    /// The one part that is no known name of a member, and the one member left for it; `nil` if not all others
    /// are matched, or there are fewer than two of them: it might be a title with a person’s name in it.
    ///
    /// - Parameter members: As in `lists`.
    package func remainder(_ members: [Set<String>]) -> (name: String, member: Int)? {
        guard isOfCommas, parts.count > 2, parts.count == members.count else { return nil }
        let members = members.map { Set($0.map(Self.parts)) }
        let rest = parts.indices.filter { part in !members.contains { $0.contains([parts[part]]) } }
        let left = members.indices.filter { member in !parts.contains { members[member].contains([$0]) } }
        guard let part = rest.first, let member = left.first, rest.count == 1, left.count == 1 else { return nil }
        let others = parts.indices.filter { $0 != part }
        var matching = Matching(others.map { part in members.indices.filter { members[$0].contains([parts[part]]) } })
        return matching.isPerfect ? (written[part], member) : nil
    }

    /// The position of a name whose parts were taken for names.
    private static func place(of name: [String], in names: [[String]]) -> Int? {
        guard names.count >= name.count else { return nil }
        return (0...(names.count - name.count)).first { start in
            zip(names[start...], name).allSatisfy { $0 == [$1] }
        }
    }

    /// The address of a group whose members another group of this name has as well: its own name, made different from
    /// that one, from numbers, and from lists of members.
    package static func address(ofGroup name: String, beside other: String?) -> String {
        name != other && Address(name).form == .name ? name : "(\(name.replacing("~", with: "-")))"
    }

    private static func parts(of name: String) -> [String] { written(in: name).map { $0.lowercased() } }

    private static func written(in name: String) -> [String] {
        name.replacing(" & ", with: ",").split { ",，、".contains($0) }.map { Address(String($0)).text }
            .filter { !$0.isEmpty }
    }
}

/// Assigns a different value to each of several elements.
private struct Matching {
    /// The possible values of each element.
    private let choices: [[Int]]
    /// The element that holds each value.
    private var holders: [Int: Int] = [:]

    init(_ choices: [[Int]]) { self.choices = choices }

    /// Whether none is left without.
    var isPerfect: Bool {
        mutating get {
            for thing in choices.indices {
                var asked: Set<Int> = []
                guard place(thing, &asked) else { return false }
            }
            return true
        }
    }

    /// Gives an element one of its possible values, if need be by giving another element a different one.
    private mutating func place(_ thing: Int, _ asked: inout Set<Int>) -> Bool {
        for choice in choices[thing] where asked.insert(choice).inserted {
            if let holder = holders[choice], !place(holder, &asked) { continue }
            holders[choice] = thing
            return true
        }
        return false
    }
}
