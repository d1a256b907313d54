import type { Instant } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { KeyPermissions } from '../domain/account/account.ts'

/**
 * Queries of an exchange about given symbols, for checks before trading. Each result is plain data; nothing is ever
 * placed, changed or thrown, and every query ends within a few seconds.
 */
export interface ExchangeFacts {
  clock(): Promise<FactResult<ClockSample>>
  /** Returns the symbols that the exchange lists. */
  symbols(): Promise<FactResult<readonly ListedSymbol[]>>
  stops(): Promise<FactResult<StopFeatures>>
  rate(): Promise<FactResult<RateUse>>
  /** Data that requires keys; null if there are none. */
  readonly account: AccountFacts | null
  close(): Promise<void>
}

export type FactResult<T> = Result<T, FactFault>

export interface MarginSettings {
  /** Null when it is set per symbol or not reported. */
  readonly isCross: boolean | null
  /** True when assets other than USDT cover losses; null when not reported. */
  readonly isMultiAsset: boolean | null
}

export interface OpenPosition {
  readonly symbol: string
  /** Signed quantity in base currency, positive for long. */
  readonly quantity: string
}

/** Reason a fact is unknown. */
export interface FactFault {
  /**
   * `NOT_ASKED`: no request was sent. `UNREACHABLE`: no response. `REFUSED`: the exchange rejected the request,
   * `KEY_REJECTED` because of the key.
   * `NOT_OFFERED`: the exchange does not provide it.
   */
  readonly kind: 'NOT_ASKED' | 'UNREACHABLE' | 'REFUSED' | 'KEY_REJECTED' | 'NOT_OFFERED'
  /** The exchange's own code and message, if it sent any; never a secret. */
  readonly detail: string
}

/** One request for the exchange's time. */
export interface ClockSample {
  readonly requestedAtMs: Instant
  /** Measured by a monotonic clock. */
  readonly roundTripMs: number
  readonly exchangeAtMs: Instant
}

/** A symbol as listed by the exchange; null for values it does not report. */
export interface ListedSymbol {
  readonly symbol: string
  readonly isTrading: boolean
  readonly tickSize: string | null
  readonly lotSize: string | null
  readonly minNotional: string | null
  readonly maxLeverage: number | null
}

/** Stop orders that the exchange supports. */
export interface StopFeatures {
  /** True when stops can be placed as separate orders. */
  readonly separate: boolean
  /** True when stops can be attached to the entry. */
  readonly attached: boolean
  /** True when stops can be triggered by the mark price instead of the last price. */
  readonly byMarkPrice: boolean
}

/** Use of a request limit within its window, by this address or account. */
export interface RateUse {
  readonly used: number
  readonly limit: number
  readonly windowMs: number
}

/** Data that only the owner of the account can read. */
export interface AccountFacts {
  /** USDT in the wallet. */
  wallet(): Promise<FactResult<string>>
  permissions(): Promise<FactResult<KeyPermissions>>
  /** Returns whether the account is in hedge mode. */
  isHedged(): Promise<FactResult<boolean>>
  margin(): Promise<FactResult<MarginSettings>>
  /** Counts open orders, at least for the given symbols; conditional orders are counted separately. */
  orders(): Promise<FactResult<{ readonly regular: number; readonly conditional: number }>>
  /** Returns the open positions, at least for the given symbols. */
  positions(): Promise<FactResult<readonly OpenPosition[]>>
}
