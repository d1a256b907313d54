/**
 * Tracing of one call to the exchange: its urgency, the requests sent and the last response, passed to the HTTP layer
 * through an asynchronous context.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Instant } from '../../../core/instant.ts'

/** One call to the exchange, traced through the library to the HTTP request and its response. */
export interface Attempt {
  readonly urgency: Urgency
  /** Timestamp to sign the request with, if the caller has fixed it. */
  readonly signedAtMs: Instant | undefined
  /** Checked right before the bytes are sent: a returned reason prevents sending. */
  readonly getBlocker: (() => string | undefined) | undefined
  /** True when a request of the attempt carries our signature. */
  signed: boolean
  /** Number of requests of which at least one byte may have been sent. */
  sent: number
  /** HTTP status of the last response; undefined until the first one. */
  status: number | undefined
  /** Body of the last response, as received. */
  body: string | undefined
}

export const URGENCIES = ['HISTORY', 'TRADE', 'LOOKUP', 'ACCOUNT', 'SAFETY', 'PROTECT', 'STOP'] as const

/**
 * Purpose of a call, least important first: when the exchange's rate limit runs low, more important calls take
 * precedence. HISTORY is all market data: candles, listings, statistics. TRADE is every risk-increasing order, which
 * depends on the outcomes of earlier orders and on the account. LOOKUP queries single unconfirmed orders, of which
 * there may be many. ACCOUNT is the account reading, which resolves the most per request. SAFETY is what protection
 * waits for: connecting, the exchange time, the first reading of a run, and queries of protective orders. PROTECT
 * reduces risk and receives fills; STOP cancels orders.
 */
export type Urgency = (typeof URGENCIES)[number]

const current = new AsyncLocalStorage<Attempt>()

/** Returns the call in progress in the current asynchronous context. */
export const presentAttempt = (): Attempt | undefined => current.getStore()

/** Runs work within an attempt, so that the requests it causes are recorded there. */
export const within = <T>(attempt: Attempt, work: () => Promise<T>): Promise<T> => current.run(attempt, work)
