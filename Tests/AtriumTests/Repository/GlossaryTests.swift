// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The French and Chinese of all catalogs: one word for one thing, and the marks of each language.
struct GlossaryTests {
    /// A thing, its word in each language, and the words that stand for it nowhere; French in lower case.
    private struct Term: Sendable {
        let english: String
        let french: String
        let chinese: String
        let notFrench: [String]
        let notChinese: [String]
        /// A part of the path of the catalogs that it is for; `nil` for all.
        let catalogs: String?

        init(
            _ english: String, _ french: String, _ chinese: String, notFrench: [String] = [],
            notChinese: [String] = [], in catalogs: String? = nil
        ) {
            (self.english, self.french, self.chinese) = (english, french, chinese)
            (self.notFrench, self.notChinese, self.catalogs) = (notFrench, notChinese, catalogs)
        }
    }

    private static let glossary: [Term] = [
        Term("user name", "identifiant", "用户名", notFrench: ["nom d’utilisateur"], notChinese: ["登录名", "用户名称", "用户名字"]),
        Term("account", "compte", "账户", notChinese: ["帐户", "账号", "帐号"]),
        Term(
            "log in", "session ouverte", "登录",
            notFrench: [
                "connecté", "connectée", "connectez", "connecter", "déconnecté", "déconnecter", "se connecter",
            ], notChinese: ["登陆", "登入"]),
        Term("log out", "ferme la session", "退出登录", notFrench: ["se déconnecter"], notChinese: ["登出", "注销"]),
        Term("session", "session", "登录会话", in: "Account"),
        Term("lock", "verrouill", "锁定", notFrench: ["protégée", "protégé"], notChinese: ["受保护"]),
        Term("password", "mot de passe", "密码", notChinese: ["口令"]),
        Term(
            "register", "crée un compte", "注册", notFrench: ["inscrit", "inscrire", "s’inscrire"],
            notChinese: ["新建账户", "建立账户"]),
        Term("app", "application", "应用", notFrench: ["app"], notChinese: ["应用程序"]),
        Term(
            "store", "stockage", "存储", notFrench: ["magasin", "base de référence", "vraies données"],
            notChinese: ["存储库", "真实数据"]),
        Term("job", "tâche", "作业", notFrench: ["travail d’arrière-plan"], notChinese: ["任务"]),
        Term("notice", "notification", "通知"),
        Term("waiting", "en attente", "待处理"),
        Term("setting", "réglage", "设置", notFrench: ["paramètres de"], notChinese: ["配置"]),
        Term(
            "place", "emplacement", "位置", notFrench: ["un lieu", "le lieu", "ce lieu", "lieux", "endroit", "endroits"]),
        Term("sidebar", "barre latérale", "侧边栏", notFrench: ["panneau latéral", "volet"], notChinese: ["侧栏"]),
        Term("tab", "onglet", "标签页", notChinese: ["选项卡"]),
        Term("screen", "écran", "屏幕", notChinese: ["荧幕", "显示屏", "画面"]),
        Term("key", "touche", "按键", notChinese: ["快捷键"]),
        Term("Enter", "entrée", "回车", notChinese: ["回车键"]),
        Term(
            "type", "saisi", "输入", notFrench: ["tapez", "taper", "tapé", "tapée", "tapés", "tapiez"], notChinese: ["键入"]
        ),
        Term("quit", "quitte", "退出"),
        Term(
            "exit status", "code de sortie", "退出状态", notFrench: ["statut", "code de retour", "avec l’état"],
            notChinese: ["以状态", "退出码"]),
        Term(
            "demo user", "compte de démonstration", "演示账户", notFrench: ["utilisateur tout prêt", "utilisateur prêt"],
            notChinese: ["现成的用户"]),
        Term("kind", "type", "类型", notFrench: ["genre", "genres", "sorte", "sortes"], notChinese: ["种类"]),
        Term(
            "find", "recherche", "查找", notFrench: ["cherche", "chercher", "cherchez", "trouve des notes"],
            notChinese: ["搜索"]),
        Term("save", "enregistr", "保存"),
        Term(
            "keep", "conserv", "保留",
            notFrench: ["garde", "garder", "gardé", "gardée", "gardés", "gardées", "gardez", "gardaient"]),
        Term(
            "change", "modifi", "修改",
            notFrench: ["changer", "changez", "changé en", "été changé", "été changée", "changements"],
            notChinese: ["更改"]),
        Term("discard", "abandonn", "丢弃", notFrench: ["jette", "jeter", "jeté", "jetés"]),
        Term("go on", "repren", "继续"),
        Term(
            "left out", "ignoré", "跳过",
            notFrench: ["laissé de côté", "laissée de côté", "laissés de côté", "laissées de côté", "de côté"],
            notChinese: ["略过", "略去"]),
        Term("damaged", "endommagé", "损坏", notFrench: ["abîmé", "abîmée"], notChinese: ["破损"]),
        Term("import, export", "exportation", "导出", notFrench: ["un export", "l’export", "les exports", "cet export"]),
        Term("notebook", "carnet", "笔记本", notFrench: ["cahier"]),
        Term("tag", "étiquette", "标签", notFrench: ["un tag", "le tag", "les tags"]),
        Term("to-do", "à faire", "待办", notFrench: ["une tâche", "tâches"], notChinese: ["任务"], in: "Notes"),
        Term("done", "terminé", "已完成", notFrench: ["faite", "faites"], notChinese: ["完成了"], in: "Notes"),
        Term("overdue", "en retard", "已逾期", notChinese: ["过期"], in: "Notes"),
        Term("trash", "corbeille", "废纸篓", notFrench: ["poubelle"], notChinese: ["回收站", "垃圾"]),
        Term("template", "modèle", "模板", notChinese: ["范本"]),
        Term("gap", "variable", "变量", notFrench: ["blanc", "blancs"], notChinese: ["空位"]),
        Term("term", "critère", "条件", notFrench: ["terme", "termes"]),
        Term(
            "sealed file", "fichiers chiffrés", "加密文件", notFrench: ["scellé", "scellés", "scellée"], notChinese: ["密封"]),
        Term("front matter", "en-tête yaml", "front matter", notChinese: ["文首"], in: "Notes"),
        Term("stash", "remise", "贮藏", notChinese: ["暂存"], in: "Notes"),
        Term("upstream", "branche amont", "上游分支", notChinese: ["未跟随"], in: "Notes"),
        Term("message", "message", "消息", notFrench: ["messages texte"], notChinese: ["信息"]),
        Term("sender, recipient", "expéditeur", "发件人", notChinese: ["发送者", "收信人", "收件者"]),
        Term("part", "partie", "段", in: "SMSLog"),
        Term("mute", "sourdine", "静音", in: "SMSLog"),
        Term("block", "bloqu", "屏蔽", notChinese: ["拦截", "拉黑"], in: "SMSLog"),
        Term("second store", "archive", "归档库", notChinese: ["归档存储", "存档"], in: "SMSLog"),
        Term("zip", "archive zip", "压缩包", notChinese: ["zip 归档"]),
        Term("exhibit", "pièce", "证据", in: "SMSLog"),
        Term("personal contact", "personnel", "个人", notChinese: ["熟人", "本地联系人"], in: "SMSLog"),
        Term("note (counted)", "note", "条笔记", notChinese: ["则笔记", "篇笔记"]),
        Term("contact (counted)", "contact", "个联系人", notChinese: ["位联系人"]),
        Term("number (Nº)", "nº", "编号", notFrench: ["n°"]),
        Term("folder", "dossier", "文件夹", notFrench: ["répertoire"], notChinese: ["资料夹"]),
        Term("e-mail", "courriel", "电子邮箱", notFrench: ["e-mail", "email", "mail"], notChinese: ["电邮"]),
        Term("you", "vous", "您", notFrench: ["tu", "ton", "tes"], notChinese: ["你"]),
        Term("default", "défaut", "默认", notChinese: ["缺省", "预设"]),
        Term("known values", "valeurs possibles", "可选", notFrench: ["on connaît", "il y a :", "dites"]),
    ]

