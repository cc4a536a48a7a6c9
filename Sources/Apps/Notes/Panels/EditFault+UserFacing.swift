// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
public import NotesDomain
package import Session

extension EditFault: UserFacing {
    package var code: String {
        switch self {
        case .gone, .goneProtected: "notes.gone"
        case .notSaved(let error): (error as? any UserFacing)?.code ?? "notes.not-saved"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .gone(let id): Strings.faultGone(id: id)
        case .goneProtected(let id, let new): Strings.faultGoneProtected(id: id, new: new)
        case .notSaved(let error):
            LocalizedText("notes.not-saved") { language in
                let reason = (error as? any UserFacing)?.sentence.string(in: language) ?? ""
                return Strings.faultEditKept(reason: reason).string(in: language)
            }
        }
    }

    package var status: ExitStatus {
        if case .notSaved(let error) = self { (error as? any UserFacing)?.status ?? .failure } else { .failure }
    }
}
