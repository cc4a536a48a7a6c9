// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// An error as a user meets it.
package struct Described {
    package let code: String
    package let sentence: LocalizedText
    package let status: ExitStatus
    /// What a program wrote before it failed; to be shown before the sentence.
    package let output: [String]

    /// The sentence for any error: its own when it is meant for users, otherwise one that says that this is a mistake
    /// of the program, with the type of the error but none of its values, which may be a user’s data.
    package init(_ error: any Error) {
        // Work that was told to stop says so by the language’s own error.
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
