// SPDX-License-Identifier: GPL-3.0-or-later

#if APP_SMSLog
    import SMSLog
#endif

extension AppCatalog {
    /// The apps; the one that has gateways, where it is listed, has its work done by the program for them.
    static var withGateways: AppCatalog {
        #if APP_SMSLog
            AppCatalog(smsLog: { SMSLogFactory(in: $0, worker: GatewayProcess(in: $0)) })
        #else
            AppCatalog()
        #endif
    }
}
