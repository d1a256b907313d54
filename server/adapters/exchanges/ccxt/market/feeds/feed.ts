import type { Exchange } from 'ccxt'
import type { PriceBand } from '../../../../../domain/market/instrument.ts'

/** What a message of an exchange's stream is about, so that only that is looked up in the library. */
export type Sighting =
  /** `past` ones were made before the stream was joined. */
  | { readonly kind: 'trades'; readonly native: string; readonly past: boolean }
  /** With the exchange's own number where the library does not keep it; `begins` where the book is told anew. */
  | { readonly kind: 'book'; readonly native: string; readonly begins: boolean; readonly sequence?: number }
  | { readonly kind: 'quote'; readonly native: string }
  | { readonly kind: 'figures'; readonly native: string; readonly figures: RawFigures }
  /** The exchange has taken up the wish for the trades of an instrument, or the wish of this number. */
  | { readonly kind: 'joined'; readonly native: string }
  | { readonly kind: 'accepted'; readonly id: string }

/** What an exchange tells beside its trades, as it came; what is left out is not told. */
export interface RawFigures {
  readonly mark?: unknown
  readonly index?: unknown
  readonly rate?: unknown
  readonly intervalMs?: unknown
  readonly nextAt?: unknown
  readonly cap?: unknown
  readonly floor?: unknown
  readonly interest?: unknown
  readonly at?: unknown
}

/** Where the parts of a one-minute candle stand in a row: opening time, open, high, low and close come first everywhere. */
export interface CandleColumns {
  /** Rows asked for at once at most, beside what the library declares. */
  readonly pageMax?: number
  /** In the exchange's own unit of quantity. */
  readonly volume: number
  /** In quote currency. */
  readonly turnover: number
  readonly count: number | null
  readonly takerBuy: number | null
}

/** Asks the library for streams of several instruments. */
export type Subscription = (library: Exchange, unified: string[]) => Promise<unknown>

/** What of an exchange's market data differs from the others and the library does not hide. */
export interface Feed {
  /** Sets the library up for so many instruments, before its first stream. */
  prepare(library: Exchange, instruments: number): void
  /** Trades first. */
  readonly subscriptions: readonly Subscription[]
  /** Asks for the book of an instrument; resolves when the library has it. */
  joinBook(library: Exchange, unified: string): Promise<unknown>
  /** Gives it back, so that it can be asked for anew. */
  leaveBook(library: Exchange, unified: string): Promise<unknown>
  /** Whether a message says where a book begins; what comes before that is none. */
  readonly marksBeginnings: boolean
  /** Where the library keeps the best bid and ask. */
  readonly quotes: 'bidsasks' | 'tickers'
  /** Whether trades are numbered without holes. */
  readonly numbered: boolean
  /** False for what was settled at a price nobody could trade at. */
  isOnMarket(trade: Readonly<Record<string, unknown>>): boolean
  /** Never throws, whatever the message. */
  sight(message: unknown): readonly Sighting[]
  readonly candle: CandleColumns
  /** What the listing itself tells. */
  listed(info: Readonly<Record<string, unknown>>): RawFigures
  /** How far from the mark the listing lets the price of an order be; null where it does not say. */
  priceBand(info: Readonly<Record<string, unknown>>): PriceBand | null
  /** What only answers tell: asked for every minute, by instrument or for all at once. */
  readonly polls: { readonly interest: boolean; readonly terms: boolean }
  /** The figures of an answer about funding terms. */
  terms(info: Readonly<Record<string, unknown>>): RawFigures
  /** How the exchange tells its margin brackets. */
  readonly tiers: 'to all' | 'with keys' | 'in contracts'
}
