import { AsyncLocalStorage } from 'node:async_hooks'
import type { Instant } from '../../../core/instant.ts'

export const URGENCIES = ['HISTORY', 'LOOKUP', 'ACCOUNT', 'TRADE', 'PROTECT', 'STOP'] as const

/**
 * What a call is for, least urgent first, as it matters when the exchange's allowance runs low. HISTORY is all of the market:
 * candles, listings, figures. LOOKUP asks for single orders in doubt, of which there may be many. ACCOUNT is the reading of the
 * account, which settles the most at once, and the exchange's time. TRADE is what increases risk, PROTECT what reduces it and
 * hears of fills, STOP what takes orders back.
 */
export type Urgency = (typeof URGENCIES)[number]

/** One call to the exchange, followed through the library to the wire and back. */
export interface Attempt {
  readonly urgency: Urgency
  /** The instant to sign with, where the caller has fixed it. */
  readonly signedAtMs: Instant | undefined
  /** Looked at right before bytes leave: a reason keeps them here. */
  readonly heldUp: (() => string | undefined) | undefined
  /** Whether a request of it carries our signature. */
  signed: boolean
  /** Requests of which at least a byte may have left. */
  sent: number
  /** Of the last answer; undefined while there was none. */
  status: number | undefined
  /** Of the last answer, as it came. */
  body: string | undefined
}

const current = new AsyncLocalStorage<Attempt>()

/** The call that is being carried out here and now. */
export const presentAttempt = (): Attempt | undefined => current.getStore()

export const within = <T>(attempt: Attempt, work: () => Promise<T>): Promise<T> => current.run(attempt, work)
