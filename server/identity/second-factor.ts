/** Two-factor authentication: TOTP codes of authenticator apps (RFC 6238), and recovery codes. */

import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { type Instant, SECOND_MS } from '../core/instant.ts'
import { generateGroups, type RandomBytes } from './password-policy.ts'

/** Second factor of a user: the secret of the authenticator app, and recovery codes. */
export interface SecondFactor {
  /** Base32, shared with the app; after its confirmation it never leaves this folder and the store. */
  readonly secret: string
  /** Time step of the newest used code, so that no code is accepted twice. */
  readonly lastStep: number
  /** SHA-256 of the unused recovery codes. */
  readonly recoveryHashes: readonly string[]
  readonly enabledAt: Instant
}

const RECOVERY_CODES = 10
/** Six groups of four characters: 120 random bits, which need no salt and no work factor. */
const RECOVERY_GROUPS = 6

/** Returns ten codes, each valid for one sign-in without the app. */
export const generateRecoveryCodes = (randomBytes: RandomBytes): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => generateGroups(randomBytes, RECOVERY_GROUPS))

/** Returns the hash of a recovery code, whatever its case and separators. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('base64url')

/** Returns the factor after the code was used; undefined when the code is wrong or was used before. */
export const useCode = (factor: SecondFactor, code: string, now: Instant): SecondFactor | undefined => {
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    const step = totpStep(factor.secret, digits, now)
    return step !== undefined && step > factor.lastStep ? { ...factor, lastStep: step } : undefined
  }
  const hash = hashRecoveryCode(code)
  if (!factor.recoveryHashes.includes(hash)) return undefined
  return { ...factor, recoveryHashes: factor.recoveryHashes.filter((unused) => unused !== hash) }
}

/** Parameters that all authenticator apps support: SHA-1, six digits, 30 s. */
const PERIOD_SEC = 30
const SECRET_BYTES = 20
/** Clock tolerance in steps, in either direction. */
const WINDOW = 1

/** Returns a shared secret of 160 bits in Base32. */
export const generateTotpSecret = (randomBytes: RandomBytes): string =>
  new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32

const totpFor = (secret: string, username = ''): TOTP =>
  new TOTP({ issuer: 'Plimsoll', label: username, secret, period: PERIOD_SEC, digits: 6, algorithm: 'SHA1' })

/** Returns the `otpauth:` URI that authenticator apps read from a QR code. */
export const totpUri = (secret: string, username: string): string => totpFor(secret, username).toString()

/** Returns the code of the time step that `now` is in. */
export const totpCode = (secret: string, now: Instant): string => totpFor(secret).generate({ timestamp: now })

/** Returns the time step of a code, at most one step from now; undefined when the code is wrong. */
export const totpStep = (secret: string, code: string, now: Instant): number | undefined => {
  const delta = totpFor(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / (PERIOD_SEC * SECOND_MS)) + delta
}
