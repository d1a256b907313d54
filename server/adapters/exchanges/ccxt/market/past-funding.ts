import { decimal } from '../../../../core/decimal.ts'
import { DAY_MS, HOUR_MS } from '../../../../core/instant.ts'
import type { PastFunding } from '../../../../domain/market/market-event.ts'
import { exactText } from '../exact.ts'
import { fieldsOf } from '../fields-of.ts'
import type { Channel } from './channel.ts'
import { timeOf } from './fields.ts'
import { type Run, tellOf } from './run.ts'

/** A month of them, every eight hours. */
const PAST_MS = 30 * DAY_MS
const FUNDINGS = 90
const INTERVAL_MS = 8 * HOUR_MS

/** Tells at which rates funding was exchanged before; nothing where the exchange does not say. Once for each instrument. */
export const tellPastFunding = async (run: Run, channel: Channel): Promise<void> => {
  if (channel.fundingTold) return
  const sinceMs = run.client.venueNow() - PAST_MS
  const called = await run.client.call(
    (library) => library.fetchFundingRateHistory(channel.listing.unified, sinceMs, FUNDINGS),
    { urgency: 'HISTORY' },
  )
  if (called.kind !== 'answered') return
  channel.fundingTold = true
  for (const funding of readPastFundings(called.value, channel.listing.instrument.symbol)) {
    tellOf(run, channel, { kind: 'funding', funding })
  }
}

/** What can be read of an answer, oldest first. The time between two is the interval of the later. */
export const readPastFundings = (answer: unknown, symbol: string): PastFunding[] => {
  const rows = (Array.isArray(answer) ? answer : []).flatMap((row) => {
    const { fundingRate, timestamp } = fieldsOf(row)
    const [rate, settledAtMs] = [exactText(fundingRate), timeOf(timestamp)]
    return rate === undefined || settledAtMs === undefined ? [] : [{ rate: decimal(rate), settledAtMs }]
  })
  const inOrder = rows.toSorted((a, b) => a.settledAtMs - b.settledAtMs)
  return inOrder.map(({ rate, settledAtMs }, index) => {
    const beforeMs = inOrder[index - 1]?.settledAtMs ?? settledAtMs - INTERVAL_MS
    const intervalMs = Math.min(INTERVAL_MS, Math.max(HOUR_MS, settledAtMs - beforeMs))
    return { symbol, rate, settledAtMs, intervalMs }
  })
}
