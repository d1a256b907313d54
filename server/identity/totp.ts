import { Secret, TOTP } from 'otpauth'
import { type Instant, SECOND_MS } from '../core/instant.ts'
import type { RandomBytes } from './generate-password.ts'

/** RFC 6238 as every authenticator app implements it: SHA-1, six digits, 30 s. */
const PERIOD_SEC = 30
const SECRET_BYTES = 20
/** Steps that a clock may be off, either way. */
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

/** Returns the time step of a code, at most one off from now; undefined when the code is wrong. */
export const totpStep = (secret: string, code: string, now: Instant): number | undefined => {
  const delta = totpFor(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / (PERIOD_SEC * SECOND_MS)) + delta
}
