/** Repair of incompletely observed minutes with the exchange's own candles. */

import { type Instant, MINUTE_MS, SECOND_MS } from '../../../../core/instant.ts'
import { GRACE_MS } from '../../../../domain/market/candle-builder.ts'
import { type Channel, SETTLED_MS } from './channel.ts'
import { fetchMinutes } from './history.ts'
import { pause, publishEvent, type Run } from './run.ts'

/** Fetches the exchange's own candle of every incompletely observed minute as soon as it has closed. */
export const repairCandles = async (run: Run): Promise<void> => {
  while (await pause(run, EVERY_MS, run.signal)) {
    for (const channel of run.channels.values()) await repair(run, channel)
  }
}

const EVERY_MS = SECOND_MS
const TRIES_MAX = 3
const RETRY_MS = 2 * SECOND_MS

/**
 * Repairs the newest closed minute before history continues, because it cannot be repaired once later minutes have
 * closed. Only the engine knows whether it has closed the minute in which the stream was lost.
 */
export const repairBefore = async (run: Run, channel: Channel, fromMs: Instant): Promise<void> => {
  for (const minute of [fromMs - MINUTE_MS, fromMs]) {
    if (!channel.broken.has(minute)) continue
    const [candle] = (await fetchMinutes(run, channel, { fromMs: minute, toMs: minute + MINUTE_MS })) ?? []
    if (candle) publishEvent(run, channel, { kind: 'repair', candle })
  }
}

const repair = async (run: Run, channel: Channel): Promise<void> => {
  for (const [minute, tries] of channel.broken) {
    const ageMs = run.client.venueNow() - (minute + MINUTE_MS)
    if (ageMs > MINUTE_MS || tries >= TRIES_MAX) channel.broken.delete(minute)
    else if (isDue(run, channel, minute)) await repairMinute(run, channel, minute)
  }
}

/**
 * Returns whether a repair is due: the engine accepts it once its own clock, set by these events, has closed the
 * minute.
 */
const isDue = ({ channels, client }: Run, { live, broken }: Channel, minute: Instant): boolean => {
  const closeMs = minute + MINUTE_MS
  const publishedMs = Math.max(...[...channels.values()].map((each) => each.publishedMs))
  const dueMs = closeMs + SETTLED_MS + (broken.get(minute) ?? 0) * RETRY_MS
  return live && client.venueNow() >= dueMs && publishedMs >= closeMs + GRACE_MS
}

const repairMinute = async (run: Run, channel: Channel, minute: Instant): Promise<void> => {
  channel.broken.set(minute, (channel.broken.get(minute) ?? 0) + 1)
  const [candle] = (await fetchMinutes(run, channel, { fromMs: minute, toMs: minute + MINUTE_MS })) ?? []
  if (!candle || !channel.live) return
  channel.broken.delete(minute)
  publishEvent(run, channel, { kind: 'repair', candle })
}
