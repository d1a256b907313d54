/** Inputs of the monitor: account, positions, orders and their protection. */

import type { Balance, Portfolio } from '../../../contract/account.ts'
import type { Order, Position } from '../../../contract/trading.ts'
import type { Instant } from '../../core/instant.ts'
import { atOnce, defineInput, limitOrZero } from '../frame/input.ts'

/** Account according to our ledger, valued at mark prices. */
export const account = defineInput<{ readonly balance: Balance; readonly portfolio: Portfolio }>({
  kind: 'BOOKS',
  source: 'ledger.account',
  what: 'The account in our ledger',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})

/** Every open lifecycle, according to our ledger. */
export const positions = defineInput<readonly Position[]>({
  kind: 'BOOKS',
  source: 'ledger.positions',
  what: 'The open positions in our ledger',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})

/** Every order that has not ended, according to our ledger. */
export const orders = defineInput<readonly Order[]>({
  kind: 'BOOKS',
  source: 'ledger.orders',
  what: 'The working orders in our ledger',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})

/** Protection measures of a position, in addition to its state in the ledger. */
export interface GuardTruth {
  readonly positionId: string
  readonly sinceFirstFillMs: number
  /** Time at which its stop was last verified at the exchange. */
  readonly stopReadAtMs: Instant | null
  /** Time of the last fill; null when it was not observed. */
  readonly lastFillAtMs: Instant | null
  /** Protective orders that were refused. */
  readonly refusals: number
  readonly lastRefusal: { readonly code: string; readonly message: string; readonly category: string } | null
  /** Stops found missing at the exchange in the last 24 hours, as far as observed. */
  readonly lostStops24h: number
  readonly lastStopLostAtMs: Instant | null
  /** True when the price of stop or target has already been reached. */
  readonly isPriceThrough: boolean
  /** True when this process could place a stop: the account was read, or the exchange has rejected one. */
  readonly isAble: boolean
  readonly closesFailed: number
  readonly isClosing: boolean
  /** Time of the last price of its symbol; null before the first one. */
  readonly pricedAtMs: Instant | null
}

export interface ProtectionTruth {
  readonly guards: readonly GuardTruth[]
  /** Value passed to gate G23. */
  readonly unprotectedBeyondBudget: number
  /** True when the exchange places a stop with the entry. */
  readonly attachesStops: boolean
  /** True when stops are triggered by this server, from the prices that it receives, and not by an exchange. */
  readonly triggersStops: boolean
  readonly fillToVerifiedMs: {
    readonly p50: number | null
    readonly p99: number | null
    readonly max: number | null
    readonly n: number
  }
  /** Longest time of any position without a verified stop in the last 24 hours, including closed ones. */
  readonly longestUnprotectedMs: number
  /** Lost stops of all positions, including closed ones. */
  readonly lostStops24h: number
  /** USDT times seconds. */
  readonly exposureUsdSeconds: string
  /** Start of the counts. */
  readonly recordedSinceMs: Instant
}

export const protection = defineInput<ProtectionTruth>({
  kind: 'STATE',
  source: 'engine.guardian',
  what: 'The protection state of open positions',
  producedBy: 'guardian',
  maxAgeMs: atOnce,
})

/** Private stream of our own orders; observed when its last message was received. */
export interface PrivateStreamTruth {
  readonly state: 'none' | 'connected' | 'lost'
}

export const privateStream = defineInput<PrivateStreamTruth>({
  kind: 'HEARTBEAT',
  source: 'exchange.private.ws',
  what: 'A heartbeat from the exchange private stream',
  producedBy: 'exchange adapter',
  maxAgeMs: ({ data }) => limitOrZero(data.maxPrivateStreamAgeMs),
})

/** Reconciliation of our ledger with the exchange; observed when it was last done. */
export interface ReconciliationTruth {
  readonly differences: number
}

export const reconciliation = defineInput<ReconciliationTruth>({
  kind: 'BOOKS',
  source: 'exchange.account',
  what: 'The reconciliation with the exchange',
  producedBy: 'reconciliation',
  maxAgeMs: ({ data }) => limitOrZero(data.maxReconciliationAgeMs),
})
