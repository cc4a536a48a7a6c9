// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import string_catalog

@Suite struct FormatReaderTests {
    @Test func splitsAtPlaceholders() throws {
        let pieces = try FormatReader.read("%@: %lld%% of %2$d%1$@ %#@books@", isSubstitutionForm: false)
        #expect(
            pieces == [
                .argument(position: nil, kind: .string), .text(": "), .argument(position: nil, kind: .integer),
                .text("% of "), .argument(position: 2, kind: .integer), .argument(position: 1, kind: .string),
                .text(" "), .substitution("books"),
            ])
    }

    @Test func knowsTheNumberOfASubstitution() throws {
        #expect(
            try FormatReader.read("%arg notes", isSubstitutionForm: true) == [.substitutionNumber, .text(" notes")])
    }

    @Test(arguments: [
        "%", "100 %", "%f", "%.2f", "%5d", "%-d", "%x", "%i", "%u", "%s", "%c", "%lu", "%l", "%ll", "%0$@", "%1$",
        "%1@", "%$@", "%99999999999999999999$@", "%#@", "%#@@", "%#@a", "%arg", "% d", "%é",
    ])
    func refuses(_ text: String) {
        #expect(throws: CatalogFault.Reason.placeholder(String(text.drop { $0 != "%" }.prefix(6)))) {
            try FormatReader.read(text, isSubstitutionForm: false)
        }
    }
}
