import { printMoney } from '../../domain/account/money.ts'
import type { Evaluation, Objective } from '../../research/search/optimise.ts'
import { summarise } from '../../research/summarise.ts'
import type { PreparedRun } from './prepare-run.ts'
import { runBacktest } from './run-backtest.ts'

/** Trades below which an objective is noise. */
const TRADES_MIN = 30

/** Runs a prepared backtest with other parameters. */
export const evaluateTrial = (
  { order, histories, spec }: PreparedRun,
  params: Readonly<Record<string, number>>,
  objective: Objective,
): Evaluation => {
  const strategies = order.strategies.map((definition) => ({
    ...definition,
    params: { ...definition.params, ...params },
  }))
  const running = runBacktest({ ...order, strategies }, histories)
  let next = running.next()
  while (!next.done) next = running.next()
  const outcome = next.value
  const { fromMs, toMs } = order
  const bounds = { stopFirst: '0', targetFirst: '0', ambiguityCost: '0', ambiguousMinutes: 0 }
  const result = summarise(outcome, { fromMs, toMs, takerFee: spec.fees.taker, bounds })
  const equity = [outcome.account.opening, ...outcome.collected.days.map((day) => day.equity)]
  const balances = equity.map((amount) => Number(printMoney(amount)))
  const figure = result.statistics[objective === 'net' ? 'netReturn' : objective]
  return {
    value: result.trades < TRADES_MIN ? null : (figure?.value ?? null),
    trades: result.trades,
    net: result.net,
    returns: balances.slice(1).map((value, index) => value / (balances[index] ?? value) - 1),
  }
}
