/** Signing keys of access tokens: creation, replacement after 90 days, and retention while a token is still valid. */

import { generateKeyPairSync, hkdfSync } from 'node:crypto'
import { assert } from '../core/assert.ts'
import { DAY_MS, type Instant } from '../core/instant.ts'
import { ACCESS_TTL_MS, LEEWAY_MS } from './access-token.ts'
import { type IdentityStore, tryToStore } from './identity-store.ts'
import { type KeyPair, type SigningKey, toKeyPair } from './key-pair.ts'
import type { RandomBytes } from './password-policy.ts'

/** Opens the key ring: deletes keys whose last token has expired, and creates a key when the newest is too old. */
export const openKeyRing = ({ store, randomBytes }: KeyRingParts, now: Instant): KeyRing => {
  const stored = store.signingKeys()
  const newest = stored.at(-1)
  if (newest && now - newest.createdAt <= KEY_AGE_MAX_MS) return createRing(store, stored, now)
  const retired = newest ? [{ ...newest, usedUntil: Math.max(newest.usedUntil, now + ACCESS_TTL_MS) }] : []
  const changed = [...retired, newKey(randomBytes, now)]
  for (const key of changed) store.saveSigningKey(key)
  return createRing(store, [...stored.slice(0, -1), ...changed], now)
}

export interface KeyRingParts {
  readonly store: IdentityStore
  readonly randomBytes: RandomBytes
}

/** Maximum age of the signing key; an older one is replaced at the next start. */
export const KEY_AGE_MAX_MS = 90 * DAY_MS
const KID_BYTES = 4
const REFRESH_KEY_BYTES = 32

/** The current signing key, and all keys whose tokens may still be valid. */
export interface KeyRing {
  /** Record of the current signing key. */
  current: SigningKey
  readonly pairs: ReadonlyMap<string, KeyPair>
  /** Creation time of each key. */
  readonly madeAt: ReadonlyMap<string, Instant>
  /** Derives each refresh token from the previous one; replaced with each signing key. */
  readonly refreshKey: Uint8Array
}

/** Extends, durably, the time for which the signing key is published to `expiresAt`. */
export const keepPublished = (ring: KeyRing, store: IdentityStore, expiresAt: Instant): void => {
  if (expiresAt <= ring.current.usedUntil) return
  const extended = { ...ring.current, usedUntil: expiresAt }
  store.saveSigningKey(extended)
  ring.current = extended
}

export const signingPair = (ring: KeyRing): KeyPair => {
  const pair = ring.pairs.get(ring.current.kid)
  assert(pair, 'the signing key must be in the key ring')
  return pair
}

const createRing = (store: IdentityStore, keys: readonly SigningKey[], now: Instant): KeyRing => {
  const current = keys.at(-1)
  assert(current, 'there must be a signing key')
  const isNeeded = (key: SigningKey): boolean => key === current || key.usedUntil + LEEWAY_MS > now
  for (const key of keys) if (!isNeeded(key)) tryToStore(() => store.deleteSigningKey(key.kid))
  const needed = keys.filter(isNeeded)
  return {
    current,
    pairs: new Map(needed.map((key) => [key.kid, toKeyPair(key)])),
    madeAt: new Map(needed.map((key) => [key.kid, key.createdAt])),
    refreshKey: new Uint8Array(
      hkdfSync('sha256', current.jwk.d, current.kid, 'plimsoll refresh token', REFRESH_KEY_BYTES),
    ),
  }
}

const newKey = (randomBytes: RandomBytes, now: Instant): SigningKey => {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  assert(x && d, 'an Ed25519 key must have both halves')
  const day = new Date(now).toISOString().slice(0, 10)
  const kid = `k-${day}-${Buffer.from(randomBytes(KID_BYTES)).toString('hex')}`
  return { kid, jwk: { kty: 'OKP', crv: 'Ed25519', x, d }, createdAt: now, usedUntil: now }
}
