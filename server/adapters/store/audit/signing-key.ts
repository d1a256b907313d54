/**
 * The Ed25519 key that signs the checkpoints of one audit log: creates, prints and parses it, signs strings and
 * verifies signatures.
 */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { canonicalJson, parseRecord } from '../../../core/json.ts'
import { decodeText, sha256 } from './entry-line.ts'

/** Key that signs the checkpoints of one audit log, and the key ID derived from it. */
export interface AuditKey {
  readonly privateKey: KeyObject
  /** The `x` of an Ed25519 JWK. */
  readonly publicKey: string
  /** Identifier of this log, derived from the public key. */
  readonly origin: string
}

const ORIGIN_LENGTH = 32

export const makeKey = (): AuditKey => toAuditKey(generateKeyPairSync('ed25519').privateKey)

const toAuditKey = (privateKey: KeyObject): AuditKey => {
  const { x: publicKey = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, publicKey, origin: deriveOrigin(publicKey) }
}

const deriveOrigin = (publicKey: string): string => sha256(publicKey).slice(0, ORIGIN_LENGTH)

/** Prints the key as a JWK in one line with a checksum, so that any changed byte is detected. */
export const printKey = ({ privateKey, origin }: AuditKey): string => {
  const jwk = { ...privateKey.export({ format: 'jwk' }), origin }
  return `${canonicalJson({ ...jwk, sum: sha256(canonicalJson(jwk)) })}\n`
}

/** Parses a key file; undefined unless it has exactly the bytes that `printKey` wrote. */
export const parseKey = (bytes: Buffer): AuditKey | undefined => {
  const text = decodeText(bytes)
  const value = text === undefined ? undefined : parseRecord(text)
  if (!value || typeof value.d !== 'string' || typeof value.x !== 'string') return undefined
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', d: value.d, x: value.x }
    const key = toAuditKey(createPrivateKey({ key: jwk, format: 'jwk' }))
    return printKey(key) === text ? key : undefined
  } catch {
    return undefined
  }
}

export const signText = ({ privateKey }: AuditKey, text: string): string =>
  sign(null, Buffer.from(text), privateKey).toString('base64url')

/** Verifies a signature; false also for a signature or key in a different format than ours. */
export const isValidSignature = (publicKey: string, text: string, signature: string): boolean => {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.toString('base64url') !== signature) return false
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, bytes)
  } catch {
    return false
  }
}