    /// Whether a text shows signs to type as they are, beside other words or alone.
    private static func showsSigns(_ entry: CatalogText) -> Bool {
        ["topic", "help.sequence", "fault.no.command", "answer.yes"].contains(entry.key)
            || entry.key.hasPrefix("examples.")
    }

    private static let noBreak: Character = "\u{A0}"
    private static let narrow: Character = "\u{202F}"

    private static func entries(_ language: String, of catalogs: String? = nil) -> [CatalogText] {
        CatalogText.all.filter { entry in
            entry.language == language && (catalogs.map { entry.catalog.contains($0) } ?? true)
        }
    }

    /// A French text in lower case, with plain blanks.
    private static func plain(_ text: String) -> String {
        String(text.lowercased().map { $0 == noBreak || $0 == narrow ? " " : $0 })
    }

    /// Whether words stand in a text, and are not a part of other words.
    private static func stands(_ words: String, in text: String) -> Bool {
        func isWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0 == "-" } ?? false }
        return text.ranges(of: words).contains { range in
            !isWord(text[..<range.lowerBound].last) && !isWord(text[range.upperBound...].first)
        }
    }

    @Test func `a thing has one word in French`() {
        for term in Self.glossary {
            let entries = Self.entries("fr", of: term.catalogs).map { (place: $0.place, text: Self.plain($0.text)) }
            #expect(entries.contains { $0.text.contains(term.french) }, "no text has “\(term.french)”")
            for entry in entries {
                let found = term.notFrench.filter { entry.text.contains($0) && Self.stands($0, in: entry.text) }
                #expect(found == [], "“\(term.french)” is the word for \(term.english). \(entry.place)")
            }
        }
    }

    @Test func `a thing has one word in Chinese`() {
        for term in Self.glossary {
            let entries = Self.entries("zh-Hans", of: term.catalogs)
            #expect(entries.contains { $0.text.contains(term.chinese) }, "no text has “\(term.chinese)”")
            for entry in entries {
                let found = term.notChinese.filter { entry.text.contains($0) }
                #expect(found == [], "“\(term.chinese)” is the word for \(term.english). \(entry.place)")
            }
        }
    }

    /// No line begins with a mark: U+00A0 stands before a colon and within quotation marks, U+202F before the others.
    @Test func `French marks have the blank that does not break a line`() {
        for entry in Self.entries("fr") where !Self.showsSigns(entry) {
            #expect(Self.wrongMarks(ofFrench: Array(entry.text)) == [], "\(entry.place)")
        }
        #expect(Self.wrongMarks(ofFrench: Array("Il dit : « Non ! »")) == [":", "«", "!", "»"])
        #expect(Self.wrongMarks(ofFrench: Array("À 15:00\u{A0}: «\u{A0}Non\u{202F}!\u{A0}» (oui\u{202F}?)")) == [])
    }

    private static func wrongMarks(ofFrench text: [Character]) -> [Character] {
        text.indices.filter { index in
            let before = index > 0 ? text[index - 1] : nil
            let after = index + 1 < text.count ? text[index + 1] : nil
            let endsWord = after.map { $0 == " " || $0.isNewline } ?? true
            switch text[index] {
            case "«": return after != noBreak
            case "»": return before != noBreak
            case ":": return endsWord && before != noBreak
            case ";", "!", "?": return (endsWord || after == ")" || after == noBreak) && before != narrow
            default: return false
            }
        }.map { text[$0] }
    }

    /// What is quoted may be a line to type, with signs and blanks of its own.
    @Test func `Chinese has full-width marks, and blanks only beside other scripts`() {
        for entry in Self.entries("zh-Hans") where !Self.showsSigns(entry) {
            let text = entry.text.replacing(/“[^”]*”/, with: "“”")
            #expect(Self.wrongMarks(ofChinese: Array(text)) == [], "\(entry.place)")
        }
        #expect(Self.wrongMarks(ofChinese: Array("笔记,2条 (共 3 条)。 好")) == [",", "条", "(", ")", " "])
        #expect(Self.wrongMarks(ofChinese: Array("笔记，2 条（共 3 条），用 list 列出。")) == [])
    }

    private static func wrongMarks(ofChinese text: [Character]) -> [Character] {
        func isHan(_ character: Character?) -> Bool { character.map { ("一"..."鿿").contains($0) } ?? false }
        func isMark(_ character: Character?) -> Bool { character.map { "，。；：！？、（）“”".contains($0) } ?? false }
        func isLatin(_ character: Character?) -> Bool {
            character.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false
        }
        return text.indices.filter { index in
            let before = index > 0 ? text[index - 1] : nil
            let after = index + 1 < text.count ? text[index + 1] : nil
            switch text[index] {
            case ",", ";", "!", "?", "(", ")": return isHan(before) || isHan(after)
            case " ": return isHan(before) && isHan(after) || isMark(before) || isMark(after)
            case let character: return isHan(character) && (isLatin(before) || isLatin(after))
            }
        }.map { text[$0] }
    }

    /// Quotation marks of ASCII and three points are for what is typed, in every language.
    @Test func `no translation has more marks of typewriters than the English`() {
        func count(_ mark: String, _ text: String) -> Int { text.ranges(of: mark).count }
        let english = Dictionary(grouping: Self.entries("en")) { $0.catalog + " " + $0.key }
        for entry in Self.entries("fr") + Self.entries("zh-Hans") {
            let texts = english[entry.catalog + " " + entry.key] ?? []
            for mark in ["\"", "'", "..."] {
                let most = texts.map { count(mark, $0.text) }.max() ?? 0
                #expect(count(mark, entry.text) <= most, "\(entry.place)")
            }
        }
    }
}
