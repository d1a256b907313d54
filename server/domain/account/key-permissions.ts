/**
 * Requirements on the permissions of an exchange key: the rule of `plimsoll doctor`, of readiness gate LR16, of the
 * security surface, and of every start that trades at an exchange.
 */

import { DAY_MS, type Instant } from '../../core/instant.ts'
import type { KeyPermissions } from './account.ts'

/** Result of reading a key at its exchange: its permissions, or the response with which the exchange rejected it. */
export type KeyOutcome =
  | { readonly permissions: KeyPermissions; readonly rejection: null }
  | { readonly permissions: null; readonly rejection: string }

/** Requirement on a key: it may trade, cannot move funds, works from certain addresses only, and does not expire soon. */
export type KeyRequirement = 'TRADE' | 'NO_WITHDRAWALS' | 'NO_TRANSFERS' | 'ADDRESS' | 'EXPIRY'

/** Result of one requirement. */
export interface KeyFinding {
  readonly requirement: KeyRequirement
  /** `NOT_REPORTED`: the exchange does not report the permission. */
  readonly result: 'MET' | 'BROKEN' | 'NOT_REPORTED'
  /** True when an account must not be traded with the key: always if broken, with real money if not reported. */
  readonly blocksTrading: boolean
}

/** Judges a key by every requirement; one without an expiry, or whose expiry is not reported, has no finding on it. */
export const judgeKey = (permissions: KeyPermissions, { nowMs, expiryDays }: KeyLimits): readonly KeyFinding[] => {
  const { trade, withdraw, transfer, boundToAddresses, expiresAtMs } = permissions
  return [
    { requirement: 'TRADE', result: rate(trade), blocksTrading: trade !== true },
    { requirement: 'NO_WITHDRAWALS', result: rate(negate(withdraw)), blocksTrading: withdraw !== false },
    { requirement: 'NO_TRANSFERS', result: rate(negate(transfer)), blocksTrading: transfer === true },
    { requirement: 'ADDRESS', result: rate(boundToAddresses), blocksTrading: false },
    ...(expiresAtMs === null ? [] : [judgeExpiry(expiresAtMs - nowMs, expiryDays * DAY_MS)]),
  ]
}

export interface KeyLimits {
  readonly nowMs: Instant
  /** Minimum remaining lifetime. */
  readonly expiryDays: number
}

const judgeExpiry = (leftMs: number, minimumMs: number): KeyFinding => ({
  requirement: 'EXPIRY',
  result: rate(leftMs >= minimumMs),
  blocksTrading: leftMs <= 0,
})

const rate = (holds: boolean | null): KeyFinding['result'] =>
  holds === null ? 'NOT_REPORTED' : holds ? 'MET' : 'BROKEN'

const negate = (allowed: boolean | null): boolean | null => (allowed === null ? null : !allowed)
