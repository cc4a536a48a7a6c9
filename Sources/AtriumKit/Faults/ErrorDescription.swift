// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumFaults
public import AtriumSession

/// An error as a user meets it.
public struct ErrorDescription: Sendable {
    package let code: String
    /// The sentence for the user.
    public let sentence: LocalizedText
    package let status: ExitStatus
    /// The output of a program before its failure; to be shown before the sentence.
    package let output: [String]

    /// The sentence for any error: its own if it is meant for users, otherwise one that says that this is a mistake
    /// of the program, with the type of the error but none of its values, which may be a user’s data.
    public init(_ error: any Error) {
        // Cancelled work throws the language’s own error.
        let error: any Error = error is CancellationError ? CommandFault.stopped : error
        let fault = error as? any UserFacing ?? Unexpected(type: String(describing: type(of: error)))
        code = fault.code
        sentence = fault.sentence
        status = fault.status
        output = (error as? ProgramFailure)?.output ?? []
    }
}

private struct Unexpected: UserFacing {
    let type: String
    var code: String { "unexpected" }
    var sentence: LocalizedText { Strings.faultUnexpected(type: type) }
}

/// A question to which only yes goes on, and to which the input had no answer.
struct UnansweredQuestion: UserFacing {
    let question: LocalizedText

    var code: String { CommandFault.noAnswer.code }

    var sentence: LocalizedText {
        LocalizedText("fault.unanswered") { [question] language in
            Strings.faultUnanswered(question: question.string(in: language)).string(in: language)
        }
    }
}

/// The failure of a program, or its excessive output; the earlier output is part of the report.
package struct ProgramFailure: Error, Hashable {
    /// The fault.
    let fault: CommandFault
    /// The lines that it wrote.
    let output: [String]

    package init(fault: CommandFault, output: [String]) {
        self.fault = fault
        self.output = output
    }
}

extension ProgramFailure: UserFacing {
    package var code: String { fault.code }
    package var sentence: LocalizedText { fault.sentence }
    package var status: ExitStatus { fault.status }
}
