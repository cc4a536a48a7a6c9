// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumProcesses
import AtriumSession
import AtriumTerminal
import AtriumWorlds
import Foundation

/// Draws pictures as characters with colours by `chafa`, if it is installed.
///
/// The program gets the bytes and nothing else: no file’s name, and only formats whose size was read.
@MainActor
struct PictureDrawer {
    let world: World
    /// The number of colours of the terminal.
    let depth: ColorDepth

    private static let name = "chafa"
    /// A picture that takes longer is not drawn.
    private static let limit = Duration.seconds(5)
    /// The maximum number of bytes for a cell: two colours, a character, and some for each line.
    private static let bytesOfCell = 64

    /// Whether there is such a program.
    var isThere: Bool { path != nil }

    private var path: String? { world.path(ofProgram: Self.name) }

    /// A picture of `size` cells; `nil` if it could not be drawn.
    func draw(_ file: [UInt8], size: Size) async -> CellPicture? {
        guard let path else { return nil }
        let drawing = Task { await run(path, file, size: size) }
        let clock = Task {
            try? await Task.sleep(for: Self.limit)
            drawing.cancel()
        }
        defer { clock.cancel() }
        guard let written = await drawing.value else { return nil }
        return await Self.picture(written, size: size)
    }

    /// The output of the program; `nil` if it has failed.
    private func run(_ path: String, _ file: [UInt8], size: Size) async -> [UInt8]? {
        let most = (size.columns * size.rows + size.rows + 16) * Self.bytesOfCell
        var written: [UInt8] = []
        let script = "exec \(words(path, format: "symbols", size: size)) 2>/dev/null"
        let status = try? await ChildProcess.run(
            Self.limits + script, in: "/", variables: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb"],
            input: file,
            takesErrors: false, isAside: true
        ) {
            written += $0
            return written.count <= most
        }
        return status == 0 ? written : nil
    }

    /// Shows a picture alone on the terminal, which has to be lent for it, until the user presses Enter.
    ///
    /// - Parameters:
    ///   - format: The format that the terminal takes.
    ///   - hint: The way back.
    /// - Returns: False if it could not be drawn.
    func show(_ file: [UInt8], format: String, size: Size, hint: String) async throws -> Bool {
        guard let path else { return false }
        // On the other screen, so that nothing of it is left; kitty keeps pictures until they are deleted.
        let script = """
            trap 'exit 130' INT; trap 'printf "\\033[2J%s\\033[?1049l" "$picture_end"' EXIT
            printf '\\033[?1049h\\033[2J\\033[H'
            (\(Self.limits)exec \(words(path, format: format, size: size)) 2>/dev/null) || exit 1
            printf '\\n%s' "$picture_hint"; read -r line < /dev/tty
            """
        var variables = world.variables
        variables["picture_hint"] = Sanitizer.visible(hint)
        variables["picture_end"] = format == "kitty" ? "\u{1B}_Ga=d\u{1B}\\" : ""
        let status = try await ChildProcess.run(script, in: "/", variables: variables, input: file)
        return status == 0
    }

    /// A small file may be a very large picture: the program has no more time and memory than one that is worth seeing.
    private static let limits = "ulimit -t 10; ulimit -v 2000000; "

    /// The program with its arguments.
    private func words(_ path: String, format: String, size: Size) -> String {
        """
        '\(path.replacing("'", with: "'\\''"))' -f \(format) -c \(colors) --symbols \(symbols) --animate off \
        --threads 1 --scale max -s \(size.columns)x\(size.rows) -
        """
    }

    @concurrent
    private nonisolated static func picture(_ written: [UInt8], size: Size) async -> CellPicture? {
        CellPicture(written, size: size)
    }

    private var colors: String {
        switch depth {
        case .none: "none"
        case .ansi16: "16"
        case .ansi256: "256"
        case .trueColor: "full"
        }
    }

    /// The characters to draw with: halves and quarters of a cell are wide if ambiguous characters are.
    private var symbols: String { DisplayWidth.ambiguousIsWide ? "space+braille" : "block+border+space-wide" }
}
