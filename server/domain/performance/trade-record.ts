/**
 * Performance record of all closed trades: totals, estimates with confidence intervals, and groups by strategy and
 * regime.
 */

import { toFloat } from '../../core/decimal.ts'
import { computeDigest } from '../../core/digest.ts'
import type { Instant } from '../../core/instant.ts'
import { computeMean, tailMean } from '../../core/statistics/moments.ts'
import { meanInterval } from '../../core/statistics/stationary-bootstrap.ts'
import { wilsonInterval } from '../../core/statistics/wilson.ts'
import { MONEY_SCALE, type Money, printMoney } from '../account/money.ts'
import type { Regime } from '../signal/regime.ts'
import { type ClosedTrade, computeR } from './closed-trade.ts'

/**
 * Builds the performance record of trades in order of closing. This generator yields periodically so that the caller
 * can run other work. The same trades and digest give the same record.
 */
export function* buildTradeRecord(trades: readonly ClosedTrade[], digest: string): Generator<undefined, TradeRecord> {
  const nets = trades.map(({ net }) => toUsd(net))
  yield
  return {
    ...(yield* recordGroup(trades, digest)),
    fromMs: earliest(trades.map(({ openedAtMs }) => openedAtMs)),
    toMs: trades.at(-1)?.closedAtMs ?? null,
    ...paidIn(trades),
    entryShortfall: sumEntryShortfall(trades),
    exploratory: exploratoryIn(trades),
    usd: yield* estimateMean(nets, computeDigest([digest, 'usd'])),
    payoff: computePayoff(nets),
    tailMeanR: tailMean(listRs(trades)),
    byStrategy: yield* strategiesIn(trades, digest),
    byRegime: yield* regimesIn(trades, digest),
    withoutRegime: trades.filter(({ regime }) => regime === null).length,
  }
}

export type Interval95 = readonly [low: number, high: number]

/** A mean with its confidence interval; null with too few values. */
interface Estimate {
  readonly n: number
  readonly mean: number | null
  readonly ci: Interval95 | null
}

/** Results of a group of trades. */
export interface GroupRecord {
  readonly trades: number
  /** Decimal string, like all amounts in this record. */
  readonly net: string
  readonly r: Estimate
  readonly wins: number
  readonly winCi: Interval95
  /** Null without losses. */
  readonly profitFactor: number | null
}

/** Results of all closed trades as plain values, so that reading them requires no recomputation. */
export interface TradeRecord extends GroupRecord {
  readonly fromMs: Instant | null
  readonly toMs: Instant | null
  readonly gross: string
  readonly fees: string
  readonly funding: string
  /** Shortfall of the entries whose order book was recorded at the decision. */
  readonly entryShortfall: { readonly amount: string; readonly trades: number }
  /** Trades whose entry had no expected edge after costs; they are included in all other figures. */
  readonly exploratory: { readonly trades: number; readonly net: string }
  /** Estimate in USDT per trade. */
  readonly usd: Estimate
  readonly payoff: number | null
  readonly tailMeanR: number | null
  /** (Fees + |funding|) divided by the gross profit of the winning trades. */
  readonly paidShare: number | null
  readonly byStrategy: readonly (GroupRecord & { readonly strategyId: string | null })[]
  readonly byRegime: readonly (GroupRecord & { readonly regime: Regime })[]
  readonly withoutRegime: number
}

/** Computes the SHA-256 of all inputs of a record; yields like `buildTradeRecord`. */
export function* tradesDigest(trades: readonly ClosedTrade[]): Generator<undefined, string> {
  const parts: string[] = []
  for (let from = 0; from < trades.length; from += DIGESTED_AT_ONCE) {
    parts.push(
      computeDigest(
        trades
          .slice(from, from + DIGESTED_AT_ONCE)
          .map(formatTrade)
          .join('\n'),
      ),
    )
    yield
  }
  return computeDigest(parts)
}

const DIGESTED_AT_ONCE = 1_000

const formatTrade = (trade: ClosedTrade): string =>
  [
    trade.positionId,
    trade.strategyId,
    trade.regime,
    trade.openedAtMs,
    trade.closedAtMs,
    ...listAmounts(trade),
    ...(trade.exploratory ? ['exploratory'] : []),
  ].join(' ')

