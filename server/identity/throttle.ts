import { HOUR_MS, type Instant, SECOND_MS } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import { addressKeyOf } from './address-key.ts'
import type { LoginFailures } from './identity-store.ts'
import { nameKeyOf, type UserId } from './user.ts'

/** Failures in a row before waiting begins. */
const FREE_FAILURES = 5
const DELAY_MAX_MS = 900 * SECOND_MS
/** Failures in a row after which the account takes no password until a new one is set on the host. */
const LOCK_FAILURES = 100
/** An address is forgotten this long after its last failure; an account is not. */
const ADDRESS_MEMORY_MS = HOUR_MS
/** Names nobody has and addresses; past it the one that failed longest ago is forgotten. */
const STRANGERS_MAX = 10_000

export type ThrottleRefusal =
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  | { readonly kind: 'locked'; readonly failures: number }

interface Strikes {
  readonly count: number
  readonly lastAt: Instant
}

/**
 * Failed sign-ins in a row by account and by address. An attempt counts as failed from when it is let in until it has
 * succeeded, so that many at once gain nothing. What belongs to a user is never evicted, however many names are tried.
 */
export interface Throttle {
  readonly accounts: Map<UserId, Strikes>
  readonly strangers: Map<string, Strikes>
  readonly addresses: Map<string, Strikes>
  /** Accounts whose record differs from the stored one. */
  readonly unsaved: Set<UserId>
}

/** Who tries to sign in, from where; `userId` is undefined when nobody has the name. */
export interface Attempt {
  readonly userId: UserId | undefined
  readonly username: string
  readonly address: string
}

export const createThrottle = (stored: readonly LoginFailures[]): Throttle => ({
  accounts: new Map(stored.map(({ userId, count, lastAt }) => [userId, { count, lastAt }])),
  strangers: new Map(),
  addresses: new Map(),
  unsaved: new Set(),
})

/** Lets the attempt in and counts it, or says how long to wait. */
export const admit = (throttle: Throttle, attempt: Attempt, now: Instant): Result<void, ThrottleRefusal> => {
  const account = accountStrikes(throttle, attempt)
  if (account && account.count >= LOCK_FAILURES) return err({ kind: 'locked', failures: account.count })
  const retryAfterMs = Math.max(waitOf(account, now), waitOf(addressStrikes(throttle, attempt, now), now))
  if (retryAfterMs > 0) return err({ kind: 'throttled', retryAfterMs })
  addToAccount(throttle, attempt, { by: 1, now })
  addToAddress(throttle, attempt, { by: 1, now })
  return ok(undefined)
}

/** Takes the attempt back: it was not tried. */
export const withdraw = (throttle: Throttle, attempt: Attempt, now: Instant): void => {
  addToAccount(throttle, attempt, { by: -1, now })
  addToAddress(throttle, attempt, { by: -1, now })
}

/** The attempt succeeded: the account begins anew; its address keeps what others failed there. */
export const forgive = (throttle: Throttle, attempt: Attempt, now: Instant): void => {
  if (attempt.userId !== undefined) forgetAccount(throttle, attempt.userId)
  addToAddress(throttle, attempt, { by: -1, now })
}

export const forgetAccount = (throttle: Throttle, userId: UserId): void => {
  if (throttle.accounts.delete(userId)) throttle.unsaved.add(userId)
}

export const isLocked = (throttle: Throttle, userId: UserId): boolean =>
  (throttle.accounts.get(userId)?.count ?? 0) >= LOCK_FAILURES

/** Has the records stored that changed since the last time; when `save` throws they are still to be stored. */
export const saveChanged = (throttle: Throttle, save: (failures: readonly LoginFailures[]) => void): void => {
  if (throttle.unsaved.size === 0) return
  const failures = [...throttle.unsaved].map((userId) => {
    const { count, lastAt } = throttle.accounts.get(userId) ?? { count: 0, lastAt: 0 }
    return { userId, count, lastAt }
  })
  save(failures)
  throttle.unsaved.clear()
}

const accountStrikes = ({ accounts, strangers }: Throttle, { userId, username }: Attempt): Strikes | undefined =>
  userId === undefined ? strangers.get(nameKeyOf(username)) : accounts.get(userId)

const addressStrikes = ({ addresses }: Throttle, { address }: Attempt, now: Instant): Strikes | undefined => {
  const strikes = addresses.get(addressKeyOf(address))
  return strikes && now - strikes.lastAt < ADDRESS_MEMORY_MS ? strikes : undefined
}

const waitOf = (strikes: Strikes | undefined, now: Instant): number => {
  if (!strikes || strikes.count < FREE_FAILURES) return 0
  const delay = Math.min(2 ** (strikes.count - FREE_FAILURES) * SECOND_MS, DELAY_MAX_MS)
  return Math.min(Math.max(strikes.lastAt + delay - now, 0), delay)
}

interface Change {
  readonly by: 1 | -1
  readonly now: Instant
}

const changed = (strikes: Strikes | undefined, { by, now }: Change): Strikes => ({
  count: Math.max((strikes?.count ?? 0) + by, 0),
  lastAt: by > 0 ? now : (strikes?.lastAt ?? now),
})

const addToAccount = (throttle: Throttle, attempt: Attempt, change: Change): void => {
  const next = changed(accountStrikes(throttle, attempt), change)
  if (attempt.userId === undefined) return remember(throttle.strangers, nameKeyOf(attempt.username), next)
  throttle.accounts.set(attempt.userId, next)
  throttle.unsaved.add(attempt.userId)
}

const addToAddress = (throttle: Throttle, attempt: Attempt, change: Change): void =>
  remember(
    throttle.addresses,
    addressKeyOf(attempt.address),
    changed(addressStrikes(throttle, attempt, change.now), change),
  )

const remember = (map: Map<string, Strikes>, key: string, strikes: Strikes): void => {
  map.delete(key)
  if (strikes.count === 0) return
  map.set(key, strikes)
  if (map.size <= STRANGERS_MAX) return
  const oldest = map.keys().next().value
  if (oldest !== undefined) map.delete(oldest)
}
