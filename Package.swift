// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

/// Adding an app is one folder below Sources/Apps and one word here; `swift package new-app NAME` adds both.
let apps = ["Notes", "SMSLog", "Account"]

/// Those of them that are one module, as `new-app` makes them without `--layers`.
let small = [] as [String]

/// The program that sends and receives messages goes with the app that has them.
let hasGateways = apps.contains("SMSLog")

/// Accounts are an app too, which programs of others may have.
let hasAccounts = apps.contains("Account")
let accounts = ["App", "Panels", "Logic", "Store"].map { "Account" + $0 }

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// What the linker is told beyond what it is told for everybody, a word a line: `.ci/release` links anew what has been
/// compiled.
let linking: [LinkerSetting] =
    Context.environment["ATRIUM_LINKING"].map { [.unsafeFlags($0.split(separator: "\n").map(String.init))] } ?? []

/// Out of sight of the build systems, one of which would put it beside the executable; StringCatalog finds it.
let catalog = ["Strings.xcstrings"]

/// The further leaves of an app, beside its store: each sees the logic, which sees none of them.
let leaves: [String: [(name: String, folder: String, uses: [Target.Dependency])]] = [
    "Notes": [
        (
            "NotesFolder", "Folder",
            [
                "AtriumFiles", "AtriumFrontMatter", "NotesStore", "AtriumProcesses", "AtriumSearch", "AtriumSecrets",
                "AtriumSystems", grdb,
            ]
        ),
        (
            "NoteFormats", "Formats",
            [
                "AtriumExchange", "AtriumFiles", "AtriumFrontMatter", "AtriumHypertext", "AtriumMarkdown",
                "AtriumSecrets", "AtriumXMLReader", "AtriumZipReader",
            ]
        ),
    ],
    "SMSLog": [
        (
            "MessageFormats", "Formats",
            [
                "AtriumExchange", "AtriumFiles", "AtriumHypertext", "AtriumPhoneNumbers", "AtriumSearch",
                "AtriumSecrets", "AtriumSystems", "AtriumXMLReader",
                "AtriumZipReader",
            ]
        ),
        ("MessageGateways", "Gateways", ["AtriumFiles", "AtriumGateways", "AtriumSecrets", "AtriumSystems"]),
    ],
]

/// What a module of an app may import beside what the same module of every app may.
let more: [String: [Target.Dependency]] = [
    "NotesPanels": [
        "AtriumExchange", "AtriumFrontMatter", "AtriumHypertext", "AtriumMarkdown", "AtriumSearch", "NoteFormats",
    ],
    "NotesLogic": [
        "AtriumExchange", "AtriumFiles", "AtriumFrontMatter", "AtriumMarkdown", "AtriumSearch", "AtriumSecrets",
    ],
    "NotesStore": ["AtriumSearch", "AtriumSecrets"],
    "SMSLogPanels": [
        "AtriumExchange", "AtriumFiles", "AtriumGateways", "AtriumProcesses", "AtriumSearch", "MessageFormats",
        "MessageGateways",
    ],
    "SMSLogLogic": [
        "AtriumExchange", "AtriumFiles", "AtriumGateways", "AtriumPhoneNumbers", "AtriumSearch", "AtriumSecrets",
    ],
    "SMSLogStore": ["AtriumFiles", "AtriumPhoneNumbers", "AtriumSearch", "AtriumSecrets"],
    "AccountPanels": ["AtriumBackups"],
    "AccountLogic": ["AtriumSecrets"],
    "AccountStore": ["AtriumFiles", "AtriumProcesses"],
]

/// One of our own targets: it may import what it `uses`, and LayerGuard fails the build on anything else of ours.
func module(
    _ name: String, path: String? = nil, uses: [Target.Dependency] = [], catalogs: [String] = []
) -> Target {
    .target(
        name: name, dependencies: uses, path: path ?? "Sources/\(name)", exclude: catalogs,
        swiftSettings: strict, plugins: catalogs.isEmpty ? ["LayerGuard"] : ["LayerGuard", "StringCatalog"])
}

/// The tests of a module, in the surroundings of all.
///
/// No guard checks what they import: SwiftPM would link the guard’s own tool into them, beside the tests of that tool.
func tests(_ name: String, path: String? = nil, uses: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: uses + ["Surroundings"], path: path ?? "Tests/\(name)", exclude: exclude,
        swiftSettings: strict)
}

