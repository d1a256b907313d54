import { MINUTE_MS } from '../../../../core/instant.ts'
import { toFields } from '../fields.ts'
import type { Channel } from './channel.ts'
import type { RawFigures } from './feed.ts'
import { applyFigures } from './figures.ts'
import { listedChannels, pause, type Run } from './run.ts'
import { noteUnreadable } from './unreadable-data.ts'

/** Queries every minute the data that no stream of the exchange carries: open interest, and the terms of funding. */
export const runPolls = async (run: Run): Promise<void> => {
  for (const channel of run.channels.values()) take(run, channel, run.feed.listed(readInfo(run, channel)))
  do {
    if (run.feed.polls.terms) await pollTerms(run)
    if (run.feed.polls.interest) for (const channel of listedChannels(run)) await pollInterest(run, channel)
  } while (await pause(run, EVERY_MS, run.signal))
}

const EVERY_MS = MINUTE_MS

const readInfo = ({ client }: Run, { listing }: Channel): Readonly<Record<string, unknown>> =>
  toFields(toFields(client.rest.markets?.[listing.unified]).info)

const pollInterest = async (run: Run, channel: Channel): Promise<void> => {
  if (run.signal.aborted) return
  const { unified } = channel.listing
  const called = await run.client.call((library) => library.fetchOpenInterest(unified), { urgency: 'HISTORY' })
  if (called.kind !== 'answered') return
  const { baseVolume, openInterestAmount } = toFields(called.value)
  take(run, channel, { interest: baseVolume ?? openInterestAmount })
}

const pollTerms = async (run: Run): Promise<void> => {
  const called = await run.client.call((library) => library.fetchFundingIntervals(), { urgency: 'HISTORY' })
  if (called.kind !== 'answered') return
  for (const channel of listedChannels(run)) {
    const { info } = toFields(toFields(called.value)[channel.listing.unified])
    take(run, channel, run.feed.terms(toFields(info)))
  }
}

const take = (run: Run, channel: Channel, raw: RawFigures): void => {
  for (const what of applyFigures(channel.figures, raw, channel.listing)) {
    noteUnreadable(run.unreadable, channel.listing.instrument.symbol, what)
  }
}
