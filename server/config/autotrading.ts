/**
 * Configuration of autotrading: parses its settings, and derives the trading scopes and the strategies of each interval
 * from them.
 */

import { resolve } from 'node:path'
import { INTERVALS, type Interval } from '../domain/market/interval.ts'
import type { ExecutionMode } from '../domain/order/order.ts'
import { strategiesFor } from '../domain/signal/strategies/index.ts'
import { isStrategyId, type StrategyDefinition } from '../domain/signal/strategy.ts'
import type { TradingBook } from '../domain/signal/trading-book.ts'
import { getExecutionMode, type MarketConfig, parseFlag, parseSymbols, type SettingReader } from './market.ts'

/** Reads the autotrading settings. With real money, nothing is armed unless requested explicitly. */
export const parseAutotrading = (
  {
    read,
    readText,
  }: SettingReader<
    'autotrading' | 'timeframes' | 'strategies' | 'strategiesDir' | 'deployment' | 'explore' | 'manualSymbols'
  >,
  market: MarketConfig,
): AutotradingConfig => {
  const paper = getExecutionMode(market) === 'PAPER'
  const strategiesDir = readText('strategiesDir')
  const deployment = readText('deployment')
  const all = `some of ${STRATEGY_IDS.join(',')}`
  return {
    armed: read('autotrading', onOrOff, paper, "'on' or 'off'"),
    intervals: read(
      'timeframes',
      choicesParser(INTERVALS),
      paper ? PAPER_INTERVALS : LIVE_INTERVALS,
      `some of ${INTERVALS.join(',')}`,
    ),
    strategies: read<readonly string[] | null>(
      'strategies',
      strategiesDir === undefined ? choicesParser(STRATEGY_IDS) : idsIn,
      null,
      strategiesDir === undefined ? all : `${all}, or IDs of custom strategies`,
    ),
    strategiesDir: strategiesDir === undefined ? null : resolve(strategiesDir),
    deploymentPath: deployment === undefined ? null : resolve(deployment),
    explores: read('explore', paper ? parseFlag : neverTrue, false, paper ? "'true' or 'false'" : NEVER_LIVE),
    manualSymbols: read(
      'manualSymbols',
      parseManualSymbols,
      market.kind === 'simulated' ? SIMULATED_MANUAL : [],
      "symbols such as BTCUSDT,ETHUSDT, or 'none'",
    ),
  }
}

/** Instruments and strategies of autotrading, and its permissions. */
export interface AutotradingConfig {
  readonly armed: boolean
  readonly intervals: readonly Interval[]
  /** Strategy IDs; null is all strategies. */
  readonly strategies: readonly string[] | null
  /** Directory of the user's own strategies. */
  readonly strategiesDir: string | null
  /** Absolute path of the deployment that defines everything traded; null if there is none. */
  readonly deploymentPath: string | null
  /** True when candidates without an edge are traded as well; never true with real money. */
  readonly explores: boolean
  /** Symbols not traded by autotrading. */
  readonly manualSymbols: readonly string[]
}

/**
 * Short bars for visible activity without real money; longer bars, which leave an edge after costs, with real money.
 */
const PAPER_INTERVALS: readonly Interval[] = ['1m', '5m']
const LIVE_INTERVALS: readonly Interval[] = ['15m', '1h']

const STRATEGY_IDS: readonly string[] = strategiesFor('15m').map(({ id }) => id)

/** Creates the trading scopes from the host's configuration. */
export const createBooks = (
  {
    armed,
    intervals,
    strategies,
    explores,
    manualSymbols,
  }: Omit<AutotradingConfig, 'strategiesDir' | 'deploymentPath'>,
  mode: ExecutionMode,
  plugIns: readonly StrategyDefinition[] = [],
): readonly TradingBook[] => [
  {
    bookId: 'main',
    mode: armed ? mode : 'OFF',
    symbols: null,
    intervals,
    strategies: [...STRATEGY_IDS, ...plugIns.map(({ id }) => id)].filter((id) => isChosen(strategies, id)),
    explores,
    manualSymbols,
  },
]

/** Returns the selected strategies for one interval, user strategies last; built once per interval. */
export const strategiesIn = (
  { strategies }: Pick<AutotradingConfig, 'strategies'>,
  plugIns: readonly StrategyDefinition[] = [],
): ((interval: Interval) => readonly StrategyDefinition[]) => {
  const made = new Map<Interval, readonly StrategyDefinition[]>()
  return (interval) => {
    const known =
      made.get(interval) ?? [...strategiesFor(interval), ...plugIns].filter(({ id }) => isChosen(strategies, id))
    made.set(interval, known)
    return known
  }
}

export const isChosen = (strategies: AutotradingConfig['strategies'], id: string): boolean =>
  strategies === null || strategies.includes(id)

/** Returns the names of strategies that are neither built in nor in the given list. */
export const missingFrom = (
  { strategies }: Pick<AutotradingConfig, 'strategies'>,
  plugIns: readonly StrategyDefinition[],
): readonly string[] =>
  (strategies ?? []).filter((id) => !STRATEGY_IDS.includes(id) && !plugIns.some((plugIn) => plugIn.id === id))

const idsIn = (text: string): readonly string[] | undefined => {
  const ids = [...new Set(text.split(',').map((part) => part.trim()))]
  return ids.every(isStrategyId) ? ids : undefined
}

/**
 * Symbols of the simulated exchange reserved for manual trading by default, so that a first manual trade does not
 * collide with an autotrading position.
 */
const SIMULATED_MANUAL: readonly string[] = ['BTCUSDT']

const parseManualSymbols = (text: string): readonly string[] | undefined => (text === 'none' ? [] : parseSymbols(text))

const NEVER_LIVE = 'omitted with --execution live: entries without an expected edge never risk real money'

const neverTrue = (text: string): false | undefined => (text === 'false' ? false : undefined)

const onOrOff = (text: string): boolean | undefined => (text === 'on' ? true : text === 'off' ? false : undefined)

const choicesParser =
  <T extends string>(all: readonly T[]) =>
  (text: string): readonly T[] | undefined => {
    const wanted = text.split(',').map((part) => part.trim())
    const chosen = all.filter((one) => wanted.includes(one))
    return wanted.every((one) => all.some((known) => known === one)) ? chosen : undefined
  }
