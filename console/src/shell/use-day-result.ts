import { addDecimals, getSign, subtractDecimals, toPercent } from '../figures/decimal.ts'
import { utcDay } from '../figures/instants.ts'
import { useChannel } from '../live/use-live.ts'

/**
 * Returns the result of the current UTC day in USDT: net, equity at the start of the day, and net as a percentage of it.
 * Net is the monitor's last value plus the change in equity since. Undefined until the balance and the monitor's report
 * are from the same UTC day.
 */
export const useDayResult = (): DayResult | undefined => {
  const balance = useChannel('account.balance')?.data
  const report = useChannel('monitor.operator-compact-truth')?.data
  const money = report?.data?.money
  if (!balance || !money || utcDay(balance.asOf) !== utcDay(report.generatedAt)) return undefined
  const net = addDecimals(money.dayNet, subtractDecimals(balance.equity, money.equity))
  const openingEquity = subtractDecimals(balance.equity, net)
  return { net, openingEquity, percent: getSign(openingEquity) > 0 ? toPercent(net, openingEquity) : null }
}

interface DayResult {
  readonly net: string
  /** Equity at the start of the UTC day. */
  readonly openingEquity: string
  /** Result as a percentage of the equity at the start of the day; null if that equity is not positive. */
  readonly percent: number | null
}
