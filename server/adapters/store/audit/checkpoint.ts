/**
 * Signed checkpoints of the audit log: their types, their signature, and the parsing of stored lines and of exported
 * copies.
 */

import { type Instant, toRfc3339 } from '../../../core/instant.ts'
import { canonicalJson, parseRecord } from '../../../core/json.ts'
import { type AuditKey, isValidSignature, signText } from './signing-key.ts'

/**
 * Signed size and root hash of the log. A copy stored elsewhere proves later whether this part of the log is unchanged.
 */
export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly rootHash: string
  readonly at: string
  readonly signature: string
}

/** Exported form of a checkpoint, with the public key that verifies it. */
export interface OutsideCheckpoint extends Checkpoint {
  readonly publicKey: string
}

export const signCheckpoint = (
  key: AuditKey,
  { size, root, atMs }: { readonly size: number; readonly root: string; readonly atMs: Instant },
): Checkpoint => {
  const content = { origin: key.origin, size, rootHash: root, at: toRfc3339(atMs) }
  return { ...content, signature: signText(key, canonicalJson(content)) }
}

export const isSignedBy = ({ origin, size, rootHash, at, signature }: Checkpoint, publicKey: string): boolean =>
  isValidSignature(publicKey, canonicalJson({ origin, size, rootHash, at }), signature)

/** Parses a line of the log's own checkpoint file, without its line end; undefined unless it is canonical JSON. */
export const parseCheckpoint = (text: string): Checkpoint | undefined => {
  const checkpoint = readCheckpoint(parseRecord(text))
  return checkpoint && canonicalJson(checkpoint) === text ? checkpoint : undefined
}

/** Parses a checkpoint from elsewhere, in any spacing, with its key if included. */
export const parseOutside = (text: string): (Checkpoint & Partial<OutsideCheckpoint>) | undefined => {
  const value = parseRecord(text)
  const checkpoint = readCheckpoint(value)
  const publicKey = value?.publicKey
  if (!checkpoint || publicKey === undefined) return checkpoint
  return typeof publicKey === 'string' ? { ...checkpoint, publicKey } : undefined
}

const readCheckpoint = (value: Readonly<Record<string, unknown>> | undefined): Checkpoint | undefined => {
  const { origin, size, rootHash, at, signature } = value ?? {}
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1) return undefined
  if (typeof origin !== 'string' || typeof rootHash !== 'string' || typeof signature !== 'string') return undefined
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined
  return { origin, size, rootHash, at, signature }
}
