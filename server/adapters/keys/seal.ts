/** Encryption of a string with a passphrase, by AES-256-GCM and scrypt: sealing, unsealing, and the sealed form. */

import { createCipheriv, createDecipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { err, ok, type Result } from '../../core/result.ts'
import type { Secret } from './exchange-keys.ts'

/** Seals a string with AES-256-GCM under a key derived from the passphrase with scrypt and a random salt. */
export const seal = async (text: string, { passphrase, bond, cost, entropy }: SealOrder): Promise<Sealed> => {
  const [salt, iv] = [entropy(SEAL_BYTES.salt), entropy(SEAL_BYTES.iv)]
  const { key, check } = await deriveKey(passphrase, salt, cost)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(bond))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  key.fill(0)
  return {
    kdf: { name: 'scrypt', ...cost },
    salt: salt.toString('base64'),
    check: check.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    text: sealed.toString('base64'),
  }
}

export interface SealOrder {
  readonly passphrase: Secret
  /** Context the string is bound to: it opens only with the same. */
  readonly bond: string
  readonly cost: ScryptCost
  readonly entropy: Entropy
}

/** Cost parameters of scrypt, which determine the effort of testing one passphrase. */
export interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** Default cost: 128 MB and a few tenths of a second per attempt. */
export const SCRYPT_COST: ScryptCost = { N: 2 ** 17, r: 8, p: 1 }

/** A sealed string: everything needed to open it except the passphrase. Bytes are in base64. */
export interface Sealed {
  readonly kdf: ScryptCost & { readonly name: 'scrypt' }
  readonly salt: string
  /** Distinguishes a wrong passphrase from changed data. */
  readonly check: string
  readonly iv: string
  readonly tag: string
  readonly text: string
}

/** Source of unpredictable bytes. */
export type Entropy = (size: number) => Buffer

export const SEAL_BYTES = { salt: 16, check: 16, iv: 12, tag: 16 } as const

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32

/** Returns the string that was sealed, or why it cannot be decrypted. */
export const unseal = async (
  sealed: Sealed,
  passphrase: Secret,
  bond: string,
): Promise<Result<string, 'wrongPassphrase' | 'tampered'>> => {
  const bytes = (name: 'salt' | 'check' | 'iv' | 'tag' | 'text'): Buffer => Buffer.from(sealed[name], 'base64')
  const { key, check } = await deriveKey(passphrase, bytes('salt'), sealed.kdf)
  if (!timingSafeEqual(check, bytes('check'))) return err('wrongPassphrase')
  const decipher = createDecipheriv(CIPHER, key, bytes('iv'), { authTagLength: SEAL_BYTES.tag })
  key.fill(0)
  try {
    const opened = decipher.setAAD(Buffer.from(bond)).setAuthTag(bytes('tag')).update(bytes('text'))
    const plain = Buffer.concat([opened, decipher.final()])
    const text = plain.toString('utf8')
    opened.fill(0)
    plain.fill(0)
    return ok(text)
  } catch {
    return err('tampered')
  }
}

/** Returns the memory scrypt needs, with room to spare for its own accounting. */
export const computeMemory = ({ N, r, p }: ScryptCost): number => 128 * r * (N + p + 2)

/**
 * Derives the key and its check value. The passphrase is normalised, as keyboards may encode the same characters
 * differently.
 */
const deriveKey = (passphrase: Secret, salt: Buffer, cost: ScryptCost): Promise<{ key: Buffer; check: Buffer }> =>
  new Promise((resolve, reject) => {
    const { N, r, p } = cost
    const length = KEY_BYTES + SEAL_BYTES.check
    scrypt(
      passphrase.reveal().normalize('NFC'),
      salt,
      length,
      { N, r, p, maxmem: computeMemory(cost) },
      (error, bytes) => {
        if (error) reject(error)
        else resolve({ key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) })
      },
    )
  })
