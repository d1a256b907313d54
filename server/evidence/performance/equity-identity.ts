import { type Money, printMoney } from '../../domain/account/money.ts'
import { type ClosedTrade, computeNet } from '../../domain/performance/closed-trade.ts'
import type { TradesTruth } from '../../monitor/inputs/performance.ts'
import { valueAccount } from '../../views/valuation.ts'
import type { PerformanceSources } from './performance-sources.ts'

/** The account against the sum of all lifecycles, at one instant: `now − start − flows = Σ net + unrealised`. */
export const equityIdentity = (
  { trading }: PerformanceSources,
  closed: readonly ClosedTrade[],
): TradesTruth['identity'] => {
  const { account, positions } = trading.ledger()
  const { equity, unrealizedPnl } = valueAccount(trading)
  const made =
    sum(closed.map(({ net }) => net)) +
    sum([...positions.values()].map((position) => computeNet(position))) +
    unrealizedPnl
  return {
    equityStart: printMoney(account.opening),
    equityNow: printMoney(equity),
    externalFlows: printMoney(account.adjustments),
    made: printMoney(made),
    difference: printMoney(equity - account.opening - account.adjustments - made),
  }
}

const sum = (amounts: readonly Money[]): Money => amounts.reduce((total, amount) => total + amount, 0n)
