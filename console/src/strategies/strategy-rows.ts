/** Rows of the strategies screen, joined from configuration, status and results, and values derived from them. */

import type { components } from '@plimsoll/client'
import { divideDecimals, getSign, subtractDecimals } from '../figures/decimal.ts'
import { nameStrategy } from '../figures/strategy-names.ts'
import { describeRule, type Family, listBuiltIn } from './rules.ts'

/** Returns the strategies that are built in, run or have closed positions; the largest loss first, then by ID. */
export const listStrategies = (sources: Sources): readonly StrategyRow[] => {
  const ids = new Set([
    ...listBuiltIn(),
    ...sources.definitions.map(({ strategyId }) => strategyId),
    ...(sources.status?.books.flatMap(({ strategies }) => strategies) ?? []),
    ...sources.results.flatMap(({ key }) => (key === null ? [] : [key])),
  ])
  return [...ids].map((strategyId) => joinRow(strategyId, sources)).toSorted(compareRows)
}

/** `TRACKED`: its signals are followed to their outcomes, but not traded. */
export type StrategyState = 'ON' | 'TRACKED' | 'QUARANTINED' | 'OFF'

type Schemas = components['schemas']
type Status = Schemas['AutotradingStatus']
export type Definition = Schemas['AutotradingConfig']['effective']['strategies'][number]
export type Result = Schemas['Performance']['byStrategy'][number]
export type Calibration = NonNullable<NonNullable<Schemas['CandidateQualityV3']['data']>['calibration']>[number]
export type Quarantine = Status['quarantines'][number]

/** Strategy with its state, definitions, results and calibration. */
export interface StrategyRow {
  readonly strategyId: string
  readonly name: string
  readonly family: Family | undefined
  /** Undefined until the status is received. */
  readonly state: StrategyState | undefined
  readonly quarantine: Quarantine | undefined
  /** One for each timeframe. */
  readonly definitions: readonly Definition[]
  /** Closed positions of the period; undefined if there are none. */
  readonly result: Result | undefined
  /** Calibration of the running definitions; undefined until the report is received. */
  readonly calibration: readonly Calibration[] | undefined
}

interface Sources {
  readonly definitions: readonly Definition[]
  readonly status: Pick<Status, 'books' | 'quarantines'> | undefined
  readonly results: readonly Result[]
  readonly calibration: readonly Calibration[] | undefined
}

const joinRow = (strategyId: string, { definitions, status, results, calibration }: Sources): StrategyRow => {
  const own = definitions.filter((definition) => definition.strategyId === strategyId)
  const rule = describeRule(strategyId)
  const quarantine = status?.quarantines.find((one) => one.strategyId === strategyId)
  return {
    strategyId,
    name: nameStrategy(strategyId, own[0]?.name),
    family: own[0]?.family ?? rule?.family,
    state: status && classifyState(strategyId, status.books, quarantine !== undefined),
    quarantine,
    definitions: own,
    result: results.find(({ key }) => key === strategyId),
    calibration: calibration?.filter(({ definitionDigest }) => own.some(({ digest }) => digest === definitionDigest)),
  }
}

const classifyState = (strategyId: string, books: Status['books'], isQuarantined: boolean): StrategyState => {
  const own = books.filter(({ strategies }) => strategies.includes(strategyId))
  if (own.length === 0) return 'OFF'
  if (isQuarantined) return 'QUARANTINED'
  return own.some(({ mode }) => mode !== 'OFF') ? 'ON' : 'TRACKED'
}

const compareRows = (a: StrategyRow, b: StrategyRow): number => {
  if (a.result && b.result) return getSign(subtractDecimals(a.result.net, b.result.net))
  if (a.result || b.result) return a.result ? -1 : 1
  return a.strategyId.localeCompare(b.strategyId)
}

/** Mean net result of a closed position, USDT; null if there is none. */
export const computeExpectancy = (result: Pick<Result, 'net' | 'trades'> | undefined): string | null =>
  (result && divideDecimals(result.net, String(result.trades))) ?? null

/** Returns the host command that turns a running strategy off at once. */
export const printQuarantine = (strategyId: string): string =>
  `plimsoll strategies quarantine ${strategyId} --reason "loses money"`

/** Returns the host command that starts the server with a further strategy. */
export const printStart = (strategyId: string, running: readonly string[]): string =>
  `plimsoll start --strategies ${[...running, strategyId].toSorted().join(',')}`

/** Timeframes that share the same parameters. */
export interface ParamGroup {
  readonly timeframes: readonly string[]
  readonly params: Definition['params']
}

/** Groups the timeframes of a strategy that share the same parameters. */
export const groupParams = (definitions: readonly Definition[]): readonly ParamGroup[] =>
  [...Map.groupBy(definitions, ({ params }) => JSON.stringify(params)).values()].map((same) => ({
    timeframes: same.map(({ timeframe }) => timeframe),
    params: same[0]?.params ?? {},
  }))

/** Returns the total of outcomes, and the number of groups whose scores predict better than the base rate. */
export const summariseCalibration = (calibrations: readonly Calibration[]) => ({
  outcomes: calibrations.reduce((sum, { outcomes }) => sum + outcomes, 0),
  groups: calibrations.length,
  skilled: calibrations.filter(({ brierSkill, reverted }) => !reverted && (brierSkill ?? 0) > 0).length,
})
