import type { Trade } from '../../../../domain/market/trade.ts'
import { fieldsOf } from '../fields-of.ts'
import { type Channel, markBroken, type TradeTrack } from './channel.ts'
import type { Feed } from './feeds/feed.ts'
import { timeOf, wholeOf } from './fields.ts'
import { readTrade } from './read-trade.ts'

export interface TradeRules {
  readonly feed: Feed
  /** Whether trades are numbered without holes here. */
  readonly numbered: boolean
  readonly unreadable: (what: string) => void
}

/** Remembered to know a trade that comes twice. */
const RECENT_MAX = 500

/** Looks at the trades the library keeps without taking them: they were made before the stream was whole. */
export const passTrades = ({ trades }: Channel, kept: unknown): void => {
  if (!Array.isArray(kept)) return
  trades.seen = kept.at(-1)
  trades.passedMs = Math.max(trades.passedMs, timeOf(fieldsOf(trades.seen).timestamp) ?? 0)
}

/** The trades the library keeps that were not looked at before, each once; a hole in their numbers breaks its minutes. */
export const takeTrades = (channel: Channel, kept: unknown, rules: TradeRules): Trade[] => {
  const taken: Trade[] = []
  for (const told of newOf(channel.trades, kept)) {
    const trade = takeOne(channel, told, rules)
    if (trade) taken.push(trade)
  }
  return taken
}

const newOf = (track: TradeTrack, kept: unknown): unknown[] => {
  if (!Array.isArray(kept)) return []
  const fresh: unknown[] = []
  for (let index = kept.length - 1; index >= 0 && kept[index] !== track.seen; index--) fresh.push(kept[index])
  track.seen = kept.at(-1)
  return fresh.reverse()
}

const takeOne = (channel: Channel, told: unknown, { feed, numbered, unreadable }: TradeRules): Trade | undefined => {
  const { info, id, timestamp } = fieldsOf(told)
  const { trades: track } = channel
  const number = numbered ? wholeOf(id) : undefined
  if (isKnown(track, number, String(id))) return undefined
  if (!feed.isOnMarket(fieldsOf(info))) return skip(track, number)
  const read = readTrade(told, channel.listing)
  if (!read.ok) {
    unreadable(read.error)
    markBroken(channel, timeOf(timestamp) ?? channel.toldMs)
    return undefined
  }
  if (number === undefined) return read.value
  if (number !== (track.number ?? number - 1) + 1) {
    markBroken(channel, channel.toldMs)
    markBroken(channel, read.value.tradedAtMs)
  }
  track.number = number
  return { ...read.value, sequence: number - track.skipped }
}

/** What was no trade on the market counts for nothing, and leaves no hole. */
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
