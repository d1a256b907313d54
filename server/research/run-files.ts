/** CSV files of a finished backtest run: its trades, signals, equity and ambiguous minutes. */

import { assert } from '../core/assert.ts'
import { toRfc3339 } from '../core/instant.ts'
import { printMoney } from '../domain/account/money.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { Direction } from '../domain/signal/strategy.ts'
import type { ComparedTrade, SignalFate } from './compare.ts'
import type { EquityPoint } from './equity-points.ts'
import type { AmbiguousMinute } from './playback.ts'
import type { TradeResult } from './run-tally.ts'

const TRADE_HEADER =
  'symbol,strategy,direction,openedAt,entryPrice,quantity,closedAt,exitPrice,reason,gross,fees,funding,net,stopPrice'

/** Prints the trades as CSV with exact decimals; equal trades give equal strings. */
export const printTrades = (trades: readonly TradeResult[], instruments: readonly Instrument[]): string => {
  const lines = trades.map((trade) => {
    const instrument = instruments.find(({ symbol }) => symbol === trade.symbol)
    assert(instrument, `${trade.symbol} must be among the instruments of the run`)
    const { price, quantity } = instrument
    return [
      trade.symbol,
      trade.strategyId ?? '',
      trade.direction,
      toRfc3339(trade.openedMs),
      price.print(trade.entryTicks),
      quantity.print(trade.lots),
      toRfc3339(trade.closedMs),
      price.print(trade.exitTicks),
      trade.reason,
      printMoney(trade.gross),
      printMoney(trade.fees),
      printMoney(trade.funding),
      printMoney(trade.net),
      trade.stopTicks === null ? '' : price.print(trade.stopTicks),
    ].join(',')
  })
  return `${[TRADE_HEADER, ...lines].join('\n')}\n`
}

/** A stored trade. Amounts, prices and quantities are decimal strings. */
export interface StoredTrade extends ComparedTrade {
  readonly strategyId: string
  readonly direction: Direction
  readonly gross: string
  readonly fees: string
  readonly funding: string
  /** First stop price; empty if there was none. */
  readonly stopPrice: string
}

/** Parses the output of `printTrades`; undefined for a file that an earlier version has written. */
export const parseTrades = (text: string): readonly StoredTrade[] | undefined =>
  text.startsWith(TRADE_HEADER) ? readRows(text).map(toTrade) : undefined

const toTrade = (row: Readonly<Record<string, string>>): StoredTrade => {
  const read = (name: string): string => row[name] ?? ''
  return {
    symbol: read('symbol'),
    strategyId: read('strategy'),
    direction: read('direction') as Direction,
    openedMs: Date.parse(read('openedAt')),
    closedMs: Date.parse(read('closedAt')),
    entryPrice: read('entryPrice'),
    exitPrice: read('exitPrice'),
    quantity: read('quantity'),
    reason: read('reason'),
    gross: read('gross'),
    fees: read('fees'),
    funding: read('funding'),
    net: read('net'),
    stopPrice: read('stopPrice'),
  }
}

const SIGNALS_HEADER = 'barClosedMs,symbol,interval,strategy,direction,fate,gates,openedMs'

/** Returns the signals of a run as CSV. */
export const printSignals = (signals: readonly SignalFate[]): string =>
  `${[
    SIGNALS_HEADER,
    ...signals.map(({ barClosedMs, symbol, interval, strategyId, direction, fate, gates, openedMs }) =>
      [barClosedMs, symbol, interval, strategyId, direction, fate, gates.join(' '), openedMs ?? ''].join(','),
    ),
  ].join('\n')}\n`

/** Parses the output of `printSignals`. */
export const parseSignals = (text: string): readonly SignalFate[] =>
  readRows(text).map((row) => ({
    barClosedMs: Number(row.barClosedMs),
    symbol: row.symbol ?? '',
    interval: row.interval ?? '',
    strategyId: row.strategy ?? '',
    direction: row.direction as Direction,
    fate: row.fate as SignalFate['fate'],
    gates: row.gates ? row.gates.split(' ') : [],
    openedMs: row.openedMs ? Number(row.openedMs) : null,
  }))

/** Prints lists of equity points, one after the other, as CSV. */
export const printEquity = (...lists: readonly Iterable<EquityPoint>[]): string => {
  const parts = ['at,equity\n']
  let lines: string[] = []
  for (const points of lists) {
    for (const { atMs, equity } of points) {
      lines.push(`${toRfc3339(atMs)},${printMoney(equity)}\n`)
      if (lines.length < LINES_AT_ONCE) continue
      parts.push(lines.join(''))
      lines = []
    }
  }
  return [...parts, ...lines].join('')
}

/** Number of lines after which they are joined: the lines of a year of minutes would need much memory separately. */
const LINES_AT_ONCE = 1_000

/** Prints ambiguous minutes as CSV. */
export const printAmbiguous = (minutes: readonly AmbiguousMinute[]): string => {
  const lines = minutes.map(({ symbol, minuteMs, isResolved }) => `${symbol},${toRfc3339(minuteMs)},${isResolved}`)
  return `${['symbol,minute,resolved', ...lines].join('\n')}\n`
}

/** Parses what `printAmbiguous` prints. */
export const parseAmbiguous = (text: string): readonly AmbiguousMinute[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [symbol = '', minute = '', resolved] = line.split(',')
      return { symbol, minuteMs: Date.parse(minute), isResolved: resolved === 'true' }
    })

const readRows = (text: string): readonly Readonly<Record<string, string>>[] => {
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const names = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, column) => [name, cells[column] ?? '']))
  })
}
