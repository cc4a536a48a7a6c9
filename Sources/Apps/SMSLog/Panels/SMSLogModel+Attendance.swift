// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic

// What is done without a command.
extension SMSLogModel {
    /// How often gateways are asked for what came, and what waits for another try goes out.
    private static let pause = Duration.seconds(30)

    /// Asks gateways and sends what waits, now and then, until the task is cancelled.
    static func attend(_ service: SMSLogService) async {
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            // What fails now is tried again, and told by the next command that sends.
            try? await service.work()
        }
    }
}