const listAmounts = ({ gross, fees, funding, risk, entryShortfall }: ClosedTrade) => [
  gross,
  fees,
  funding,
  risk,
  entryShortfall,
]

const paidIn = (trades: readonly ClosedTrade[]) => {
  const [gross, fees, funding] = [
    sumMoney(trades, (trade) => trade.gross),
    sumMoney(trades, (trade) => trade.fees),
    sumMoney(trades, (trade) => trade.funding),
  ]
  const won = sumMoney(trades, (trade) => (trade.gross > 0n ? trade.gross : 0n))
  const paid = fees + (funding < 0n ? -funding : funding)
  return {
    gross: printMoney(gross),
    fees: printMoney(fees),
    funding: printMoney(funding),
    paidShare: won > 0n ? Number(paid) / Number(won) : null,
  }
}

const sumEntryShortfall = (trades: readonly ClosedTrade[]): TradeRecord['entryShortfall'] => {
  const measured = trades.filter(({ entryShortfall }) => entryShortfall !== null)
  return { amount: printMoney(sumMoney(measured, (trade) => trade.entryShortfall ?? 0n)), trades: measured.length }
}

const exploratoryIn = (trades: readonly ClosedTrade[]): TradeRecord['exploratory'] => {
  const exploratory = trades.filter((trade) => trade.exploratory)
  return { trades: exploratory.length, net: printMoney(sumMoney(exploratory, (trade) => trade.net)) }
}

function* recordGroup(trades: readonly ClosedTrade[], seed: string): Generator<undefined, GroupRecord> {
  const nets = trades.map(({ net }) => toUsd(net))
  const wins = nets.filter((net) => net > 0).length
  const lost = -nets.reduce((sum, net) => sum + Math.min(0, net), 0)
  const won = nets.reduce((sum, net) => sum + Math.max(0, net), 0)
  yield
  return {
    trades: trades.length,
    net: printMoney(sumMoney(trades, (trade) => trade.net)),
    r: yield* estimateMean(listRs(trades), seed),
    wins,
    winCi: wilsonInterval({ successes: wins, trials: trades.length }),
    profitFactor: lost > 0 ? won / lost : null,
  }
}

function* strategiesIn(trades: readonly ClosedTrade[], digest: string) {
  const groups: TradeRecord['byStrategy'][number][] = []
  const byStrategy = Map.groupBy(trades, ({ strategyId }) => strategyId)
  for (const [strategyId, some] of sortedByName(byStrategy)) {
    groups.push({ strategyId, ...(yield* recordGroup(some, computeDigest([digest, 'strategy', strategyId]))) })
  }
  return groups
}

function* regimesIn(trades: readonly ClosedTrade[], digest: string) {
  const groups: TradeRecord['byRegime'][number][] = []
  for (const [regime, some] of sortedByName(Map.groupBy(trades, (trade) => trade.regime))) {
    if (regime === null) continue
    groups.push({ regime, ...(yield* recordGroup(some, computeDigest([digest, 'regime', regime]))) })
  }
  return groups
}

/** Sorts groups by name; those without a name come last. */
export const sortedByName = <Name extends string | null, T>(groups: ReadonlyMap<Name, T>): [Name, T][] =>
  [...groups].toSorted(([a], [b]) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1))

function* estimateMean(values: readonly number[], seed: string): Generator<undefined, Estimate> {
  return { n: values.length, mean: computeMean(values), ci: yield* meanInterval(values, seed) }
}

/** Mean gain divided by mean loss; null without both gains and losses. */
export const computePayoff = (nets: readonly number[]): number | null => {
  const [won, lost] = [computeMean(nets.filter((net) => net > 0)), computeMean(nets.filter((net) => net < 0))]
  return won === null || lost === null ? null : won / -lost
}

const listRs = (trades: readonly ClosedTrade[]): number[] => trades.flatMap((trade) => computeR(trade) ?? [])

/** Sums an amount over the trades, exactly. */
export const sumMoney = (trades: readonly ClosedTrade[], figure: (trade: ClosedTrade) => Money): Money =>
  trades.reduce((sum, trade) => sum + figure(trade), 0n)

const earliest = (instants: readonly Instant[]): Instant | null =>
  instants.reduce<Instant | null>((first, atMs) => (first === null || atMs < first ? atMs : first), null)

const toUsd = (money: Money): number => toFloat({ units: money, scale: MONEY_SCALE })
