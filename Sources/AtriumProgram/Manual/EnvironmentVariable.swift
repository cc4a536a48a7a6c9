// SPDX-License-Identifier: GPL-3.0-or-later
import Session
import Worlds

/// The variables of the environment that a program reads, as the manual explains them.
enum EnvironmentVariable: String, CaseIterable {
    case home
    case dataHome = "XDG_DATA_HOME"
    case userHome = "HOME"
    case allLocales = "LC_ALL"
    case messages = "LC_MESSAGES"
    case characters = "LC_CTYPE"
    case times = "LC_TIME"
    case language = "LANG"
    case timeZone = "TZ"
    case terminal = "TERM"
    case colorTerm = "COLORTERM"
    case colorGround = "COLORFGBG"
    case noColor = "NO_COLOR"
    case tmux = "TMUX"
    case terminalProgram = "TERM_PROGRAM"
    case kitty = "KITTY_WINDOW_ID"
    case visual = "VISUAL"
    case editor = "EDITOR"
    case pager = "PAGER"
    case browser = "BROWSER"
    case temporaryFolder = "TMPDIR"
    case runtimeFolder = "XDG_RUNTIME_DIR"
    case path = "PATH"
    case without
    case readline = "INPUTRC"
    case continuousIntegration = "CI"
    case core
    case sourceDate = "SOURCE_DATE_EPOCH"

    /// Its name; three are the program’s own.
    func name(of program: ProgramIdentity) -> String {
        switch self {
        case .home: program.variable("HOME")
        case .core: program.variable("CORE")
        case .without: program.variable("WITHOUT")
        default: rawValue
        }
    }

    /// One line on what it is for.
    func summary(of program: ProgramIdentity) -> LocalizedText {
        switch self {
        case .home: Strings.variableHome
        case .dataHome: Strings.variableDataHome(program: program.command)
        case .userHome: Strings.variableUserHome
        case .allLocales, .messages, .characters, .language: Strings.variableLanguage
        case .times: Strings.variableWeek
        case .timeZone: Strings.variableTimeZone
        case .terminal: Strings.variableTerminal
        case .colorTerm: Strings.variableColorTerm
        case .colorGround: Strings.variableColorGround
        case .noColor: Strings.variableNoColor
        case .tmux: Strings.variableTmux
        case .terminalProgram, .kitty: Strings.variableTerminalProgram
        case .visual, .editor: Strings.variableEditor
        case .pager: Strings.variablePager
        case .browser: Strings.variableBrowser
        case .temporaryFolder: Strings.variableTemporaryFolder
        case .runtimeFolder: Strings.variableRuntimeFolder
        case .path: Strings.variablePath
        case .without: Strings.variableWithout(name: program.name)
        case .readline: Strings.variableReadline
        case .continuousIntegration: Strings.variableContinuousIntegration(program: program.command)
        case .core: Strings.variableCore(name: program.name)
        case .sourceDate: Strings.variableSourceDate(program: program.command)
        }
    }
}
