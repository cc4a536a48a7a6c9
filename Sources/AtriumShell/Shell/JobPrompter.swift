// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// The prompter of a job: it asks nobody, and tells the job how far it has come.
@MainActor
final class JobPrompter: Prompter {
    private let job: Job
    private let password: Secret?
    private let onProgress: @MainActor (Job, WorkProgress) -> Void

    /// - Parameters:
    ///   - password: Answers every question for a password; nil: there is no answer.
    ///   - onProgress: Hears how far the job has come.
    init(_ job: Job, password: Secret?, onProgress: @escaping @MainActor (Job, WorkProgress) -> Void) {
        self.job = job
        self.password = password
        self.onProgress = onProgress
    }

    var asksNobody: Bool { password == nil }

    func ask(_ question: LocalizedText) async throws -> String { throw JobFault.cannotAsk }

    func askSecret(_ question: LocalizedText) async throws -> Secret {
        guard let password else { throw JobFault.cannotAsk }
        return password
    }

    func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws {
        throw JobFault.cannotAsk
    }

    func progress(_ done: Int, of total: Int?) { onProgress(job, job.advance(to: done, of: total, unit: .items)) }

    func progress(bytes: Int, of total: Int?) { onProgress(job, job.advance(to: bytes, of: total, unit: .bytes)) }
}
