// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter
import NotesDomain

extension FolderRefusal {
    init(file: String, _ refusal: FrontMatterRefusal) {
        let reason: Reason =
            switch refusal.reason {
            case .referredTo: .referredTo
            case .twice: .twice
            case .form: .form
            case .notYAML: .notYAML
            }
        self.init(file: file, field: refusal.field, reason: reason)
    }
}
