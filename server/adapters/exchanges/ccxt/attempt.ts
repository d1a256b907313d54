import { AsyncLocalStorage } from 'node:async_hooks'
import type { Instant } from '../../../core/instant.ts'

/** One call to the exchange, traced through the library to the HTTP request and its response. */
export interface Attempt {
  readonly urgency: Urgency
  /** The instant to sign with, where the caller has fixed it. */
  readonly signedAtMs: Instant | undefined
  /** Checked right before the bytes are sent: a returned reason prevents sending. */
  readonly heldUp: (() => string | undefined) | undefined
  /** True when a request of the attempt carries our signature. */
  signed: boolean
  /** Number of requests of which at least one byte may have been sent. */
  sent: number
  /** HTTP status of the last response; undefined before the first. */
  status: number | undefined
  /** Body of the last response, as received. */
  body: string | undefined
}

export const URGENCIES = ['HISTORY', 'TRADE', 'LOOKUP', 'ACCOUNT', 'PROTECT', 'STOP'] as const

/**
 * Purpose of a call, least important first; decides who is served when the exchange's rate limit runs low. HISTORY is all
 * market data: candles, listings, figures. TRADE is what increases risk, which needs the outcomes and the account first. LOOKUP
 * queries single unconfirmed orders, of which there may be many. ACCOUNT is the account reading, which resolves the most
 * in one request, and the exchange time. PROTECT is what reduces risk and receives fills, STOP what cancels orders.
 */
export type Urgency = (typeof URGENCIES)[number]

const current = new AsyncLocalStorage<Attempt>()

/** Returns the call in progress in the current asynchronous context. */
export const presentAttempt = (): Attempt | undefined => current.getStore()

export const within = <T>(attempt: Attempt, work: () => Promise<T>): Promise<T> => current.run(attempt, work)
