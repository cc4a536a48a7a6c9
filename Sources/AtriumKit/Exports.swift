// SPDX-License-Identifier: GPL-3.0-or-later

// An app’s author writes one import: logins, languages and worlds are in every signature of a factory.
@_exported public import Session
@_exported public import Worlds
