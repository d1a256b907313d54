/**
 * Changes of listings during a run: reads them every hour, and excludes instruments that are delisted or have other
 * steps.
 */

import { printDecimal } from '../../../../core/decimal.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../core/instant.ts'
import type { Listing, Listings } from '../listing.ts'
import type { Channel } from './channel.ts'
import { endConnection, loseChannel } from './connection.ts'
import { publish } from './event-buffer.ts'
import { allListings } from './listings.ts'
import { pause, type Run } from './run.ts'

/**
 * Applies the current listings; an instrument that returns needs new streams. With different steps the same numbers
 * mean a different price, so such an instrument is excluded until the next start. An empty list is ignored.
 */
export const relist = (run: Run, listings: Listings): void => {
  if (listings.size === 0) return
  let hasReturned = false
  for (const [symbol, channel] of run.channels) {
    const listing = listings.get(symbol)
    channel.restepped = listing !== undefined && !sameSteps(channel.listing, listing)
    if (!listing || channel.restepped) {
      delist(run, channel)
      continue
    }
    hasReturned ||= !channel.listed
    channel.listed = true
    channel.listing = listing
    if (channel.announced) publish(run.buffer, { kind: 'instrument', instrument: listing.instrument })
  }
  reportUnlisted(run)
  if (hasReturned && run.connection)
    endConnection(run, run.connection, 'the exchange has changed the tick or lot of an instrument')
}

const EVERY_MS = HOUR_MS
/** Interval while one of our instruments is not listed, which may be only a trading pause. */
const SOON_MS = 5 * MINUTE_MS

/** Reads the listings every hour until the run is stopped. */
export const keepListings = async (run: Run): Promise<void> => {
  while (await pause(run, isWhole(run) ? EVERY_MS : SOON_MS, run.signal)) {
    const called = await run.client.call((library) => library.loadMarkets(true), { urgency: 'HISTORY' })
    if (called.kind !== 'answered' || run.signal.aborted) continue
    const listings = allListings(run.client)
    relist(run, listings)
    run.onListings?.(listings)
  }
}

const isWhole = ({ channels }: Run): boolean => [...channels.values()].every(({ listed }) => listed)

/** Excludes an instrument until the exchange trades it again. */
export const delist = (run: Run, channel: Channel): void => {
  channel.listed = false
  const { joined } = channel
  loseChannel(run, channel)
  joined.resolve()
  reportUnlisted(run)
}

const reportUnlisted = ({ channels, client }: Run): void => {
  const { troubles, dialect, unlisted } = client
  unlisted.report(
    'market',
    selectSymbols(channels, ({ listed, restepped }) => !listed && !restepped),
  )
  const restepped = selectSymbols(channels, (channel) => channel.restepped).join(', ')
  if (restepped === '') troubles.clear('OTHER_STEPS')
  else
    troubles.raise('OTHER_STEPS', `${dialect.name} lists ${restepped} with a different tick or lot than at the start.`)
}

const selectSymbols = (channels: Run['channels'], wanted: (channel: Channel) => boolean): string[] =>
  [...channels].flatMap(([symbol, channel]) => (wanted(channel) ? [symbol] : []))

/** Returns whether prices and quantities mean the same in two listings of an instrument. */
export const sameSteps = (a: Listing, b: Listing): boolean =>
  listSteps(a).every((step, index) => step === listSteps(b)[index])

const listSteps = ({ instrument, amounts }: Listing): string[] =>
  [instrument.price, instrument.quantity, amounts].map(({ step }) => printDecimal(step))
