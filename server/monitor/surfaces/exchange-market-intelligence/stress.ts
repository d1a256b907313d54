/** Stress tests of the markets: volatility, spread, depth and funding against their limits and baselines. */

import { DAY_MS } from '../../../core/instant.ts'
import type { Constitution } from '../../../domain/risk/constitution.ts'
import type { Cause, Complete, Frame, MissingItem } from '../../frame/surface.ts'
import type { HistoryTruth, PictureTruth } from '../../inputs/market.ts'
import { twoDigits } from './market-rows.ts'

/** Runs every stress test on every market. A test that cannot be run counts as missing evidence, never as a pass. */
export const findStress = (inputs: StressInputs, { constitution: { monitor }, nowMs }: Frame): Stress => {
  const markets = inputs.marketPicture.map((truth) => ({
    truth,
    history: inputs.marketHistory.find(({ symbol }) => symbol === truth.symbol),
  }))
  const done = TESTS.map((test) => ({ test, measured: markets.map((market) => test.measure(market, monitor)) }))
  return {
    causes: done.flatMap(({ test, measured }) => measured.flatMap((one) => toCause(test, one) ?? [])),
    missingItems: done.flatMap(
      ({ test, measured }) => toMissing(test, measured, { needDays: monitor.baselineDays, nowMs }) ?? [],
    ),
  }
}

interface Measured {
  readonly symbol: string
  /** Value of the test; null when too little is known. */
  readonly value: number | null
  readonly threshold: number
  readonly days: number | null
}

interface Test {
  readonly code: string
  readonly unit: string
  readonly of: Cause['of']
  readonly isWorse: (value: number, threshold: number) => boolean
  readonly words: (measured: { readonly value: number; readonly threshold: number }) => string
  readonly measure: (market: MarketEvidence, limits: Constitution['monitor']) => Measured
  readonly missingItem: Pick<MissingItem, 'description' | 'producedBy'>
  /** Kind of data for the required number of days. */
  readonly daysUnit: string
}

interface MarketEvidence {
  readonly truth: PictureTruth
  readonly history: HistoryTruth | undefined
}

/** Inputs of the stress check. */
export type StressInputs = Pick<Complete<'marketPicture' | 'marketHistory'>, 'marketPicture' | 'marketHistory'>

/** Signs of stress, and tests without enough data. */
export interface Stress {
  readonly causes: readonly Cause[]
  readonly missingItems: readonly MissingItem[]
}

const atLeast = (value: number, threshold: number): boolean => value >= threshold
const above = (value: number, threshold: number): boolean => value > threshold
const below = (value: number, threshold: number): boolean => value < threshold
const short = (value: number): string => String(Number(value.toPrecision(4)))

const TESTS: readonly Test[] = [
  {
    code: 'VOLATILITY',
    unit: 'share of 30 days',
    of: ['marketHistory'],
    isWorse: atLeast,
    words: ({ value, threshold }) =>
      `The last hour is more volatile than ${short(100 * value)}% of the previous hours; the limit is ${short(100 * threshold)}%`,
    measure: ({ truth: { symbol }, history }, { baselineDays, stressVolatilityPercentile }) => {
      const days = (history?.hours ?? 0) / 24
      const value = days >= baselineDays ? (history?.rvPercentile ?? null) : null
      return { symbol, value, threshold: stressVolatilityPercentile, days }
    },
    missingItem: { description: 'Hours of realised volatility', producedBy: 'stored candles' },
    daysUnit: 'days of volatility',
  },
  {
    code: 'SPREAD',
    unit: 'bps',
    of: ['marketPicture'],
    isWorse: above,
    words: ({ value, threshold }) => `The spread is ${short(value)} bps, the limit is ${short(threshold)} bps`,
    measure: ({ truth: { symbol, picture } }, { baselineDays, stressSpreadMultiple }) => {
      const { value: median, baselineDays: days } = picture.spreadMedian
      const value = days >= baselineDays && median !== null ? (picture.depth?.spreadBps ?? null) : null
      return { symbol, value, threshold: stressSpreadMultiple * (median ?? 0), days }
    },
    missingItem: { description: 'Minutes of spread', producedBy: 'order book' },
    daysUnit: 'days of spreads',
  },
  {
    code: 'DEPTH',
    unit: 'USDT',
    of: ['marketPicture'],
    isWorse: below,
    words: ({ value, threshold }) =>
      `${Math.round(value)} USDT rest within 10 bps, the limit is ${Math.round(threshold)} USDT`,
    measure: ({ truth: { symbol, picture } }, { baselineDays, stressDepthShare }) => {
      const { value: median, baselineDays: days } = picture.depthMedian
      const near = picture.depth?.depthUsd10bps
      const value = days >= baselineDays && median !== null && near ? near.bid + near.ask : null
      return { symbol, value, threshold: stressDepthShare * (median ?? 0), days }
    },
    missingItem: { description: 'Minutes of depth', producedBy: 'order book' },
    daysUnit: 'days of depth',
  },
  {
    code: 'FUNDING',
    unit: 'share of the bound',
    of: ['marketPicture'],
    isWorse: atLeast,
    words: ({ value, threshold }) =>
      `Funding is at ${short(100 * value)}% of its bound, the limit is ${short(100 * threshold)}%`,
    measure: ({ truth: { symbol, picture } }, { stressFundingShare }) => ({
      symbol,
      value: picture.fundingToCapRatio,
      threshold: stressFundingShare,
      days: null,
    }),
    missingItem: { description: 'Funding rates with a bound', producedBy: 'exchange' },
    daysUnit: 'days of funding',
  },
]

const toCause = ({ code, unit, of, isWorse, words }: Test, { symbol, value, threshold }: Measured): Cause | null =>
  value === null || !isWorse(value, threshold)
    ? null
    : { code: `STRESS_${code}`, message: `${symbol}: ${words({ value, threshold })}.`, value, threshold, unit, of }

const toMissing = (
  { code, missingItem, daysUnit }: Test,
  measured: readonly Measured[],
  { needDays, nowMs }: { readonly needDays: number; readonly nowMs: number },
): MissingItem | null => {
  const missing = measured.filter(({ value }) => value === null)
  if (missing.length === 0) return null
  const days = Math.min(...missing.map((one) => one.days ?? needDays))
  if (days >= needDays) {
    const have = measured.length - missing.length
    return { code: `STRESS_${code}`, ...missingItem, have, need: measured.length, unit: 'symbols', earliestAtMs: null }
  }
  const earliestAtMs = nowMs + Math.round((needDays - days) * DAY_MS)
  return { code: `STRESS_${code}`, ...missingItem, have: twoDigits(days), need: needDays, unit: daysUnit, earliestAtMs }
}
