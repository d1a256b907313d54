import type { Exchange } from 'ccxt'
import type { ExchangeId } from '../../../domain/market/exchanges.ts'
import type { ErrorDialect } from './error-codes.ts'
import type { OrderDialect } from './execution/order-dialect.ts'
import type { Feed } from './market/feed.ts'
import type { LimitDialect } from './request-limits.ts'

/** Differences of one exchange from the others that the exchange library does not hide. */
export interface Dialect extends ExchangeDialect {
  readonly id: ExchangeId
  /** Display name. */
  readonly name: string
}

/** Differences of one exchange that the library does not hide: everything that its folder provides. */
export interface ExchangeDialect {
  /** Options for the library's client in addition to the common ones. */
  readonly options: Readonly<Record<string, unknown>>
  /** Switches a client of the library to the exchange's own demo environment. */
  enterPractice(library: Exchange): void
  /** Maximum lifetime of a request where the exchange does not let the caller choose; null where our window applies. */
  readonly requestLifeMs: number | null
  readonly limits: LimitDialect
  readonly errors: ErrorDialect
  readonly orders: OrderDialect
  readonly feed: Feed
}
