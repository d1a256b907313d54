/**
 * Types of the exchange-specific adapters for market data, and the reader of messages that name their channel in `arg`.
 */

import type { Exchange } from 'ccxt'
import type { TimeRange } from '../../../../core/instant.ts'
import type { BracketLookup } from '../../../../domain/margin/brackets.ts'
import type { PriceBand } from '../../../../domain/market/instrument.ts'
import { toFields, toText } from '../fields.ts'

/** Adapter for the market data of one exchange: everything that CCXT does not unify across exchanges. */
export interface Feed {
  /** Configures the library for the number of instruments, before its first stream. */
  prepare(library: Exchange, instruments: number): void
  /** Subscriptions to all streams except order books, the trades first. */
  readonly subscriptions: readonly Subscription[]
  /** Subscribes to the order book of an instrument; resolves when the library has it. */
  joinBook(library: Exchange, unified: string): Promise<unknown>
  /** Unsubscribes from the order book of an instrument, so that a new snapshot can be requested. */
  leaveBook(library: Exchange, unified: string): Promise<unknown>
  /** True when a message marks the snapshot an order book begins with; updates before it are ignored. */
  readonly marksBeginnings: boolean
  /** Library cache that contains the best bid and ask. */
  readonly quotes: 'bidsasks' | 'tickers'
  /** True when trades are numbered without gaps. */
  readonly numbered: boolean
  /** Returns false for a settlement at a price not available to users. */
  isOnMarket(trade: Readonly<Record<string, unknown>>): boolean
  /** Returns which market data a stream message contains. Never throws. */
  identify(message: unknown): readonly MessageSubject[]
  readonly candle: CandleColumns
  /** Returns the figures included in the instrument's listing. */
  listed(info: Readonly<Record<string, unknown>>): RawFigures
  /** Returns the limits of an order's price relative to the mark price; null if the listing has none. */
  priceBand(info: Readonly<Record<string, unknown>>): PriceBand | null
  /** Data available by request only: queried every minute, by instrument or for all at once. */
  readonly polls: { readonly interest: boolean; readonly terms: boolean }
  /** Returns the figures in a response about funding terms. */
  terms(info: Readonly<Record<string, unknown>>): RawFigures
  /** Undefined where the exchange does not publish the rates of past settlements. */
  readonly fundingHistory?: FundingHistory
  /** Fallback brackets if the exchange has not reported any; undefined uses the strictest. */
  readonly standInBrackets?: BracketLookup
  /** Access to the exchange's margin brackets. */
  readonly tiers: 'to all' | 'with keys' | 'in contracts'
}

/** Market data found in a stream message, so that only the parts of CCXT's cache it changed are read. */
export type MessageSubject =
  /** Trades; `past` ones were executed before the stream was joined. */
  | { readonly kind: 'trades'; readonly native: string; readonly past: boolean }
  /** Order book, with the exchange's own number if the library drops it; `begins` marks a new snapshot. */
  | { readonly kind: 'book'; readonly native: string; readonly begins: boolean; readonly sequence?: number }
  | { readonly kind: 'quote'; readonly native: string }
  | { readonly kind: 'figures'; readonly native: string; readonly figures: RawFigures }
  | { readonly kind: 'liquidations'; readonly native: string; readonly items: readonly RawLiquidation[] }
  /** The exchange confirmed the subscription to the liquidations of all instruments. */
  | { readonly kind: 'liquidationsJoined' }
  /** The exchange confirmed the subscription to an instrument's trades, or the subscription of this number. */
  | { readonly kind: 'joined'; readonly native: string }
  | { readonly kind: 'accepted'; readonly id: string }

/** Values an exchange reports in addition to trades, as received; missing ones were not reported. */
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

/** A liquidation, as received. */
export interface RawLiquidation {
  /** Side of the forced order, which is opposite to the position. */
  readonly side: 'BUY' | 'SELL' | undefined
  readonly price: unknown
  readonly quantity: unknown
  readonly at: unknown
}

/** Columns of a one-minute candle in a row: opening time, open, high, low and close come first everywhere. */
export interface CandleColumns {
  /** Maximum rows of one request, in addition to the library's limit. */
  readonly pageMax?: number
  /** Volume in the exchange's own unit of quantity. */
  readonly volume: number
  /** Turnover in quote currency. */
  readonly turnover: number
  readonly count: number | null
  readonly takerBuy: number | null
}

/** Paging of an exchange's past funding rates, which the library reads. */
export interface FundingHistory {
  /** Maximum rows of one response. */
  readonly pageMax: number
  /** Pages are ranges of time, or have numbers from 1, newest first. */
  readonly paging: 'ranges' | 'numbered'
  /** Parameters of a page in addition to its beginning. */
  params(range: TimeRange, page: number): Readonly<Record<string, unknown>>
}

/** Subscribes to streams of several instruments through the library. */
export type Subscription = (library: Exchange, unified: string[]) => Promise<unknown>

export type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the messages of an exchange that names channel and instrument in `arg`, and reports acknowledged subscriptions.
 */
export const identifyChannels =
  (trades: string, identifyChannel: (channel: unknown, native: string, message: Fields) => readonly MessageSubject[]) =>
  (message: unknown): readonly MessageSubject[] => {
    const fields = toFields(message)
    const { channel, instId } = toFields(fields.arg)
    const native = toText(instId)
    if (native === undefined) return []
    if (fields.event === 'subscribe') return channel === trades ? [{ kind: 'joined', native }] : []
    return 'data' in fields ? identifyChannel(channel, native, fields) : []
  }
