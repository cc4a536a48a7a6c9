// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The functions of libpq, PostgreSQL’s client library.
///
/// The library is opened when a server is first named: a program that only links it loads 26 libraries at every start.
///
/// Source of the functions: https://www.postgresql.org/docs/15/libpq.html
///
/// `@unchecked Sendable`: these are addresses of functions in a library that stays open, and never change.
struct LibPQ: @unchecked Sendable {
    typealias Connection = OpaquePointer
    typealias Result = OpaquePointer
    typealias Texts = UnsafePointer<UnsafePointer<CChar>?>
    typealias Numbers = UnsafePointer<Int32>
    typealias Text = UnsafePointer<CChar>
    /// A setting of a connection (`PQconninfoOption`); the last one has no name.
    typealias Option = (name: Text?, Text?, Text?, value: Text?, Text?, Text?, size: Int32)

    let connect: @convention(c) (Texts?, Texts?, Int32) -> Connection?
    let connectPoll: @convention(c) (Connection?) -> Int32
    let socket: @convention(c) (Connection?) -> Int32
    let isBusy: @convention(c) (Connection?) -> Int32
    let consumeInput: @convention(c) (Connection?) -> Int32
    let finish: @convention(c) (Connection?) -> Void
    let status: @convention(c) (Connection?) -> Int32
    let errorMessage: @convention(c) (Connection?) -> UnsafePointer<CChar>?
    let host: @convention(c) (Connection?) -> Text?
    let port: @convention(c) (Connection?) -> Text?
    let options: @convention(c) (Connection?) -> UnsafeMutableRawPointer?
    let freeOptions: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let execute: @convention(c) (Connection?, UnsafePointer<CChar>?) -> Result?
    let enterPipelineMode: @convention(c) (Connection?) -> Int32
    let pipelineSync: @convention(c) (Connection?) -> Int32
    let sendPrepare:
        @convention(c) (
            Connection?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int32, UnsafePointer<UInt32>?
        ) -> Int32
    let sendPrepared:
        @convention(c) (
            Connection?, UnsafePointer<CChar>?, Int32, Texts?, Numbers?, Numbers?, Int32
        ) -> Int32
    let sendParams:
        @convention(c) (
            Connection?, UnsafePointer<CChar>?, Int32, UnsafePointer<UInt32>?, Texts?, Numbers?, Numbers?, Int32
        ) -> Int32
    let result: @convention(c) (Connection?) -> Result?
    let resultStatus: @convention(c) (Result?) -> Int32
    let errorField: @convention(c) (Result?, Int32) -> UnsafePointer<CChar>?
    let rowCount: @convention(c) (Result?) -> Int32
    let columnCount: @convention(c) (Result?) -> Int32
    let value: @convention(c) (Result?, Int32, Int32) -> UnsafePointer<CChar>?
    let length: @convention(c) (Result?, Int32, Int32) -> Int32
    let isNull: @convention(c) (Result?, Int32, Int32) -> Int32
    let type: @convention(c) (Result?, Int32) -> UInt32
    let affected: @convention(c) (Result?) -> UnsafePointer<CChar>?
    let command: @convention(c) (Result?) -> UnsafePointer<CChar>?
    let clear: @convention(c) (Result?) -> Void
    let setNoticeReceiver:
        @convention(c) (
            Connection?, (@convention(c) (UnsafeMutableRawPointer?, Result?) -> Void)?, UnsafeMutableRawPointer?
        ) -> OpaquePointer?

    /// The name of the library, and of the Debian package that has it.
    private static let (name, package) = ("libpq.so.5", "libpq5")

    private static let loaded: LibPQ? = {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
        return LibPQ(handle)
    }()

    /// The functions.
    ///
    /// - Throws: `PostgreSQLFault.noLibrary`.
    static func load() throws(PostgreSQLFault) -> LibPQ {
        guard let loaded else { throw .noLibrary(package: package) }
        return loaded
    }

    private init?(_ handle: UnsafeMutableRawPointer) {
        var isWhole = true
        func find<Function>(_ name: String) -> Function {
            let address = dlsym(handle, name)
            if address == nil { isWhole = false }
            // One that is missing is never called.
            return unsafeBitCast(address ?? handle, to: Function.self)
        }
        connect = find("PQconnectStartParams")
        connectPoll = find("PQconnectPoll")
        socket = find("PQsocket")
        isBusy = find("PQisBusy")
        consumeInput = find("PQconsumeInput")
        finish = find("PQfinish")
        status = find("PQstatus")
        errorMessage = find("PQerrorMessage")
        host = find("PQhost")
        port = find("PQport")
        options = find("PQconninfo")
        freeOptions = find("PQconninfoFree")
        execute = find("PQexec")
        enterPipelineMode = find("PQenterPipelineMode")
        pipelineSync = find("PQpipelineSync")
        sendPrepare = find("PQsendPrepare")
        sendPrepared = find("PQsendQueryPrepared")
        sendParams = find("PQsendQueryParams")
        result = find("PQgetResult")
        resultStatus = find("PQresultStatus")
        errorField = find("PQresultErrorField")
        rowCount = find("PQntuples")
        columnCount = find("PQnfields")
        value = find("PQgetvalue")
        length = find("PQgetlength")
        isNull = find("PQgetisnull")
        type = find("PQftype")
        affected = find("PQcmdTuples")
        command = find("PQcmdStatus")
        clear = find("PQclear")
        setNoticeReceiver = find("PQsetNoticeReceiver")
        guard isWhole else { return nil }
    }
}

extension LibPQ {
    /// The settings of a connection that have a value.
    func settings(of connection: Connection?) -> [String: String] {
        guard let options = options(connection) else { return [:] }
        defer { freeOptions(options) }
        var settings: [String: String] = [:]
        var option = options.assumingMemoryBound(to: Option.self)
        while let name = option.pointee.name {
            if let value = option.pointee.value { settings[String(cString: name)] = String(cString: value) }
            option += 1
        }
        return settings
    }
}
