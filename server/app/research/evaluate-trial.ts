import { printMoney } from '../../domain/account/money.ts'
import type { Evaluation, Objective } from '../../research/search/optimise.ts'
import { dailyReturns } from '../../research/statistics.ts'
import { computeFigures, dailyEquity } from '../../research/summarise.ts'
import type { PreparedRun } from './prepare-run.ts'
import { runBacktest } from './run-backtest.ts'

/** Runs a prepared backtest with other parameters. */
export const evaluateTrial = (
  { setup, histories, spec }: PreparedRun,
  params: Readonly<Record<string, number>>,
  objective: Objective,
): Evaluation => {
  const strategies = setup.strategies.map((definition) => ({
    ...definition,
    params: { ...definition.params, ...params },
  }))
  const running = runBacktest({ ...setup, strategies }, histories)
  let next = running.next()
  while (!next.done) next = running.next()
  const outcome = next.value
  const figures = computeFigures(outcome, { ...setup, takerFee: spec.fees.taker })
  const { length: trades } = outcome.tally.trades
  return {
    value: trades < TRADES_MIN ? null : (figures[objective === 'net' ? 'netReturn' : objective]?.value ?? null),
    trades,
    net: printMoney(outcome.equity - outcome.account.opening),
    returns: dailyReturns(dailyEquity(outcome)),
  }
}

/** Trades below which an objective is noise. */
const TRADES_MIN = 30
