// SPDX-License-Identifier: GPL-3.0-or-later

/// Receives the text between the tags as well, for formats that keep any there.
package protocol XMLTextHandler: XMLHandler {
    /// A piece of the text of the last element begun and not ended, with its references and CDATA resolved.
    ///
    /// One text may come in any number of pieces, so that it never has to be held whole. White space between elements
    /// is text too.
    func text(_ piece: String) throws

    /// An entity that a definition elsewhere may know, by its name; only where `XMLDoctype.external` allows one.
    ///
    /// Delivered as a text such as `&nbsp;` by default.
    func entity(_ name: String) throws
}

extension XMLTextHandler {
    /// Takes the reference for a text.
    package func entity(_ name: String) throws { try text("&\(name);") }
}
