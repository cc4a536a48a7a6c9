// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What was read and is not there any more, since it was removed elsewhere: nothing takes its place until whoever reads
/// goes on.
extension DocumentPanel {
    /// Something that is read.
    struct Reading {
        let id: String
        let title: LocalizedText
        let isOpen: Bool
        /// All of it, where the app says that.
        fileprivate let text: String?
        /// How often documents were closed before.
        fileprivate let closings: Int
    }

    /// Whether it is said that what was read is gone: commands that name nothing mean nothing then.
    package var isLost: Bool { lost != nil }

    /// What is said of what was read and is gone; nil where nothing is.
    package var lossText: LocalizedText? {
        lost.map { lost in
            LocalizedText("document.lost") {
                Strings.documentLost(title: lost.title.string(in: $0)).string(in: $0)
            }
        }
    }

    /// What is read now; nil where nothing is, or where that is gone.
    var reading: Reading? {
        guard lost == nil, let source = supply(), source.id == sight.shown, !source.id.isEmpty else { return nil }
        return Reading(
            id: source.id, title: source.title, isOpen: source.isOpen, text: source.wholeText(), closings: closings)
    }

    /// Compares what was read with what the app has after data have changed elsewhere.
    ///
    /// - Parameter isUnlisted: Whether what is selected in the list is there no more.
    func noteLoss(of reading: Reading, isUnlisted: Bool) {
        // Somebody has closed it meanwhile.
        guard reading.closings == closings else { return }
        let now = supply()
        let isGone = reading.isOpen ? now?.id != reading.id || now?.isOpen != true : isUnlisted
        if isGone { lost = reading }
        // Somebody may read what was written by nobody here.
        if !isGone, let now, now.id == reading.id, let text = reading.text, now.wholeText() != text {
            rewritten = now.title
        }
    }

    /// What is read and was changed elsewhere since this was asked last; nil where nothing was.
    package func takeRewritten() -> LocalizedText? {
        defer { rewritten = nil }
        return rewritten
    }

    /// Shows what the app has: whoever reads does something.
    func endLoss() { lost = nil }

    /// Closes what is open, or takes away that what was read is gone.
    package func close() {
        closings += 1
        lost = nil
        supply()?.close()
    }

    /// What the app has, or in its place that what was read is gone.
    func source() -> DocumentSource? {
        guard let lost, let lossText else { return supply() }
        return DocumentSource(id: "\u{0}\(lost.id)", title: lost.title, isOpen: lost.isOpen) {
            [[.text(lossText.string(in: $0.language), .accented)]]
        }
    }
}
