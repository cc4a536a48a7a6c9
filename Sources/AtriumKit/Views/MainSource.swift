// SPDX-License-Identifier: GPL-3.0-or-later

/// What an app’s main panel shows.
@MainActor
public enum MainSource {
    /// Things, one of which may be selected.
    case list(any ListProviding)
    /// A text.
    case document(DocumentSource)
}
