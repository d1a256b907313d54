import type { Trade } from '../../../../domain/market/trade.ts'
import { toFields } from '../to-fields.ts'
import { type Channel, markBroken, type TradeTrack } from './channel.ts'
import type { Feed } from './feeds/feed.ts'
import { toInteger, toTime } from './fields.ts'
import { readTrade } from './read-trade.ts'

export interface TradeRules {
  readonly feed: Feed
  /** True when trades are numbered without gaps here. */
  readonly numbered: boolean
  readonly unreadable: (what: string) => void
}

/** Remembered to know a trade that comes twice. */
const RECENT_MAX = 500

/** Passes over the trades the library keeps: they were made before the stream was complete. */
export const passTrades = ({ trades }: Channel, stored: unknown): void => {
  if (!Array.isArray(stored)) return
  trades.lastRead = stored.at(-1)
  trades.passedMs = Math.max(trades.passedMs, toTime(toFields(trades.lastRead).timestamp) ?? 0)
}

/** Returns the library's new trades, each once; a gap in their numbers marks its minutes as incomplete. */
export const takeTrades = (channel: Channel, stored: unknown, rules: TradeRules): Trade[] => {
  const taken: Trade[] = []
  for (const rawTrade of takeNew(channel.trades, stored)) {
    const trade = takeOne(channel, rawTrade, rules)
    if (trade) taken.push(trade)
  }
  return taken
}

const takeNew = (track: TradeTrack, stored: unknown): unknown[] => {
  if (!Array.isArray(stored)) return []
  const fresh: unknown[] = []
  for (let index = stored.length - 1; index >= 0 && stored[index] !== track.lastRead; index--) fresh.push(stored[index])
  track.lastRead = stored.at(-1)
  return fresh.reverse()
}

const takeOne = (
  channel: Channel,
  rawTrade: unknown,
  { feed, numbered, unreadable }: TradeRules,
): Trade | undefined => {
  const { info, id, timestamp } = toFields(rawTrade)
  const { trades: track } = channel
  const number = numbered ? toInteger(id) : undefined
  if (isKnown(track, number, String(id))) return undefined
  if (!feed.isOnMarket(toFields(info))) return skip(track, number)
  const read = readTrade(rawTrade, channel.listing)
  if (!read.ok) {
    unreadable(read.error)
    markBroken(channel, toTime(timestamp) ?? channel.publishedMs)
    return undefined
  }
  if (number === undefined) return read.value
  if (number !== (track.number ?? number - 1) + 1) {
    markBroken(channel, channel.publishedMs)
    markBroken(channel, read.value.tradedAtMs)
  }
  track.number = number
  return { ...read.value, sequence: number - track.skipped }
}

/** Skips what was no trade on the market: it is not counted, and leaves no gap. */
const skip = (track: TradeTrack, number: number | undefined): undefined => {
  if (number === undefined) return
  if (track.number === number - 1) track.number = number
  track.skipped++
}

/** By its number where there is one, else by its id among the last ones. */
const isKnown = ({ number: last, recent }: TradeTrack, number: number | undefined, id: string): boolean => {
  if (number !== undefined) return last !== undefined && number <= last
  if (recent.has(id)) return true
  recent.add(id)
  const [oldest] = recent
  if (recent.size > RECENT_MAX && oldest !== undefined) recent.delete(oldest)
  return false
}
