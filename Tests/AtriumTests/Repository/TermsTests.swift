// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumShell
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// The words of all string catalogs: one term for one thing in each language.
struct TermsTests {
    /// A term, and what stands for the same thing nowhere.
    private struct Term: Sendable {
        let word: String
        let strays: [String]
        var catalogs: String?
    }

    private static let terms: [String: [Term]] = [
        "zh-Hans": [
            Term(word: "侧边栏", strays: ["侧栏"]), Term(word: "账户", strays: ["帐户", "账号", "帐号"]),
            Term(word: "登录", strays: ["登陆", "登入"]), Term(word: "您", strays: ["你"]),
            Term(word: "标签页", strays: ["选项卡"]), Term(word: "废纸篓", strays: ["回收站", "垃圾"]),
            Term(word: "文件夹", strays: ["资料夹"]), Term(word: "密码", strays: ["口令"]),
            Term(word: "消息", strays: ["信息"]), Term(word: "默认", strays: ["缺省"]),
            Term(word: "笔记", strays: ["便笺", "备忘录"]), Term(word: "作业", strays: ["后台任务"]),
            Term(word: "设置", strays: ["配置"]), Term(word: "屏幕", strays: ["荧幕", "显示屏"]),
            Term(word: "对话", strays: ["会话"], catalogs: "SMSLog"), Term(word: "脚本", strays: ["会话脚本"]),
        ],
        "fr": [
            Term(word: "barre latérale", strays: ["panneau latéral", "volet"]),
            Term(word: "saisir", strays: ["tapez", "taper"]), Term(word: "dossier", strays: ["répertoire"]),
            Term(word: "réglage", strays: ["paramètres de"]), Term(word: "corbeille", strays: ["poubelle"]),
            Term(word: "étiquette", strays: ["un tag", "le tag", "les tags"]),
            Term(word: "courriel", strays: ["e-mail", "email"]),
            Term(word: "requête", strays: ["recherche gardée", "la recherche"], catalogs: "Notes"),
            Term(word: "tâche", strays: ["un job", "le job"]), Term(word: "vous", strays: [" tu ", "vos donnée "]),
        ],
        "en": [
            Term(word: "sidebar", strays: ["side bar"]), Term(word: "folder", strays: ["directory"]),
            Term(word: "log in", strays: ["sign in", "log on"]), Term(word: "trash", strays: ["recycle bin"]),
            Term(word: "e-mail", strays: [" email "]), Term(word: "notebook", strays: ["note book"]),
        ],
    ]

    @Test(arguments: ["en", "fr", "zh-Hans"])
    func `one thing has one term`(language: String) throws {
        let entries = CatalogText.all.filter { $0.language == language }
        #expect(entries.count > 1_000)
        for term in Self.terms[language] ?? [] {
            for entry in entries where term.catalogs.map({ entry.catalog.contains($0) }) ?? true {
                let found = term.strays.filter { entry.text.range(of: $0, options: .caseInsensitive) != nil }
                #expect(found == [], "“\(term.word)” is the term. \(entry.place)")
            }
        }
    }

    /// A command, and an option of the command line, say what they do, and every text of one kind ends alike.
    @Test func `what commands, keys, places and settings are is said in one style`() throws {
        let isSentence = ["command.": true, "setting.": true, "abstract.": true, "route.": false, "key.": false]
        let notVerbs: Set = ["setting.is", "key.is"]
        for entry in CatalogText.all where !notVerbs.contains(entry.key) {
            guard let kind = isSentence.keys.first(where: { entry.key.hasPrefix($0) }) else { continue }
            let ends = entry.text.last.map { ".。".contains($0) } ?? false
            #expect(ends == isSentence[kind], "\(entry.place)")
            guard kind == "command." || kind == "abstract." else { continue }
            let first = String(entry.text.prefix { $0.isLetter })
            if entry.language == "en" { #expect(first.hasSuffix("s"), "\(entry.place)") }
            if entry.language == "fr" {
                #expect(!first.hasSuffix("er") && !first.hasSuffix("ir") && first != "Écrire", "\(entry.place)")
            }
        }
    }

    @Test func `no word in capitals of another language stands in a text`() throws {
        let english = Placeholder.allCases.filter { placeholder in
            ["fr", "zh-Hans"].allSatisfy { tag in
                placeholder.word.string(in: Language(rawValue: tag) ?? .english) != placeholder.rawValue.uppercased()
            }
        }.map { $0.rawValue.uppercased() }
        for entry in CatalogText.all where entry.language != "en" {
            let words = entry.text.split { !$0.isASCII || !$0.isLetter }.map(String.init)
            let found = words.filter(english.contains)
            #expect(found == [], "\(entry.place)")
        }
    }

    @MainActor
    @Test(arguments: [Language.french, .simplifiedChinese])
    func `what stands for a value in help has a word in each language`(language: Language) throws {
        let catalog = try ShellProgram.atrium.factories()
        // The same in every language.
        let known: Set = ["ID", "N", "SESSION", "FORMAT", "ACTION", "VERSION", "TRANSITION"]
        for spec in catalog.flatMap(\.commandSpecs) + Shell.commandSpecs(in: catalog) {
            for parameter in spec.parameters {
                if case .choices(let choices) = parameter.values, choices.count <= ParameterSpec.mostInUsage {
                    continue
                }
                guard let word = parameter.placeholder(in: .english),
                    !known.contains(word.replacing("…", with: ""))
                else { continue }
                #expect(parameter.placeholder(in: language) != word, "\(spec.name) \(word)")
            }
        }
    }
}
