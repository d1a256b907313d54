/** Publication of an exchange's liquidations, and of the time from which all of them are received. */

import { err, ok, type Result } from '../../../../core/result.ts'
import { lots } from '../../../../domain/market/instrument.ts'
import type { Liquidation } from '../../../../domain/market/market-event.ts'
import { exactText, toTime } from '../fields.ts'
import type { Listing } from '../listing.ts'
import type { Channel } from './channel.ts'
import type { RawLiquidation } from './feed.ts'
import { nearestTick } from './figures.ts'
import { formatValue, positive } from './read-trade.ts'
import { publishEvent, type Run } from './run.ts'
import { noteUnreadable } from './unreadable-data.ts'

/** Publishes liquidations; one that cannot be read interrupts the observation. */
export const takeLiquidations = (run: Run, channel: Channel, items: readonly RawLiquidation[]): void => {
  if (!channel.live) return
  for (const raw of items) {
    const read = readLiquidation(raw, channel.listing)
    if (read.ok) publishEvent(run, channel, { kind: 'liquidation', liquidation: read.value })
    else {
      noteUnreadable(run.unreadable, channel.listing.instrument.symbol, read.error)
      publishLiquidationStream(run, channel)
    }
  }
}

/** Marks the subscription to the liquidations of an instrument as acknowledged. */
export const joinLiquidations = (run: Run, channel: Channel): void => {
  if (channel.receivesLiquidations) return
  channel.receivesLiquidations = true
  publishLiquidationStream(run, channel)
}

/** Publishes that liquidations are received from now on, if their subscription was acknowledged. */
export const publishLiquidationStream = (run: Run, channel: Channel): void => {
  if (!channel.live || !channel.receivesLiquidations) return
  const { symbol } = channel.listing.instrument
  publishEvent(run, channel, { kind: 'liquidationStream', symbol, sinceMs: run.client.venueNow() })
}

/** Reads a liquidation; an error names the unreadable part. */
const readLiquidation = (
  { side, price, quantity, at }: RawLiquidation,
  { instrument, amounts }: Listing,
): Result<Liquidation, string> => {
  const liquidatedAtMs = toTime(at)
  const tick = nearestTick(exactText(price) ?? '', instrument.price)
  const amount = positive(amounts.parse(exactText(quantity) ?? ''))
  if (side === undefined) return err('a liquidation without a side')
  if (liquidatedAtMs === undefined) return err('a liquidation without a time')
  if (tick === undefined) return err(`a liquidation at ${formatValue(price)}, which is not a valid price`)
  if (amount === undefined) return err(`a liquidation of ${formatValue(quantity)}, which is not a valid quantity`)
  return ok({ symbol: instrument.symbol, side, price: tick, quantity: lots(amount), liquidatedAtMs })
}
