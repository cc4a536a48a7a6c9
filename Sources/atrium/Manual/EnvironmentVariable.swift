// SPDX-License-Identifier: GPL-3.0-or-later
import Session

/// The variables of the environment that Atrium reads, as the manual explains them.
enum EnvironmentVariable: String, CaseIterable {
    case home = "ATRIUM_HOME"
    case dataHome = "XDG_DATA_HOME"
    case userHome = "HOME"
    case allLocales = "LC_ALL"
    case messages = "LC_MESSAGES"
    case characters = "LC_CTYPE"
    case language = "LANG"
    case timeZone = "TZ"
    case terminal = "TERM"
    case colorTerm = "COLORTERM"
    case colorGround = "COLORFGBG"
    case noColor = "NO_COLOR"
    case visual = "VISUAL"
    case editor = "EDITOR"
    case pager = "PAGER"
    case browser = "BROWSER"
    case temporaryFolder = "TMPDIR"
    case runtimeFolder = "XDG_RUNTIME_DIR"
    case path = "PATH"
    case readline = "INPUTRC"
    case continuousIntegration = "CI"
    case core = "ATRIUM_CORE"
    case sourceDate = "SOURCE_DATE_EPOCH"

    /// One line on what it is for.
    var summary: LocalizedText {
        switch self {
        case .home: Strings.variableHome
        case .dataHome: Strings.variableDataHome
        case .userHome: Strings.variableUserHome
        case .allLocales, .messages, .characters, .language: Strings.variableLanguage
        case .timeZone: Strings.variableTimeZone
        case .terminal: Strings.variableTerminal
        case .colorTerm: Strings.variableColorTerm
        case .colorGround: Strings.variableColorGround
        case .noColor: Strings.variableNoColor
        case .visual, .editor: Strings.variableEditor
        case .pager: Strings.variablePager
        case .browser: Strings.variableBrowser
        case .temporaryFolder: Strings.variableTemporaryFolder
        case .runtimeFolder: Strings.variableRuntimeFolder
        case .path: Strings.variablePath
        case .readline: Strings.variableReadline
        case .continuousIntegration: Strings.variableContinuousIntegration
        case .core: Strings.variableCore
        case .sourceDate: Strings.variableSourceDate
        }
    }
}
