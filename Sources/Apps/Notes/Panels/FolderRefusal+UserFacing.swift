// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
public import NotesDomain
package import Session

extension FolderRefusal: UserFacing {
    package var code: String { "notes.front-matter" }

    package var sentence: LocalizedText {
        switch reason {
        case .referredTo: Strings.refusalReferredTo(file: file, field: field)
        case .twice: Strings.refusalTwice(file: file, field: field)
        case .form: Strings.refusalForm(file: file, field: field)
        case .notYAML: Strings.refusalNotYaml(file: file)
        }
    }
}
