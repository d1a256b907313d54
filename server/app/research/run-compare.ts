import { join } from 'node:path'
import { readStoredTrading, type StoredTrading } from '../../adapters/store/sqlite/stored-trading.ts'
import { CliFailure, EXIT, usageFailure } from '../../cli/failure.ts'
import type { CompareRequest, RunComparison } from '../../cli/research-parts.ts'
import { createGrid, type Grid } from '../../core/grid.ts'
import { canonicalJson } from '../../core/json.ts'
import { printMoney } from '../../domain/account/money.ts'
import { computeNet } from '../../domain/performance/closed-trade.ts'
import { closingSide, type Fill, type Position } from '../../domain/position/position.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import { type ComparedRun, type ComparedTrade, compareRuns, type SignalFate } from '../../research/compare.ts'
import type { RunRecord } from '../../research/record.ts'
import type { RunChart } from '../../research/run-chart.ts'
import { parseSignals, parseTrades } from '../../research/run-files.ts'
import { exitReason, listRefusing } from '../../research/run-tally.ts'

/** Compares a stored run with another run, or with the strategy's paper trading in the same period. */
export const runCompare = (
  { dataDir, a, b, paperDir }: CompareRequest,
  { find, readFile }: ComparedParts,
): RunComparison => {
  const record = find(a)
  const first = readRun(a, readFile)
  if (b !== 'paper') {
    const other = find(b)
    return { a, b, changed: listChanges(record, other), ...compareRuns(first, readRun(b, readFile)) }
  }
  const { exchange, fromMs, toMs, strategy } = record.spec
  const directory = paperDir ?? join(dataDir, `${exchange}-paper`)
  const stored = readStoredTrading(directory, { strategyId: strategy.id, fromMs, toMs })
  if (!stored) throw nothingOnPaper(`${directory} contains no paper account.`)
  const paper = toRun(record, stored, readGrids(a, readFile))
  if (paper.signals.length === 0)
    throw nothingOnPaper(`${strategy.id} gave no signals on paper during the period of ${a}.`)
  const digests = new Set(stored.signals.map(({ definitionDigest }) => definitionDigest))
  const isSame = digests.size === 1 && digests.has(strategy.definitionDigest)
  return { a, b: directory, changed: isSame ? [] : ['strategy'], ...compareRuns(first, paper) }
}

interface ComparedParts {
  readonly find: (runId: string) => RunRecord
  readonly readFile: (runId: string, name: string) => string | undefined
}

const nothingOnPaper = (message: string): CliFailure =>
  new CliFailure(EXIT.blocked, {
    code: 'NOTHING_ON_PAPER',
    message,
    remedy: 'Trade the strategy on paper first, then run the backtest over the same days.',
  })

const readRun = (runId: string, readFile: ComparedParts['readFile']): ComparedRun => {
  const [signals, trades] = ['signals.csv', 'trades.csv'].map((name) => readFile(runId, name))
  if (signals === undefined || trades === undefined)
    throw usageFailure(`${runId} was stored without its signals. Run the backtest again.`)
  const parsed = parseTrades(trades)
  if (!parsed) throw usageFailure(`The trades of ${runId} were stored by an earlier version. Run the backtest again.`)
  return { signals: parseSignals(signals), trades: parsed }
}

/** Returns the names of options and inputs that differ. */
const listChanges = (a: RunRecord, b: RunRecord): readonly string[] => [
  ...(Object.keys(a.spec) as (keyof RunRecord['spec'])[]).filter(
    (name) => canonicalJson(a.spec[name]) !== canonicalJson(b.spec[name]),
  ),
  ...(['data', 'engineDigest'] as const).filter(
    (name) => canonicalJson(a.inputs[name]) !== canonicalJson(b.inputs[name]),
  ),
]

/** Returns a platform's records in the form of a run, limited to the symbols and timeframes of that run. */
const toRun = ({ spec }: RunRecord, stored: StoredTrading, grids: Grids): ComparedRun => {
  const signals = stored.signals.filter(
    ({ symbol, interval, origin }) =>
      origin === 'LIVE' && spec.symbols.includes(symbol) && spec.intervals.includes(interval),
  )
  const opened = new Map(stored.positions.map((position) => [position.cause?.signalId, position]))
  return {
    signals: signals.map((signal) => toFate(signal, stored, opened.get(signal.signalId))),
    trades: stored.positions.flatMap((position) => toTrade(position, stored, grids) ?? []),
  }
}

const toFate = (signal: Signal, { entries, orders }: StoredTrading, position: Position | undefined): SignalFate => {
  const { signalId, symbol, interval, strategyId, barClosedAtMs, direction } = signal
  const entry = entries.findLast(({ candidate }) => candidate.signals.some((link) => link.signalId === signalId))
  const fate = { symbol, interval, strategyId, barClosedMs: barClosedAtMs, direction, gates: [], openedMs: null }
  if (position) return { ...fate, fate: 'TRADED', openedMs: position.openedAtMs }
  if (!entry) return { ...fate, fate: 'SIGNAL' }
  if (entry.orderId === null) return { ...fate, fate: 'REFUSED', gates: listRefusing(entry) }
  const order = orders.find(({ orderId }) => orderId === entry.orderId)
  return { ...fate, fate: order && order.filled > 0 ? 'SIGNAL' : 'GIVEN_UP' }
}

/** Grids of prices and quantities by symbol. */
type Grids = ReadonlyMap<string, { readonly price: Grid; readonly quantity: Grid }>

/** Returns the grids of the symbols of a stored run. */
const readGrids = (runId: string, readFile: ComparedParts['readFile']): Grids => {
  const text = readFile(runId, 'chart.json')
  if (text === undefined) throw usageFailure(`The files of ${runId} are missing. Run the backtest again.`)
  const { steps }: RunChart = JSON.parse(text)
  return new Map(
    Object.entries(steps).map(([symbol, { tickSize, lotSize }]) => [
      symbol,
      { price: createGrid(tickSize), quantity: createGrid(lotSize) },
    ]),
  )
}

/** Converts a position to a trade; undefined while it is open, and on a symbol that is not part of the run. */
const toTrade = (position: Position, { fills, orders }: StoredTrading, grids: Grids): ComparedTrade | undefined => {
  const { positionId, symbol, openedAtMs, closedAtMs, entered } = position
  const grid = grids.get(symbol)
  if (closedAtMs === null || !grid) return undefined
  const own = fills.filter((fill) => fill.positionId === positionId)
  const [entries, exits] = [false, true].map((closes) =>
    own.filter(({ side }) => (side === closingSide(position)) === closes),
  )
  const last = own.at(-1)
  const order = orders.find(({ orderId }) => orderId === last?.orderId)
  return {
    symbol,
    openedMs: openedAtMs,
    closedMs: closedAtMs,
    entryPrice: grid.price.print(averageTicks(entries ?? [])),
    exitPrice: grid.price.print(averageTicks(exits ?? [])),
    quantity: grid.quantity.print(entered.quantity),
    reason: last ? exitReason(position, last, { order, orders, clockMs: closedAtMs }) : 'CLOSED',
    net: printMoney(computeNet(position)),
  }
}

const averageTicks = (fills: readonly Fill[]): number => {
  const lots = fills.reduce((sum, { quantity }) => sum + quantity, 0)
  return lots === 0 ? 0 : Math.round(fills.reduce((sum, { price, quantity }) => sum + price * quantity, 0) / lots)
}
