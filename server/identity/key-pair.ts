/** Ed25519 signing keys in their stored, usable and public form, and the conversion between them. */

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Instant } from '../core/instant.ts'

/** A signing key ready for use. */
export interface KeyPair {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly publicJwk: PublicJwk
}

/** Public key as published at `/.well-known/jwks.json`. */
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

/** An Ed25519 key as a JWK (RFC 8037); `d` is the private part. */
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
