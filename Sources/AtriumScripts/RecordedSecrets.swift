// SPDX-License-Identifier: GPL-3.0-or-later

/// The passwords that were typed in a recording, each with what stands for it.
///
/// One password always has the same stand-in, two have two, and one that is too short for an account has one that is as
/// short. A password may be typed, or shown, where nobody asked for it: it is replaced there too.
struct RecordedSecrets {
    /// The least number of characters of an account’s password.
    private static let shortest = 15
    /// Anything shorter stands by itself in too many places.
    private static let shortestAlone = 6

    private let password: String
    private var standIns: [String: String] = [:]

    /// - Parameter password: what users of scripts have for a password, the only one that stands for itself.
    init(password: String) {
        self.password = password
    }

    /// What stands for a password, which is known from here on.
    mutating func standIn(for secret: String) -> String {
        if secret == password || secret.isEmpty { return secret }
        if let known = standIns[secret] { return known }
        let number = standIns.count + 1
        let standIn =
            secret.count < Self.shortest
            ? String("\(number)" + String(repeating: "-", count: Self.shortest)).prefix(secret.count).description
            : "password number \(number) of this script"
        standIns[secret] = standIn
        return standIn
    }

    /// The text with every known password replaced.
    ///
    /// What is too short for an account’s password is replaced where it stands by itself, and left alone if it is a
    /// plain word: those are what commands and messages are made of.
    func redacted(_ text: String) -> String {
        // The longest first: one password may be a part of another.
        let known = standIns.sorted { ($0.key.count, $0.key) > ($1.key.count, $1.key) }
        return known.reduce(text) { text, known in
            let (secret, standIn) = known
            if secret.count >= Self.shortest { return text.replacing(secret, with: standIn) }
            guard secret.count >= Self.shortestAlone, !secret.allSatisfy(\.isLetter) else { return text }
            return Self.replacing(secret, by: standIn, in: text)
        }
    }

    private static func replacing(_ secret: String, by standIn: String, in text: String) -> String {
        var result = ""
        var rest = text[...]
        while let range = rest.firstRange(of: secret) {
            let before = rest[..<range.lowerBound].last ?? result.last
            let after = rest[range.upperBound...].first
            let isAlone = ![before, after].contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
            result += rest[..<range.lowerBound] + (isAlone ? standIn : secret)
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
