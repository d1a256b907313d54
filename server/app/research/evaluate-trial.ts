/**
 * Evaluates one trial of a parameter search: runs a prepared backtest with other parameters, computes the objective,
 * and verifies on request that both drivers agree.
 */

import { toRfc3339 } from '../../core/instant.ts'
import { printMoney } from '../../domain/account/money.ts'
import { HistoryError } from '../../research/data/history-error.ts'
import type { Driver } from '../../research/driver.ts'
import { findDifference } from '../../research/find-difference.ts'
import type { StoredTrades } from '../../research/history.ts'
import type { Objective } from '../../research/search/optimise.ts'
import type { Evaluation } from '../../research/search/trial.ts'
import { dailyReturns } from '../../research/statistics.ts'
import { computeFigures, dailyEquity } from '../../research/summarise.ts'
import { type DrivenOutcome, driveBacktest } from './drive-backtest.ts'
import type { PreparedRun } from './prepare-run.ts'

/** Runs a prepared backtest with other parameters and the driver of its specification. */
export const evaluateTrial = async (
  prepared: PreparedRun,
  { params, objective }: TrialSettings,
  trades: StoredTrades,
): Promise<Evaluation> =>
  toEvaluation(prepared, await runTrial(prepared, { params, driver: prepared.spec.engine }, trades), objective)

/** Parameters of a trial, and the figure by which it is valued. */
export interface TrialSettings {
  readonly params: Readonly<Record<string, number>>
  readonly objective: Objective
}

/**
 * Runs a prepared backtest with other parameters and the exact driver, and also with the fast driver if its
 * specification names it. Throws a `HistoryError` with the first difference when the results are not equal.
 */
export const verifyTrial = async (
  prepared: PreparedRun,
  { params, objective }: TrialSettings,
  trades: StoredTrades,
): Promise<Evaluation> => {
  const exact = await runTrial(prepared, { params, driver: 'exact' }, trades)
  if (prepared.spec.engine === 'fast') {
    const fast = await runTrial(prepared, { params, driver: 'fast' }, trades)
    const instruments = prepared.histories.map(({ instrument }) => instrument)
    const difference = fast.driver === 'fast' ? findDifference(fast, exact, instruments) : null
    if (difference !== null) throw invalid(prepared, params, difference)
  }
  return toEvaluation(prepared, exact, objective)
}

const invalid = (
  { spec: { fromMs, toMs, strategy } }: PreparedRun,
  params: TrialSettings['params'],
  difference: string,
): HistoryError =>
  new HistoryError(
    'DRIVERS_DIFFER',
    `INVALID: the drivers differ on ${strategy.id} with ${JSON.stringify(params)} from ${toRfc3339(fromMs)} to ${toRfc3339(toMs)}: ${difference}.`,
    'Report this as a bug, and use --exact until it is fixed.',
  )

const runTrial = async (
  { setup, histories }: PreparedRun,
  { params, driver }: Pick<TrialSettings, 'params'> & { readonly driver: Driver },
  trades: StoredTrades,
): Promise<DrivenOutcome> => {
  const strategies = setup.strategies.map((definition) => ({
    ...definition,
    params: { ...definition.params, ...params },
  }))
  const running = driveBacktest({ ...setup, strategies, retainsSetups: true }, histories, driver)
  let next = running.next()
  while (!next.done)
    next = typeof next.value === 'number' ? running.next() : running.next(await trades.read(next.value))
  return next.value
}

const toEvaluation = ({ setup, spec }: PreparedRun, outcome: DrivenOutcome, objective: Objective): Evaluation => {
  const figures = computeFigures(outcome, { ...setup, takerFee: spec.fees.taker })
  const { length: trades } = outcome.tally.trades
  return {
    value: trades < TRADES_MIN ? null : (figures[objective === 'net' ? 'netReturn' : objective]?.value ?? null),
    trades,
    net: printMoney(outcome.equity - outcome.account.opening),
    returns: dailyReturns(dailyEquity(outcome)),
    engine: outcome.driver,
  }
}

/** Number of trades below which an objective is noise. */
const TRADES_MIN = 30
