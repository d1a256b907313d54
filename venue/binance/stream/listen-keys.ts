/** Listen keys of the Binance account stream: issued, renewed, closed, and expired by a timer. */

import type { Random } from '../../../server/core/random.ts'

/** Listen key of the account, if one is valid, and the lifetime of keys. */
export interface ListenKeys {
  readonly random: Random
  readonly lifetimeMs: number
  /** False when keys expire regardless of renewals. */
  readonly renewable: boolean
  key: string | undefined
  timer: NodeJS.Timeout | undefined
  /** Called when a key has expired or was closed. */
  ended: (key: string, why: 'expired' | 'closed') => void
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 64

export const createListenKeys = (random: Random, lifetimeMs: number, renewable: boolean): ListenKeys => ({
  random,
  lifetimeMs,
  renewable,
  key: undefined,
  timer: undefined,
  ended: () => {},
})

/** Returns the valid key with its lifetime renewed, or a new key when there is none. */
export const issueListenKey = (keys: ListenKeys): string => {
  const isNew = keys.key === undefined
  keys.key ??= Array.from({ length: LENGTH }, () => LETTERS[Math.floor(keys.random() * LETTERS.length)]).join('')
  if (isNew || keys.renewable) prolong(keys, keys.key)
  return keys.key
}

/** Renews the key; returns false if there is no valid key. */
export const renewListenKey = (keys: ListenKeys): boolean => {
  if (keys.key === undefined) return false
  if (keys.renewable) prolong(keys, keys.key)
  return true
}

/** Closes the key, so that it is invalid. */
export const closeListenKey = (keys: ListenKeys): void => end(keys, 'closed')

const prolong = (keys: ListenKeys, key: string): void => {
  clearTimeout(keys.timer)
  keys.timer = setTimeout(() => keys.key === key && end(keys, 'expired'), keys.lifetimeMs).unref()
}

const end = (keys: ListenKeys, why: 'expired' | 'closed'): void => {
  const { key } = keys
  clearTimeout(keys.timer)
  keys.key = undefined
  if (key !== undefined) keys.ended(key, why)
}
