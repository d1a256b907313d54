import { DAY_MS, type Instant, SECOND_MS } from '../../../../core/instant.ts'
import { GRACE_MS } from '../../../../domain/market/candle-builder.ts'
import { type Channel, floorToMinute, markBroken, SETTLED_MS } from './channel.ts'
import { endConnection } from './connection.ts'
import { publish } from './event-buffer.ts'
import { publishHistory } from './history.ts'
import { publishPastFunding } from './past-funding.ts'
import { handleBook } from './receive-message.ts'
import { repairBefore } from './repairs.ts'
import { type Connection, listedChannels, pause, publishEvent, type Run, within } from './run.ts'

/** Maximum age of published history. */
const HISTORY_MAX_MS = 7 * DAY_MS
/** Time after which an unacknowledged subscription counts as failed. */
const JOIN_MAX_MS = 20 * SECOND_MS

/** Opens the instruments one after another, each as soon as its own history is published. */
export const openChannels = async (run: Run, connection: Connection): Promise<void> => {
  for (const channel of listedChannels(run)) {
    if (connection.ending.signal.aborted) return
    await openChannel(run, connection, channel)
  }
  if (!connection.ending.signal.aborted) run.client.troubles.clear('MARKET_STREAM')
}

const openChannel = async (run: Run, connection: Connection, channel: Channel): Promise<void> => {
  const { signal } = connection.ending
  if (!channel.announced) {
    channel.announced = true
    publish(run.buffer, { kind: 'instrument', instrument: channel.listing.instrument })
  }
  if (!(await isJoined(run, connection, channel)) || !channel.listed) return
  let fromMs = historyFrom(run, channel)
  channel.resumeMs = fromMs
  for (;;) {
    const toMs = floorToMinute(run.client.venueNow())
    if (fromMs >= toMs) break
    if (!(await pause(run, toMs + SETTLED_MS - run.client.venueNow(), signal))) return
    await publishPastFunding(run, channel, signal)
    await repairBefore(run, channel, fromMs)
    await publishHistory(run, channel, { fromMs, toMs }, signal)
    fromMs = toMs
  }
  if (!signal.aborted && channel.listed) goLive(run, connection, channel)
}

const isJoined = async (run: Run, connection: Connection, { joined }: Channel): Promise<boolean> => {
  const { signal } = connection.ending
  const outcome = await within(run, JOIN_MAX_MS, signal, joined.promise)
  if (outcome === 'too late') endConnection(run, connection, 'the exchange does not begin its streams')
  return !signal.aborted
}

const historyFrom = (run: Run, channel: Channel): Instant => {
  const earliestMs = floorToMinute(run.client.venueNow() - HISTORY_MAX_MS)
  const sinceMs = channel.resumeMs ?? run.since(channel.listing.instrument.symbol) ?? earliestMs
  return Math.max(floorToMinute(sinceMs), earliestMs)
}

/**
 * Starts publishing everything. The first minute is not complete, and our estimate of the exchange's clock not exact.
 */
const goLive = (run: Run, { library }: Connection, channel: Channel): void => {
  const sinceMs = Math.max(run.client.venueNow(), channel.trades.passedMs)
  const { symbol } = channel.listing.instrument
  channel.live = true
  publishEvent(run, channel, { kind: 'stream', change: { symbol, state: 'live', sinceMs } })
  channel.publishedMs = Math.max(channel.publishedMs, sinceMs)
  markBroken(channel, sinceMs)
  markBroken(channel, sinceMs + GRACE_MS)
  handleBook(run, channel, library)
}
