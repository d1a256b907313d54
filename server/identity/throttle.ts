/** Throttle of failed sign-ins, counted by name, by address and by both. */

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import { toAddressKey } from './address-key.ts'
import type { KnownAddress, LoginFailures } from './identity-store.ts'
import { toNameKey, type UserId } from './user.ts'

/**
 * State of the throttle: consecutive failures by name and address, by name, and by address. An attempt counts as failed
 * from its admission until it has succeeded, so that concurrent attempts gain nothing. From an address from which the
 * user has signed in before, only the count of that name and address applies, so that failures from other addresses, or
 * with other names, block no user. Counts of users are never evicted.
 */
export interface Throttle {
  readonly pairs: Map<string, Streak>
  readonly users: Map<UserId, Streak>
  /** Names that no user has. */
  readonly strangers: Map<string, Streak>
  readonly addresses: Map<string, Streak>
  /** Address keys each user has signed in from, with the last time, least recently used first. */
  readonly known: Map<UserId, Map<string, Instant>>
  /** Users whose failures or known addresses differ from the stored ones. */
  readonly unsavedFailures: Set<UserId>
  readonly unsavedAddresses: Set<UserId>
}

interface Streak {
  readonly count: number
  readonly lastAt: Instant
}

/** Number of consecutive failed sign-ins without a wait, the maximum wait, and when the count expires. */
interface ThrottleLimit {
  readonly freeFailures: number
  readonly waitMaxMs: number
  readonly memoryMs: number
}

/** Limit for one name from one address: a guess, or a forgotten password. */
const PAIR_LIMIT: ThrottleLimit = { freeFailures: 5, waitMaxMs: 15 * MINUTE_MS, memoryMs: DAY_MS }
/** Limit for one name from all unknown addresses: a distributed guess. */
const NAME_LIMIT: ThrottleLimit = { freeFailures: 50, waitMaxMs: 5 * MINUTE_MS, memoryMs: DAY_MS }
/** Limit for all unknown names from one address: one machine trying names. */
const ADDRESS_LIMIT: ThrottleLimit = { freeFailures: 20, waitMaxMs: MINUTE_MS, memoryMs: HOUR_MS }

/** Time for which an address remains known after the last sign-in from it. */
export const KNOWN_ADDRESS_MS = 90 * DAY_MS
/** Maximum number of known addresses per user; one more removes the least recently used. */
const KNOWN_ADDRESSES_MAX = 20

/**
 * Maximum number of entries per map with keys chosen by callers; beyond it the entry with the oldest failure is dropped.
 */
const ENTRIES_MAX = 10_000

/** Too many failures in a row: the next attempt is possible after the wait. There is no further lockout. */
export interface ThrottleRefusal {
  readonly kind: 'throttled'
  readonly retryAfterMs: number
}

/** One attempt to sign in; `userId` is undefined when no user has the name. */
export interface Attempt {
  readonly userId: UserId | undefined
  readonly username: string
  readonly address: string
}

export const createThrottle = (
  failures: readonly LoginFailures[],
  addresses: readonly KnownAddress[] = [],
): Throttle => {
  const known: Throttle['known'] = new Map()
  for (const { userId, address, lastAt } of addresses.toSorted((a, b) => a.lastAt - b.lastAt)) {
    known.set(userId, (known.get(userId) ?? new Map()).set(address, lastAt))
  }
  return {
    pairs: new Map(),
    users: new Map(failures.map(({ userId, count, lastAt }) => [userId, { count, lastAt }])),
    strangers: new Map(),
    addresses: new Map(),
    known,
    unsavedFailures: new Set(),
    unsavedAddresses: new Set(),
  }
}

/** Admits the attempt and counts it as failed, or returns the required wait. */
export const admit = (throttle: Throttle, attempt: Attempt, now: Instant): Result<void, ThrottleRefusal> => {
  const waits = [waitFor(throttle.pairs.get(toPairKey(attempt)), PAIR_LIMIT, now)]
  if (!isKnownAddress(throttle, attempt, now)) {
    waits.push(waitFor(streakOfName(throttle, attempt), NAME_LIMIT, now))
    waits.push(waitFor(throttle.addresses.get(toAddressKey(attempt.address)), ADDRESS_LIMIT, now))
  }
  const retryAfterMs = Math.max(...waits)
  if (retryAfterMs > 0) return err({ kind: 'throttled', retryAfterMs })
  count(throttle, attempt, { by: 1, now })
  return ok(undefined)
}

/** Removes the attempt from the counts, because the password was not checked. */
export const withdraw = (throttle: Throttle, attempt: Attempt, now: Instant): void =>
  count(throttle, attempt, { by: -1, now })

/**
 * Resets the counts of a user who has signed in, and marks the address as known; failures of other names at the address
 * remain.
 */
