// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumGateways
import AtriumSession
import CAtriumCurl

/// Sends requests by libcurl, each on a connection of its own: libcurl repeats a request on a used one if the server
/// has just closed it.
package struct CurlClient: HTTPExchange {
    private let connecting: Duration
    private let patience: Duration

    /// The most bytes of an answer; no gateway’s is longer.
    fileprivate static let mostBytes = 1 << 20

    /// - Parameters:
    ///   - connecting: The time that a connection may take.
    ///   - patience: The time that the whole exchange may take.
    package init(connecting: Duration = .seconds(10), patience: Duration = .seconds(30)) {
        self.connecting = connecting
        self.patience = patience
        // Once, before there is another thread that could use it.
        _ = Self.isReady
    }

    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    package func answer(to request: HTTPRequest) async throws(HTTPFault) -> HTTPAnswer {
        try await BlockingCall.run { [connecting, patience] in
            Result { () throws(HTTPFault) in
                guard let transfer = CurlTransfer() else { throw .unsent("libcurl") }
                return try transfer.perform(request, connecting: connecting, patience: patience)
            }
        }.get()
    }
}

/// One request and its answer.
private final class CurlTransfer {
    private let raw: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var body: [UInt8] = []

    init?() {
        guard let raw = curl_easy_init() else { return nil }
        self.raw = raw
    }

    deinit {
        curl_slist_free_all(headers)
        curl_easy_cleanup(raw)
    }

    func perform(_ request: HTTPRequest, connecting: Duration, patience: Duration) throws(HTTPFault) -> HTTPAnswer {
        ccurl_set_web_only(raw)
        ccurl_set_text(raw, CURLOPT_URL, request.address)
        ccurl_set_text(raw, CURLOPT_USERAGENT, "Atrium")
        ccurl_set_number(raw, CURLOPT_NOSIGNAL, 1)
        ccurl_set_number(raw, CURLOPT_FOLLOWLOCATION, 0)
        ccurl_set_number(raw, CURLOPT_CONNECTTIMEOUT_MS, connecting.wholeMilliseconds)
        ccurl_set_number(raw, CURLOPT_TIMEOUT_MS, patience.wholeMilliseconds)
        if request.isRemoval { ccurl_set_text(raw, CURLOPT_CUSTOMREQUEST, "DELETE") }
        if let account = request.account {
            ccurl_set_number(raw, CURLOPT_HTTPAUTH, ccurl_basic)
            ccurl_set_text(raw, CURLOPT_USERNAME, account.user)
            ccurl_set_text(raw, CURLOPT_PASSWORD, String(decoding: account.password.bytes, as: UTF8.self))
        }
        if let json = request.json {
            // An empty one takes the header out that asks whether a body may follow.
            for line in ["Content-Type: application/json", "Expect:"] { headers = curl_slist_append(headers, line) }
            ccurl_set_headers(raw, headers)
            json.withUnsafeBytes { _ = ccurl_set_body(raw, $0.baseAddress, $0.count) }
        }
        let writer: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
            bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        ccurl_set_writer(raw, writer, Unmanaged.passUnretained(self).toOpaque())
        let status = curl_easy_perform(raw)
        guard status == CURLE_OK else { throw fault(status, request, patience: patience) }
        return HTTPAnswer(
            status: ccurl_get_number(raw, CURLINFO_RESPONSE_CODE), body: body,
            location: ccurl_get_text(raw, CURLINFO_REDIRECT_URL).map { String(cString: $0) })
    }

    /// Takes bytes of the answer; anything but their number ends the transfer.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= CurlClient.mostBytes else { return 0 }
        body += bytes
        return bytes.count
    }

    private func fault(_ status: CURLcode, _ request: HTTPRequest, patience: Duration) -> HTTPFault {
        let detail = String(cString: curl_easy_strerror(status))
        let place = GatewayAddress(String(request.address.prefix { $0 != "?" }))?.host ?? ""
        switch status {
        case CURLE_COULDNT_RESOLVE_HOST: return .unsent(.fact(.unknownHost, place))
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY, CURLE_URL_MALFORMAT:
            return .unsent(.fact(.noListener, place))
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
            return .unsent(.fact(.insecure, detail))
        default: break
        }
        let reason = GatewayReason.fact(
            status == CURLE_OPERATION_TIMEDOUT ? .timedOut : .disconnected,
            status == CURLE_OPERATION_TIMEDOUT ? String(patience.components.seconds) : detail)
        // Nothing of the request is on its way before the connection is whole.
        return ccurl_get_number(raw, CURLINFO_REQUEST_SIZE) == 0 ? .unsent(reason) : .unclear(reason)
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