/// One module of an app: the app’s name and the layer’s make its own.
func layer(_ name: String, of app: String, in folder: String, uses: [Target.Dependency], catalogs: [String] = [])
    -> Target
{
    module(
        app + name, path: "Sources/Apps/\(app)/\(folder)", uses: uses + (more[app + name] ?? []), catalogs: catalogs)
}

/// The modules of an app and the tests of all.
///
/// Calls go from the panels to the logic, and by the ports of the logic to its store; the logic imports neither. Only the
/// module App, which puts the others together, imports them all.
func modules(of app: String) -> [Target] {
    let logic = Target.Dependency.target(name: "\(app)Logic")
    let store = Target.Dependency.target(name: "\(app)Store")
    let panels = Target.Dependency.target(name: "\(app)Panels")
    let leaves = leaves[app] ?? []
    let others = leaves.map { Target.Dependency.target(name: $0.name) }
    return [
        layer(
            "App", of: app, in: "App",
            uses: ["AtriumSession", "AtriumWorlds", "AtriumStores", "AtriumSystems", panels, logic, store] + others),
        layer(
            "Panels", of: app, in: "Panels",
            uses: ["AtriumKit", "AtriumTerminal", "AtriumSession", "AtriumWorlds", "AtriumStores", logic],
            catalogs: catalog),
        layer("Logic", of: app, in: "Logic", uses: ["AtriumSession", "AtriumWorlds", "AtriumStores"]),
        layer("Store", of: app, in: "Store", uses: ["AtriumSession", "AtriumStores", "AtriumSystems", logic, grdb]),
        tests(
            "\(app)Tests", path: "Tests/Apps/\(app)",
            uses: [
                "AtriumKit", "AtriumScreen", "AtriumShell", "AtriumTerminal", "AtriumSession", "AtriumWorlds",
                "AtriumStores", "AtriumSystems", "AtriumSearch", "AtriumSecrets",
                "AtriumXMLReader", "AtriumMarkdown", "AtriumExchange", "AtriumFiles", "AtriumFrontMatter",
                "AtriumGateways", "AtriumProcesses",
                .target(name: "\(app)App"), panels, logic, store, "AtriumTesting", "FaultVFS", "Dice", "Proportion",
                "ZipBytes", grdb,
            ] + others),
    ]
        + leaves.map {
            module(
                $0.name, path: "Sources/Apps/\(app)/\($0.folder)",
                uses: ["AtriumSession", "AtriumStores", "AtriumWorlds", logic] + $0.uses)
        }
}

/// The module of a small app and its tests.
func module(of app: String) -> [Target] {
    [
        module(
            app, path: "Sources/Apps/\(app)/Panels",
            uses: ["AtriumKit", "AtriumTerminal", "AtriumSession", "AtriumWorlds", "AtriumStores", "AtriumSystems"],
            catalogs: catalog),
        tests(
            "\(app)Tests", path: "Tests/Apps/\(app)",
            uses: [
                "AtriumKit", "AtriumSession", "AtriumWorlds", "AtriumStores", "AtriumSystems", "AtriumTesting",
                .target(name: app),
            ]),
    ]
}

/// What an executable that has the apps depends on.
let factories: [Target.Dependency] = apps.flatMap { app in
    (small.contains(app) ? [""] : ["Panels", "App"]).map { .target(name: app + $0) }
}

/// A command line tool that a build plugin runs.
func tool(_ name: String, of plugin: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["AtriumSourceText"], path: "Plugins/\(plugin)/Tool", swiftSettings: strict)
}

/// Sends and receives while no shell runs.
let gateway = Target.executableTarget(
    name: "atrium-gateway",
    dependencies: [
        "AtriumKit", "AtriumTerminal", "AtriumSession", "AtriumWorlds", "AtriumStores", "AtriumSystems", "AtriumFiles",
        "AtriumHTTPClient", "AtriumHTTPListener",
        "AtriumGateways", "MessageGateways", "AtriumProcesses", "SMSLogLogic", "SMSLogStore", argumentParser,
    ],
    exclude: catalog, swiftSettings: strict, linkerSettings: linking, plugins: ["LayerGuard", "StringCatalog"])

