import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aRecordedAccount, aSubmission, market, OPENED_MS } from '../../../../test/support/paper-recording.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../core/instant.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { VenueRequest } from '../../../engine/model/venue.ts'
import type { RecordedEntry } from './entries.ts'
import { readRecording } from './read-recording.ts'
import { openPaperRecorder } from './recorder.ts'

/** Timeout for a busy machine. */
const SOON = { timeout: 60_000, interval: 20 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const LEVEL = { price: ticks(10_000), quantity: lots(1) }
const QUOTE: MarketEvent = {
  kind: 'quote',
  quote: {
    symbol: 'ETHUSDT',
    sequence: 7,
    bid: LEVEL,
    ask: { ...LEVEL, price: ticks(10_001) },
    exchangeTimeMs: OPENED_MS,
  },
}
const EVENTS: readonly MarketEvent[] = [
  QUOTE,
  market.live(),
  market.mark(0, 10_000),
  market.book(0, [[9_990, 5]], [[10_010, 4]]),
  market.change(100, [], [[10_010, 0]]),
  market.trade(200, 'SELL', [9_990, 5]),
  { kind: 'trade', trade: { ...toTrade(market.trade(201, 'BUY', [9_991, 1])), sequence: 12 } },
  { kind: 'bookLost', symbol: 'BTCUSDT' },
]

function toTrade(event: MarketEvent) {
  if (event.kind !== 'trade') throw new Error('not a trade')
  return event.trade
}

/** A recorder with a clock moved by hand. */
const open = (directory = aTempDirectory()) => {
  const clock = { nowMs: OPENED_MS }
  const limits = { maxAgeMs: 7 * DAY_MS, bytesMax: 1e9, freeBytesMin: 0 }
  const [notes, requests]: [string[], VenueRequest[]] = [[], []]
  const requestBooks = vi.fn<() => void>()
  const recorder = openPaperRecorder({
    directory,
    limits,
    clock: () => clock.nowMs,
    account: aRecordedAccount,
    requestBooks,
    note: (words) => notes.push(words),
  })
  const venue = recorder.record({ open: () => {}, send: (request) => void requests.push(request), close: () => {} })
  return {
    directory,
    clock,
    limits,
    notes,
    requests,
    requestBooks,
    recorder,
    venue,
    pass(durationMs: number) {
      clock.nowMs += durationMs
      vi.advanceTimersByTime(SECOND_MS)
    },
  }
}

const read = (directory: string) => [...readRecording(directory)]

const entriesIn = (directory: string): readonly RecordedEntry[] =>
  read(directory).flatMap((part) => (part.kind === 'entries' ? part.entries : []))

const damagesIn = (directory: string) => read(directory).flatMap((part) => (part.kind === 'damage' ? part.reason : []))
const startsIn = (directory: string) => read(directory).flatMap((part) => (part.kind === 'entries' ? part.starts : []))

/** Records three segments with one trade each. */
const recordSegments = async () => {
  const stage = open()
  for (const at of [1, 2, 3]) {
    stage.recorder.observe(market.trade(at, 'BUY', [10_000, at]))
    if (at < 3) stage.pass(HOUR_MS)
  }
  await stage.recorder.close()
  return stage
}

describe('a recording', () => {
  it('returns what the exchange was given, with times, and the account at the start', async () => {
    const { recorder, venue, requests, directory, clock } = open()
    for (const event of EVENTS) recorder.observe(event)
    const submission = aSubmission('a', OPENED_MS)
    const cancel = { kind: 'cancel', symbol: 'BTCUSDT', venueClientId: 'a' } as const
    clock.nowMs += 5
    for (const request of [submission, cancel, { kind: 'readTime', queryId: 1 } as const]) venue.send(request)
    await recorder.close()
    expect(entriesIn(directory)).toEqual([
      { kind: 'account', account: aRecordedAccount(), atMs: OPENED_MS },
      ...EVENTS.map((event) => ({ kind: 'event', event, atMs: OPENED_MS })),
      { kind: 'request', request: submission, atMs: OPENED_MS + 5 },
      { kind: 'request', request: cancel, atMs: OPENED_MS + 5 },
      { kind: 'end', atMs: OPENED_MS + 5 },
    ])
    expect(requests.map(({ kind }) => kind)).toEqual(['submit', 'cancel', 'readTime'])
  })

  it('omits candles, liquidations, and the quotes of a symbol with a mark price', async () => {
    const { recorder, directory } = open()
    recorder.observe(market.mark(0, 10_000))
    if (QUOTE.kind === 'quote') recorder.observe({ kind: 'quote', quote: { ...QUOTE.quote, symbol: 'BTCUSDT' } })
    recorder.observe({ kind: 'liquidationStream', symbol: 'BTCUSDT', sinceMs: OPENED_MS })
    await recorder.close()
    expect(entriesIn(directory).map(({ kind }) => kind)).toEqual(['account', 'event', 'end'])
  })

  it('continues over segments of one hour, each with the account, and requests the order books', async () => {
    const { directory, requestBooks } = await recordSegments()
    expect(readdirSync(directory)).toEqual(['00000001.recording', '00000002.recording', '00000003.recording'])
    expect(entriesIn(directory).map(({ kind }) => kind)).toEqual([
      ...['account', 'event', 'account', 'event', 'account', 'event', 'end'],
    ])
    expect(startsIn(directory)).toEqual([true, false, false])
    expect(requestBooks).toHaveBeenCalledTimes(2)
  })

  it('starts anew with each process', async () => {
    const { directory } = await recordSegments()
    await open(directory).recorder.close()
    expect(startsIn(directory)).toEqual([true, false, false, true])
    expect(damagesIn(directory)).toEqual([])
  })

  it('stores entries larger than a block, and more than a block holds', async () => {
    const { recorder, directory } = open()
    const side = Array.from({ length: 20_000 }, (_, index) => [index + 1, 1] as const)
    const books = [market.book(0, side, []), market.book(1, side, []), market.book(2, [], side)]
    for (const book of books) recorder.observe(book)
    await recorder.close()
    expect(entriesIn(directory).flatMap((entry) => (entry.kind === 'event' ? entry.event : []))).toEqual(books)
  })
})

describe('a damaged recording', () => {
  const change = (path: string, edit: (content: Buffer) => Buffer): void =>
    writeFileSync(path, edit(readFileSync(path)))

  it('names a changed block, and starts anew with the next segment', async () => {
    const { directory } = await recordSegments()
    change(join(directory, '00000002.recording'), (content) => {
      content[content.length - 1] = (content.at(-1) ?? 0) ^ 1
      return content
    })
    expect(damagesIn(directory)).toEqual([
      '00000002.recording contains a block that was changed',
      '00000003.recording does not continue the block before: a part is missing',
    ])
    expect(startsIn(directory)).toEqual([true, true])
  })

  it('names a missing segment', async () => {
    const { directory } = await recordSegments()
    rmSync(join(directory, '00000002.recording'))
    expect(damagesIn(directory)).toEqual(['00000003.recording does not continue the block before: a part is missing'])
  })

  it('reads on from the oldest segment when earlier ones were removed', async () => {
    const { directory } = await recordSegments()
    rmSync(join(directory, '00000001.recording'))
    expect([damagesIn(directory), startsIn(directory)]).toEqual([[], [true, false]])
  })

  it('ignores a block that was cut off', async () => {
    const { directory } = await recordSegments()
    change(join(directory, '00000003.recording'), (content) => content.subarray(0, -1))
    expect([damagesIn(directory), startsIn(directory)]).toEqual([[], [true, false]])
  })

  it('names a file that is not a recording', async () => {
    const { directory } = await recordSegments()
    writeFileSync(join(directory, '00000004.recording'), '{"bytes":-1}\n')
    expect(damagesIn(directory)).toEqual(['00000004.recording contains a block without a header'])
  })
})

describe('the space of a recording', () => {
  it('is limited by age and by size, oldest first', async () => {
    const { directory, limits } = await recordSegments()
    const begin = async (clockMs: number, changes: Partial<typeof limits>) => {
      const stage = open(directory)
      Object.assign(stage.limits, changes)
      stage.clock.nowMs = clockMs
      await stage.recorder.close()
    }
    const bytes = readFileSync(join(directory, '00000003.recording')).length
    await begin(Date.now(), { bytesMax: bytes })
    expect(readdirSync(directory)).toEqual(['00000003.recording', '00000004.recording'])
    await begin(Date.now() + 8 * DAY_MS, {})
    expect(readdirSync(directory)).toEqual(['00000005.recording'])
  })

  it('counts what is dropped while too little is free, and resumes in a new segment', async () => {
    const stage = open()
    await expect.poll(() => readdirSync(stage.directory)).toHaveLength(1)
    stage.limits.freeBytesMin = Number.POSITIVE_INFINITY
    stage.recorder.observe(market.trade(1, 'BUY', [10_000, 1]))
    stage.pass(HOUR_MS)
    stage.recorder.observe(market.trade(2, 'BUY', [10_000, 2]))
    await vi.waitFor(() => {
      stage.pass(0)
      expect(stage.notes).toEqual(['The recording of the paper account has stopped: too little disk space is free.'])
    }, SOON)
    stage.recorder.observe(market.trade(3, 'BUY', [10_000, 3]))
    stage.limits.freeBytesMin = 0
    await vi.waitFor(() => {
      stage.pass(10 * SECOND_MS)
      expect(stage.notes).toHaveLength(2)
    }, SOON)
    stage.recorder.observe(market.trade(4, 'BUY', [10_000, 4]))
    await stage.recorder.close()
    expect(stage.notes[1]).toBe('The recording of the paper account resumes; 3 entries were dropped.')
    expect(startsIn(stage.directory)).toEqual([true, true])
    expect(
      entriesIn(stage.directory).map((entry) =>
        entry.kind === 'account'
          ? entry.account.dropped
          : entry.kind === 'event'
            ? toTrade(entry.event).quantity
            : entry.kind,
      ),
    ).toEqual([0, 1, 3, 4, 'end'])
  })
})
