import { type Money, valueAt } from '../account/money.ts'
import { type Instrument, lots, type Ticks } from '../market/instrument.ts'

/** Returns the profit of a position at a price, before fees. `quantity` is in lots, positive for long. */
export const unrealizedPnl = (instrument: Instrument, quantity: number, cost: Money, mark: Ticks): Money => {
  const gain = valueAt(instrument, mark, lots(Math.abs(quantity))) - cost
  return quantity < 0 ? -gain : gain
}
