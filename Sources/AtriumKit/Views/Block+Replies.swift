// SPDX-License-Identifier: GPL-3.0-or-later

import Session

// What a command replies is shown in a panel as it is in words: an app describes it once.
extension Block {
    /// The fields of a thing, but those for programs only.
    public static func fields(_ detail: Detail, in context: ViewContext) -> Block {
        Block(
            .fields(
                detail.fields.filter { !$0.isHidden }.map {
                    Field($0.title.string(in: context.language), $0.value.text(in: context))
                }))
    }

    /// Rows under their columns, but those for programs only.
    ///
    /// - Parameter isEmphasized: Whether the row of this index stands out.
    public static func table(
        _ records: Records, in context: ViewContext, isEmphasized: (Int) -> Bool = { _ in false }
    ) -> Block {
        let shown = records.columns.indices.filter { !records.columns[$0].isHidden }
        let head = shown.map { StyledText(records.columns[$0].title.string(in: context.language)) }
        let rows = (0..<records.count).map { row in
            records.values(of: row, in: shown).map {
                StyledText($0.text(in: context, isShort: true), isEmphasized(row) ? [.accented, .strong] : [])
            }
        }
        let rightAligned = Set(shown.indices.filter { records.columns[shown[$0]].isRightAligned })
        return Block(.table(Table(.open, rows: [head] + rows, rightAligned: rightAligned)))
    }
}
