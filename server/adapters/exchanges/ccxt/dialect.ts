import type { Exchange } from 'ccxt'
import type { ExchangeId } from '../../../domain/market/exchanges.ts'
import type { ErrorDialect } from './error-codes.ts'
import type { OrderDialect } from './execution/order-dialect.ts'
import type { Feed } from './market/feed.ts'
import type { LimitDialect } from './request-limits.ts'

/** Adapter of one exchange: everything that CCXT does not unify across exchanges, with the exchange's ID and name. */
export interface Dialect extends ExchangeDialect {
  readonly id: ExchangeId
  /** Display name. */
  readonly name: string
}

/**
 * Part of a `Dialect` that the exchange's folder implements: CCXT options, rate limits, error codes, orders, market
 * data.
 */
export interface ExchangeDialect {
  /** Options for the library's client in addition to the common ones. */
  readonly options: Readonly<Record<string, unknown>>
  /** Switches a client of the library to the exchange's own demo environment. */
  enterPractice(library: Exchange): void
  /** Maximum lifetime of a request if the exchange does not let the caller choose; null if our window applies. */
  readonly requestLifeMs: number | null
  readonly limits: LimitDialect
  readonly errors: ErrorDialect
  readonly orders: OrderDialect
  readonly feed: Feed
}