let package = Package(
    name: "atrium",
    products: [
        .executable(name: "atrium", targets: ["atrium"]),
        .library(
            name: "AtriumKit",
            targets: ["AtriumKit", "AtriumFaults", "AtriumTerminal", "AtriumSession", "AtriumWorlds", "AtriumStores"]),
        .library(name: "AtriumShell", targets: ["AtriumProgram", "AtriumShell", "AtriumScreen"]),
        .library(name: "AtriumSpecs", targets: ["AtriumSpecs"]),
        .library(name: "AtriumScripts", targets: ["AtriumScripts"]),
        .library(name: "AtriumTesting", targets: ["AtriumTesting"]),
        .library(name: "AtriumSession", targets: ["AtriumSession", "AtriumWorlds", "AtriumStores"]),
        .library(name: "AtriumSystems", targets: ["AtriumSystems", "AtriumStores", "AtriumSession"]),
        .library(name: "AtriumSearch", targets: ["AtriumSearch"]),
        .library(name: "AtriumFiles", targets: ["AtriumFiles"]),
        .library(name: "AtriumProcesses", targets: ["AtriumProcesses"]),
        .library(name: "AtriumSecrets", targets: ["AtriumSecrets"]),
        .library(name: "AtriumMarkdown", targets: ["AtriumMarkdown"]),
        .plugin(name: "LayerGuard", targets: ["LayerGuard"]),
        .plugin(name: "AppCatalog", targets: ["AppCatalog"]),
        .plugin(name: "StringCatalog", targets: ["StringCatalog"]),
        .plugin(name: "NewApp", targets: ["NewApp"]),
    ] + (hasGateways ? [.executable(name: "atrium-gateway", targets: ["atrium-gateway"])] : [])
        + (hasAccounts ? [.library(name: "AtriumAccounts", targets: accounts)] : []),
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "atrium",
            dependencies: [
                "AtriumProgram", "AtriumShell", "AtriumScreen", "AtriumKit", "AtriumScripts", "AtriumTerminal",
                "AtriumSession", "AtriumWorlds", "AtriumSystems", "AtriumFiles", "AtriumProcesses", "AtriumBenchmark",
                argumentParser,
            ] + factories,
            exclude: catalog, swiftSettings: strict + apps.map { .define("APP_\($0)") }, linkerSettings: linking,
            plugins: ["LayerGuard", "AppCatalog", "StringCatalog"]),
        module(
            "AtriumKit",
            uses: [
                "AtriumFaults", "AtriumTerminal", "AtriumSession", "AtriumWorlds", "AtriumStores", "AtriumFiles",
                "AtriumSearch",
            ],
            catalogs: catalog),
        module("AtriumSpecs", uses: ["AtriumKit", "AtriumSession"]),
        module(
            "AtriumFaults",
            uses: ["AtriumTerminal", "AtriumProcesses", "AtriumSession", "AtriumStores", "AtriumFiles"],
            catalogs: catalog),
        module(
            "AtriumScreen",
            uses: [
                "AtriumKit", "AtriumTerminal", "AtriumProcesses", "AtriumSession", "AtriumWorlds",
            ],
            catalogs: catalog),
        module(
            "AtriumShell",
            uses: [
                "AtriumKit", "AtriumScreen", "AtriumTerminal", "AtriumProcesses", "AtriumSession", "AtriumWorlds",
                "AtriumStores",
                "AtriumFiles", "AtriumBackups", "AtriumSecrets",
            ],
            catalogs: catalog),
        module(
            "AtriumScripts", uses: ["AtriumKit", "AtriumTerminal", "AtriumSession", "AtriumFiles"], catalogs: catalog),
        module(
            "AtriumProgram",
            uses: [
                "AtriumFaults", "AtriumKit", "AtriumScreen", "AtriumShell", "AtriumScripts", "AtriumTerminal",
                "AtriumProcesses",
                "AtriumSession", "AtriumWorlds", "AtriumStores", "AtriumSystems", "AtriumFiles", "AtriumBackups",
                "AtriumSecrets", "AtriumFrontMatter", "CAtriumLinux",
                argumentParser,
            ],
            catalogs: catalog),
        module(
            "AtriumTesting",
            uses: [
                "AtriumKit", "AtriumScreen", "AtriumShell", "AtriumTerminal", "AtriumSession", "AtriumStores",
                "AtriumWorlds", "AtriumSystems", "AtriumFiles", "AtriumPostgreSQL",
            ]),
        module("AtriumSession"),
        module("AtriumWorlds", uses: ["AtriumSession", "AtriumStores", "AtriumSystems", "AtriumFiles"]),
        module("AtriumStores", uses: ["AtriumSession", "AtriumFiles"]),
        module("AtriumPostgreSQL"),
        module(
            "AtriumSystems", uses: ["AtriumPostgreSQL", "AtriumSession", "AtriumStores", "AtriumFiles", grdb, sqlite]),
        module(
            "AtriumBackups",
            uses: [
                "AtriumSession", "AtriumWorlds", "AtriumStores", "AtriumSystems", "AtriumFiles", "AtriumExchange",
                "AtriumSecrets",
            ]),
        module("AtriumExchange", uses: ["AtriumSession", "AtriumFiles", "AtriumZipReader"]),
        module("AtriumSearch"),
        module("AtriumHypertext"),
        module("AtriumPhoneNumbers"),
        module("AtriumGateways", uses: ["AtriumSession", "AtriumFiles", "AtriumSecrets"]),
        module("AtriumHTTPClient", uses: ["AtriumGateways", "AtriumSession", "AtriumFiles", "CAtriumCurl"]),
        module("AtriumHTTPListener", uses: ["AtriumGateways", "CAtriumMicroHTTPD"]),
        module("AtriumTerminal", uses: ["AtriumFiles", "CAtriumLinux", "CAtriumReadline"]),
        module("AtriumProcesses", uses: ["AtriumFiles", "CAtriumLinux"]),
        module("AtriumSecrets", uses: ["CAtriumSodium"]),
        module("AtriumXMLReader", uses: ["AtriumFiles", "CAtriumExpat"]),
        module("AtriumZipReader", uses: ["AtriumFiles", "CAtriumMinizip"]),
        module("AtriumFiles", uses: ["CAtriumLinux"]),
        module(
            "AtriumFrontMatter",
            uses: [.product(name: "Yams", package: "Yams"), .product(name: "TOMLKit", package: "TOMLKit")]),
        module("AtriumMarkdown", uses: ["CAtriumMD4C"]),
        module(
            "AtriumBenchmark",
            uses: ["AtriumTerminal", "AtriumProcesses", "AtriumFiles", "CAtriumLinux", "CAtriumExpat", sqlite]),
        .systemLibrary(name: "CAtriumLinux"),
        .systemLibrary(name: "CAtriumReadline", providers: [.apt(["libreadline-dev"])]),
        .systemLibrary(name: "CAtriumSodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CAtriumExpat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CAtriumMinizip", providers: [.apt(["libminizip-dev", "zlib1g-dev"])]),
        .systemLibrary(name: "CAtriumCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CAtriumMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CAtriumMD4C", providers: [.apt(["libmd4c-dev"])]),
        .plugin(
            name: "LayerGuard", capability: .buildTool(), dependencies: ["layer-guard"],
            path: "Plugins/LayerGuard", exclude: ["Tool"]),
        .plugin(
            name: "AppCatalog", capability: .buildTool(), dependencies: ["app-catalog"],
            path: "Plugins/AppCatalog", exclude: ["Tool"]),
        .plugin(
            name: "StringCatalog", capability: .buildTool(), dependencies: ["string-catalog"],
            path: "Plugins/StringCatalog", exclude: ["Tool"]),
        .plugin(
            name: "NewApp",
            capability: .command(
                intent: .custom(verb: "new-app", description: "Adds an app that works, to be changed into another."),
                permissions: [.writeToPackageDirectory(reason: "It adds the files of an app and lists it.")]),
            dependencies: ["new-app"], path: "Plugins/NewApp", exclude: ["Tool", "Small", "Layers"]),
        .target(name: "AtriumSourceText", path: "Plugins/SourceText", swiftSettings: strict),
        tool("layer-guard", of: "LayerGuard"),
        tool("app-catalog", of: "AppCatalog"),
        tool("string-catalog", of: "StringCatalog"),
        tool("new-app", of: "NewApp"),
        .target(name: "Surroundings", path: "Tests/Surroundings"),
        .target(name: "Dice", path: "Tests/Dice", swiftSettings: strict),
        .target(name: "AllocationCount", path: "Tests/AllocationCount"),
        .target(
            name: "Proportion", dependencies: ["AllocationCount"], path: "Tests/Proportion", swiftSettings: strict),
        .target(name: "Waiting", path: "Tests/Waiting", swiftSettings: strict),
        tests("FilesTests", uses: ["AtriumFiles", "Waiting"]),
        tests(
            "BackupsTests",
            uses: [
                "AtriumBackups", "AtriumExchange", "AtriumSession", "AtriumStores", "AtriumSystems", "AtriumFiles",
                "AtriumSecrets", grdb,
            ]),
        .target(name: "FaultVFS", path: "Tests/FaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
        tests("StoresTests", uses: ["AtriumSession", "AtriumStores"]),
        tests(
            "SystemsTests",
            uses: [
                "AtriumPostgreSQL", "AtriumSession", "AtriumStores", "AtriumSystems", "AtriumFiles", "AtriumTesting",
                grdb,
                sqlite, "FaultVFS",
                "Dice", "Waiting",
            ]),
        tests("SearchTests", uses: ["AtriumSearch", grdb, sqlite, "Dice", "Proportion"]),
        tests("PhoneNumbersTests", uses: ["AtriumPhoneNumbers"], exclude: ["Metadata"]),
        tests("SessionTests", uses: ["AtriumSession", "Dice"]),
        tests("WorldsTests", uses: ["AtriumSession", "AtriumSystems", "AtriumWorlds"]),
        tests(
            "TerminalTests", uses: ["AtriumTerminal", "CAtriumReadline", "Dice", "Waiting"], exclude: ["WidthTable"]),
        tests("ProcessesTests", uses: ["AtriumProcesses"]),
        tests("SecretsTests", uses: ["AtriumSecrets"]),
        .target(name: "ZipBytes", path: "Tests/ZipBytes", swiftSettings: strict),
        tests("ZipReaderTests", uses: ["AtriumZipReader", "ZipBytes", "Dice", "Proportion"]),
        .target(name: "KilledProgram", path: "Tests/KilledProgram"),
        .target(name: "LoopbackServer", path: "Tests/LoopbackServer", swiftSettings: strict),
        tests("GatewaysTests", uses: ["AtriumGateways", "AtriumSession", "Dice"]),
        tests("HTTPClientTests", uses: ["AtriumHTTPClient", "AtriumGateways", "AtriumSession", "LoopbackServer"]),
        tests("HTTPListenerTests", uses: ["AtriumHTTPListener", "AtriumHTTPClient", "AtriumGateways"]),
        tests("XMLReaderTests", uses: ["AtriumXMLReader", "Dice", "Proportion"]),
        tests("BenchmarkTests", uses: ["AtriumBenchmark", grdb]),
        tests("FrontMatterTests", uses: ["AtriumFrontMatter", "Dice", "Proportion"]),
        tests("HypertextTests", uses: ["AtriumHypertext"]),
        tests("MarkdownTests", uses: ["AtriumMarkdown", "Dice", "Proportion"]),
        tests(
            "AtriumKitTests",
            uses: [
                "AtriumFaults", "AtriumKit", "AtriumShell", "AtriumSpecs", "AtriumTerminal", "AtriumSession",
                "AtriumWorlds",
                "AtriumStores",
                "AtriumSystems",
                "AtriumFiles", "AtriumTesting", "Dice",
            ]),
        tests(
            "AtriumScreenTests",
            uses: [
                "AtriumKit", "AtriumScreen", "AtriumTerminal", "AtriumSession", "AtriumWorlds", "AtriumStores",
                "AtriumSystems", "AtriumTesting", "Dice", "Waiting",
            ]),
        tests(
            "AtriumShellTests",
            uses: [
                "AtriumKit", "AtriumScreen", "AtriumShell", "AtriumScripts", "AtriumTerminal", "AtriumSession",
                "AtriumWorlds",
                "AtriumSystems", "AtriumFiles",
                "AtriumTesting", "Dice", "Waiting",
            ]),
        tests(
            "AtriumScriptsTests",
            uses: [
                "AtriumKit", "AtriumScripts", "AtriumTerminal", "AtriumSession", "AtriumWorlds", "AtriumTesting",
                "Dice",
            ]),
        tests(
            "AtriumProgramTests",
            uses: [
                "atrium", "AtriumProgram", "AtriumKit", "AtriumScreen", "AtriumShell", "AtriumScripts",
                "AtriumTerminal",
                "AtriumProcesses",
                "AtriumSession", "AtriumWorlds", argumentParser,
            ]),
        tests(
            "PluginTests",
            uses: ["AtriumSourceText", "layer-guard", "app-catalog", "string-catalog", "new-app", "Dice"]),
        tests(
            "AtriumTests",
            uses: [
                "atrium", "AtriumProgram", "AtriumKit", "AtriumScreen", "AtriumShell", "AtriumScripts",
                "AtriumTerminal",
                "AtriumProcesses", "AtriumFiles", "AtriumSession", "AtriumWorlds", "AtriumStores", "AtriumSystems",
                "AtriumTesting", "KilledProgram",
                "LoopbackServer",
                "Waiting", "Dice", "AtriumHTTPClient", "AtriumGateways", argumentParser,
            ]),
    ] + apps.flatMap { small.contains($0) ? module(of: $0) : modules(of: $0) } + (hasGateways ? [gateway] : []),
    swiftLanguageModes: [.v6]
)
