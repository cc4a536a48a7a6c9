// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import FrontMatter
public import NotesDomain
package import Session

extension FolderRefusal: UserFacing {
    package var code: String { "notes.front-matter" }

    package var sentence: LocalizedText {
        switch refusal.reason {
        case .referredTo: Strings.refusalReferredTo(file: file, field: refusal.field)
        case .twice: Strings.refusalTwice(file: file, field: refusal.field)
        case .form: Strings.refusalForm(file: file, field: refusal.field)
        case .notYAML: Strings.refusalNotYaml(file: file)
        }
    }
}