export const succeed = (throttle: Throttle, attempt: Attempt & { readonly userId: UserId }, now: Instant): void => {
  throttle.pairs.delete(toPairKey(attempt))
  resetUser(throttle, attempt.userId)
  addTo(throttle.addresses, toAddressKey(attempt.address), { limit: ADDRESS_LIMIT, by: -1, now })
  const known = throttle.known.get(attempt.userId) ?? new Map<string, Instant>()
  known.delete(toAddressKey(attempt.address))
  known.set(toAddressKey(attempt.address), now)
  evictBeyond(known, KNOWN_ADDRESSES_MAX)
  throttle.known.set(attempt.userId, known)
  throttle.unsavedAddresses.add(attempt.userId)
}

export const resetUser = (throttle: Throttle, userId: UserId): void => {
  if (throttle.users.delete(userId)) throttle.unsavedFailures.add(userId)
}

/** Returns whether the user has signed in from this address before. */
export const isKnownAddress = ({ known }: Throttle, { userId, address }: Attempt, now: Instant): boolean => {
  const lastAt = userId && known.get(userId)?.get(toAddressKey(address))
  return lastAt !== undefined && now - lastAt < KNOWN_ADDRESS_MS
}

export interface ThrottleStore {
  saveLoginFailures(failures: readonly LoginFailures[]): void
  saveKnownAddresses(userId: UserId, addresses: readonly KnownAddress[]): void
}

/** Stores the records that changed since the last call; when the store throws, they remain unsaved. */
export const saveChanged = (throttle: Throttle, store: ThrottleStore): void => {
  const { users, known, unsavedFailures, unsavedAddresses } = throttle
  if (unsavedFailures.size > 0) {
    store.saveLoginFailures(
      [...unsavedFailures].map((userId) => ({ userId, ...(users.get(userId) ?? { count: 0, lastAt: 0 }) })),
    )
    unsavedFailures.clear()
  }
  for (const userId of unsavedAddresses) {
    const addresses = [...(known.get(userId) ?? [])].map(([address, lastAt]) => ({ userId, address, lastAt }))
    store.saveKnownAddresses(userId, addresses)
    unsavedAddresses.delete(userId)
  }
}

const toPairKey = ({ username, address }: Attempt): string => `${toNameKey(username)} ${toAddressKey(address)}`

const streakOfName = ({ users, strangers }: Throttle, { userId, username }: Attempt): Streak | undefined =>
  userId === undefined ? strangers.get(toNameKey(username)) : users.get(userId)

/** Returns the wait; a clock that was set back never extends it beyond the delay. */
const waitFor = (streak: Streak | undefined, limit: ThrottleLimit, now: Instant): number => {
  const { count: failures, lastAt } = current(streak, limit, now)
  if (failures < limit.freeFailures) return 0
  const delayMs = Math.min(2 ** (failures - limit.freeFailures) * SECOND_MS, limit.waitMaxMs)
  return Math.min(Math.max(lastAt + delayMs - now, 0), delayMs)
}

const NO_FAILURES: Streak = { count: 0, lastAt: 0 }

const current = (streak: Streak | undefined, { memoryMs }: ThrottleLimit, now: Instant): Streak =>
  streak && now - streak.lastAt < memoryMs ? streak : NO_FAILURES

interface Change {
  readonly by: 1 | -1
  readonly now: Instant
}

const count = (throttle: Throttle, attempt: Attempt, change: Change): void => {
  const { pairs, users, strangers, addresses, unsavedFailures } = throttle
  const { userId, username, address } = attempt
  addTo(pairs, toPairKey(attempt), { ...change, limit: PAIR_LIMIT })
  addTo(addresses, toAddressKey(address), { ...change, limit: ADDRESS_LIMIT })
  if (userId === undefined) return addTo(strangers, toNameKey(username), { ...change, limit: NAME_LIMIT })
  users.set(userId, changed(users.get(userId), { ...change, limit: NAME_LIMIT }))
  unsavedFailures.add(userId)
}

const changed = (streak: Streak | undefined, { by, now, limit }: Change & { limit: ThrottleLimit }): Streak => {
  const before = current(streak, limit, now)
  return { count: Math.max(before.count + by, 0), lastAt: by > 0 ? now : before.lastAt }
}

const addTo = (map: Map<string, Streak>, key: string, change: Change & { limit: ThrottleLimit }): void => {
  const next = changed(map.get(key), change)
  map.delete(key)
  if (next.count === 0) return
  map.set(key, next)
  evictBeyond(map, ENTRIES_MAX)
}

/** Removes the oldest entry of a map that has grown past its limit. */
const evictBeyond = (map: Map<string, unknown>, max: number): void => {
  if (map.size <= max) return
  const oldest = map.keys().next().value
  if (oldest !== undefined) map.delete(oldest)
}
