import { addDecimals, getSign, subtractDecimals, toPercent } from '../figures/decimal.ts'
import { utcDay } from '../figures/instants.ts'
import { useChannel } from '../live/use-live.ts'

/**
 * Returns the net result of the UTC day until now: the monitor's last value plus the change of equity since. Undefined
 * until balance and monitor report on the same day.
 */
export const useDayResult = (): DayResult | undefined => {
  const balance = useChannel('account.balance')?.data
  const report = useChannel('monitor.operator-compact-truth')?.data
  const money = report?.data?.money
  if (!balance || !money || utcDay(balance.asOf) !== utcDay(report.generatedAt)) return undefined
  const net = addDecimals(money.dayNet, subtractDecimals(balance.equity, money.equity))
  const begunWith = subtractDecimals(balance.equity, net)
  return { net, begunWith, percent: getSign(begunWith) > 0 ? toPercent(net, begunWith) : null }
}

interface DayResult {
  readonly net: string
  /** Equity at the start of the UTC day. */
  readonly begunWith: string
  /** Result in percent of the equity at the start of the day. */
  readonly percent: number | null
}
