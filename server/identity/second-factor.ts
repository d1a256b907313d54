import { createHash } from 'node:crypto'
import type { Instant } from '../core/instant.ts'
import { generateGroups, type RandomBytes } from './generate-password.ts'
import { totpStep } from './totp.ts'

/** A user's authenticator app and its recovery codes. */
export interface SecondFactor {
  /** Shared with the app, in Base32; it never leaves this folder and the store after it was confirmed. */
  readonly secret: string
  /** Time step of the newest code used: a code is good once. */
  readonly lastStep: number
  /** SHA-256 of the recovery codes that are unused. */
  readonly recoveryHashes: readonly string[]
  readonly enabledAt: Instant
}

const RECOVERY_CODES = 10
/** Six groups of four characters: 120 random bits, which need no salt and no work factor. */
const RECOVERY_GROUPS = 6

/** Returns ten codes, each good for one sign-in without the app. */
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
