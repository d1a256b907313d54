/** Position sizing: order size by risk at the stop or by share of the balance, and the resulting risk and reward. */

import {
  divideDecimals,
  downToStep,
  getSign,
  isAmount,
  multiplyDecimals,
  subtractDecimals,
  takePercent,
} from '../figures/decimal.ts'
import type { TicketValues } from './ticket-values.ts'

/** Returns the expected fill price of the entered order: its limit price, or the best opposite price. */
export const entryPrice = (
  { type, side, price, trigger }: TicketValues,
  touch: Touch | undefined,
): string | undefined => {
  if (type === 'LIMIT') return isAmount(price) ? price : undefined
  if (type !== 'MARKET') return isAmount(trigger) ? trigger : undefined
  return (side === 'BUY' ? touch?.bestAskPrice : touch?.bestBidPrice) ?? undefined
}

interface Touch {
  readonly bestBidPrice: string | null
  readonly bestAskPrice: string | null
}

/** Returns the loss per unit from this entry to the stop; undefined when the stop is not on the losing side. */
const lossPerUnit = (side: TicketValues['side'], entry: string, stop: string): string | undefined => {
  if (!isAmount(stop)) return undefined
  const loss = side === 'BUY' ? subtractDecimals(entry, stop) : subtractDecimals(stop, entry)
  return getSign(loss) > 0 ? loss : undefined
}

interface Sizing {
  readonly entry: string
  readonly lotSize: string
}

const toLots = (qty: string | undefined, lotSize: string): string | undefined => {
  const lots = qty && downToStep(qty, lotSize)
  return lots && getSign(lots) > 0 ? lots : undefined
}

/** Returns the size that loses this percentage of the equity at the stop, before fees; undefined without a size. */
export const sizeByRisk = (
  { side, stop }: Pick<TicketValues, 'side' | 'stop'>,
  { entry, lotSize, equity, percent }: Sizing & { readonly equity: string; readonly percent: number },
): string | undefined => {
  const loss = lossPerUnit(side, entry, stop)
  return loss && toLots(divideDecimals(takePercent(equity, percent), loss), lotSize)
}

/** Returns the size whose value is this percentage of the balance; undefined without a size. */
export const sizeByBalance = ({
  entry,
  lotSize,
  balance,
  percent,
}: Sizing & { readonly balance: string; readonly percent: number }): string | undefined =>
  toLots(divideDecimals(takePercent(balance, percent), entry), lotSize)

/** Returns the profit at the target divided by the loss at the stop, before fees; undefined without either. */
export const rewardToRisk = ({ side, stop, target }: TicketValues, entry: string): string | undefined => {
  const loss = lossPerUnit(side, entry, stop)
  if (!loss || !isAmount(target)) return undefined
  const profit = side === 'BUY' ? subtractDecimals(target, entry) : subtractDecimals(entry, target)
  return getSign(profit) > 0 ? divideDecimals(profit, loss) : undefined
}

/** Returns the loss at the stop in USDT, before fees; undefined without a stop or a size in base currency. */
export const riskAtStop = ({ side, stop, size, sizeIn }: TicketValues, entry: string): string | undefined => {
  const loss = lossPerUnit(side, entry, stop)
  return loss && sizeIn === 'qty' && isAmount(size) ? multiplyDecimals(loss, size) : undefined
}
