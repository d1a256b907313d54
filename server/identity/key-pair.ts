import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Instant } from '../core/instant.ts'

/** A signing key ready for use. */
export interface KeyPair {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly publicJwk: PublicJwk
}

/** The public half of a key, as `/.well-known/jwks.json` shows it. */
export interface PublicJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly use: 'sig'
  readonly alg: 'Ed25519'
}

export const toKeyPair = ({ kid, jwk: { kty, crv, x, d } }: SigningKey): KeyPair => ({
  kid,
  privateKey: createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' }),
  publicKey: createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
  publicJwk: { kty, crv, x, kid, use: 'sig', alg: 'Ed25519' },
})

/** An Ed25519 key as RFC 8037 writes it; `d` is the secret half. */
export interface PrivateJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly d: string
}

export interface SigningKey {
  readonly kid: string
  readonly jwk: PrivateJwk
  readonly createdAt: Instant
  /** Expiry of the last token it is known to have signed; the key is published at least until then. */
  readonly usedUntil: Instant
}
