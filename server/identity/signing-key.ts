import type { Instant } from '../core/instant.ts'

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
