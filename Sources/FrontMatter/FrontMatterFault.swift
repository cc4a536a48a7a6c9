// SPDX-License-Identifier: GPL-3.0-or-later

/// A block at the head of a file is no YAML.
package struct FrontMatterFault: Error, Hashable, Sendable {}
