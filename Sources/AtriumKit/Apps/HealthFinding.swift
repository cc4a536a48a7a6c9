// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import AtriumStores

/// Something wrong with stored data or its surroundings, as an examination finds it.
public struct HealthFinding: Equatable, Sendable {
    /// The repair that was made, or the way to one.
    public enum Remedy: Equatable, Sendable {
        /// It was mended, in these words.
        case mended(LocalizedText)
        /// The examination can mend it.
        case mendable
        /// Only a backup has what is missing.
        case backup
        /// The user can do this.
        case advice(LocalizedText)
    }

    /// A stable word for programs, such as `notes.index`.
    public let code: String
    /// The state, and how much of it is so.
    public let sentence: LocalizedText
    /// The remedy, possible or already applied.
    public let remedy: Remedy

    /// Whether it was mended.
    public var isMended: Bool { if case .mended = remedy { true } else { false } }

    /// A finding of these facts.
    public init(_ code: String, _ sentence: LocalizedText, _ remedy: Remedy) {
        self.code = code
        self.sentence = sentence
        self.remedy = remedy
    }
}

extension HealthFinding.Remedy {
    /// It was mended, which is all there is to say.
    package static var done: Self { .mended(Strings.healthMended) }
}

extension HealthFinding {
    /// A finding in the rows of a store.
    ///
    /// - Parameters:
    ///   - finding: The rows, and what was done to them.
    ///   - app: The app whose rows they are.
    ///   - sentence: What is wrong with them.
    ///   - advice: What the user can do if the rows cannot be mended; `nil` for restoring a backup.
    public init(_ finding: StoreFinding, of app: AppID, _ sentence: LocalizedText, advice: LocalizedText? = nil) {
        let remedy: Remedy =
            switch finding.outcome {
            case .mended: .mended(Strings.healthMended)
            case .mendable: .mendable
            case .lost: advice.map { .advice($0) } ?? .backup
            }
        self.init("\(app).\(finding.damage)", sentence, remedy)
    }

    /// A finding in the values of a `ValueStore`.
    ///
    /// - Parameters:
    ///   - fault: The reason why a value cannot be read.
    ///   - app: The app whose value it is.
    public init(_ fault: StoreFault, of app: AppID) {
        self.init("\(app).value", fault.sentence, .advice(Strings.healthValue))
    }

    /// The remedy in words.
    package var advice: LocalizedText {
        switch remedy {
        case .mended(let text), .advice(let text): text
        case .mendable: Strings.healthMendable
        case .backup: Strings.healthBackup
        }
    }
}
