// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
@testable import AtriumShell

/// The layers that tests look at.
extension ScreenState {
    var palette: Palette? { layer() }
    var candidates: CandidateList? { layer() }
    var editor: TextEditor? { layer() }
    var isPicking: Bool { layer(CopyLayer.self)?.isOpen(on: self) ?? false }
}
