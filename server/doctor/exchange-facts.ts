import type { Instant } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { KeyPermissions } from '../domain/account/key-permissions.ts'

/** Why a fact is not known. */
export interface FactFault {
  /**
   * `NOT_ASKED`: nothing was sent. `UNREACHABLE`: no answer. `REFUSED`: the exchange said no. `NOT_OFFERED`: it has no way
   * to tell.
   */
  readonly kind: 'NOT_ASKED' | 'UNREACHABLE' | 'REFUSED' | 'NOT_OFFERED'
  /** In the exchange's own code and words, where it gave any; never anything secret. */
  readonly detail: string
}

export type FactResult<T> = Result<T, FactFault>

/** One question for the time at the exchange. */
export interface ClockSample {
  readonly requestedAtMs: Instant
  /** By a clock that never runs backwards. */
  readonly roundTripMs: number
  readonly exchangeAtMs: Instant
}

/** A symbol as the exchange lists it; null is what it does not tell. */
export interface ListedSymbol {
  readonly symbol: string
  readonly isTrading: boolean
  readonly tickSize: string | null
  readonly lotSize: string | null
  readonly minNotional: string | null
  readonly maxLeverage: number | null
}

/** What stops can be had there. */
export interface StopFeatures {
  /** As orders of their own. */
  readonly separate: boolean
  /** Sent along with the entry. */
  readonly attached: boolean
  /** Set off by the mark price instead of the last. */
  readonly byMarkPrice: boolean
}

/** How much of what may be asked within a time has been asked, by this address or account. */
export interface RateUse {
  readonly used: number
  readonly limit: number
  readonly windowMs: number
}

export interface MarginSettings {
  /** Null where it is set for each symbol, or not told. */
  readonly isCross: boolean | null
  /** Whether other assets than USDT stand in for losses; null when that is not told. */
  readonly isMultiAsset: boolean | null
}

export interface OpenPosition {
  readonly symbol: string
  /** Signed, in the base currency: positive is long. */
  readonly quantity: string
}

/**
 * What an exchange can be asked, about the symbols it was opened for, before anything is traded there. Each answer is plain data; nothing is ever placed, changed
 * or thrown, and every question ends within some seconds.
 */
export interface ExchangeFacts {
  clock(): Promise<FactResult<ClockSample>>
  /** Those of its symbols that are listed. */
  symbols(): Promise<FactResult<readonly ListedSymbol[]>>
  stops(): Promise<FactResult<StopFeatures>>
  rate(): Promise<FactResult<RateUse>>
  /** What only keys open; null without any. */
  readonly account: AccountFacts | null
  close(): Promise<void>
}

/** What is told to the owner of the account alone. */
export interface AccountFacts {
  /** USDT in the wallet. */
  wallet(): Promise<FactResult<string>>
  permissions(): Promise<FactResult<KeyPermissions>>
  /** Whether long and short are kept apart. */
  isHedged(): Promise<FactResult<boolean>>
  margin(): Promise<FactResult<MarginSettings>>
  /** Open orders of the symbols at least; conditional ones apart. */
  orders(): Promise<FactResult<{ readonly regular: number; readonly conditional: number }>>
  /** Those that are not flat, of the symbols at least. */
  positions(): Promise<FactResult<readonly OpenPosition[]>>
}
