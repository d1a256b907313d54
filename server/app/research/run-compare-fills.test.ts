import { readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aRecordedAccount, aSubmission, market, OPENED_MS } from '../../../test/support/paper-recording.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { readRecording } from '../../adapters/exchanges/recording/read-recording.ts'
import { openPaperRecorder } from '../../adapters/exchanges/recording/recorder.ts'
import { listSegments, recordingPath } from '../../adapters/exchanges/recording/segments.ts'
import { openVenueStore } from '../../adapters/store/sqlite/venue-store.ts'
import { DAY_MS, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { VenueFill } from '../../domain/order/venue-report.ts'
import { playRecording } from './recorded-exchange.ts'
import { runCompareFills } from './run-compare-fills.ts'

/** Timeout for a busy machine. */
const SOON = { timeout: 60_000, interval: 20 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const LIMITS = { maxAgeMs: 30 * DAY_MS, bytesMax: 1e9, freeBytesMin: 0 }

interface Session {
  readonly atMs: number
  /** Number of executions before it. */
  readonly executions: number
  /** True when its recording begins on a full disk, and resumes after ten seconds. */
  readonly isFull?: boolean
  /** True when its process is killed, ten seconds after it began. */
  readonly isKilled?: boolean
  /** Time from its begin to its two fills. */
  readonly filledAfterMs?: number
}

const FIRST: Session = { atMs: OPENED_MS, executions: 0 }
const SECOND: Session = { atMs: OPENED_MS + DAY_MS, executions: 2 }

/** Records a session of ten seconds in which an order is filled at two prices. */
const record = async (
  account: string,
  { atMs, executions, isFull = false, isKilled = false, filledAfterMs = 100 }: Session,
): Promise<void> => {
  const clock = { nowMs: isFull ? atMs - 10_000 : atMs }
  const limits = { ...LIMITS, ...(isFull && { freeBytesMin: Number.POSITIVE_INFINITY }) }
  const notes: string[] = []
  const recorder = openPaperRecorder({
    directory: recordingPath(account),
    limits,
    clock: () => clock.nowMs,
    account() {
      const opened = aRecordedAccount()
      return { ...opened, account: { ...opened.account, nextExecution: BigInt(executions + 1) } }
    },
    requestBooks: () => {},
    note: (words) => notes.push(words),
  })
  if (isFull) await resume({ limits, notes, clock, atMs })
  const venue = recorder.record({ open: () => {}, send: () => {}, close: () => {} })
  const since = atMs - OPENED_MS
  recorder.observe(market.live())
  recorder.observe(market.mark(since, 10_000))
  const asks = [
    [10_010, 4],
    [10_020, 6],
  ] as const
  recorder.observe(market.book(since, [], asks))
  venue.send(aSubmission(`order${since}`, atMs))
  for (const laterMs of [filledAfterMs, 10_000]) {
    clock.nowMs = atMs + laterMs
    recorder.observe(market.mark(since + laterMs, 10_000))
  }
  vi.advanceTimersByTime(SECOND_MS)
  await recorder.close()
  if (isKilled) removeLastByte(account)
}

interface Stopped {
  readonly limits: { freeBytesMin: number }
  readonly notes: readonly string[]
  readonly clock: { nowMs: number }
  readonly atMs: number
}

/** Waits until a recording on a full disk has stopped, frees the disk, and waits until it resumes. */
const resume = async ({ limits, notes, clock, atMs }: Stopped): Promise<void> => {
  const untilNoted = (count: number) =>
    vi.waitFor(() => {
      vi.advanceTimersByTime(SECOND_MS)
      expect(notes).toHaveLength(count)
    }, SOON)
  await untilNoted(1)
  limits.freeBytesMin = 0
  clock.nowMs = atMs
  await untilNoted(2)
}

/** Cuts the last block off, in which only the end of the session is recorded. */
const removeLastByte = (account: string): void => {
  const path = join(recordingPath(account), listSegments(recordingPath(account)).at(-1) ?? '')
  truncateSync(path, readFileSync(path).length - 1)
}

/** Creates an account with the fills of its recorded sessions, changed as given. */
const anAccount = async (
  change: (fills: readonly VenueFill[]) => readonly VenueFill[] = (fills) => fills,
  sessions: readonly Session[] = [FIRST],
): Promise<string> => {
  const account = join(aTempDirectory(), 'binanceusdm-paper')
  for (const session of sessions) await record(account, session)
  const { stretches } = playRecording(readRecording(recordingPath(account)))
  const venue = openVenueStore(account)
  const fills = change(stretches.flatMap((stretch) => stretch.fills))
  venue.commit({ account: aRecordedAccount().account, orders: [], fills, funding: [] })
  venue.close()
  return account
}

const compare = (account: string, fromMs?: number) => {
  const { fills, incomplete, medianBps } = runCompareFills({ dataDir: '', paperDir: account, fromMs })
  return { classes: fills.map((fill) => fill.class), incomplete, medianBps }
}

describe('the fills of a recorded account', () => {
  it('are found in the order book', async () => {
    expect(compare(await anAccount())).toEqual({ classes: ['SAME', 'SAME'], incomplete: [], medianBps: 0 })
  })

  it('are found in all sessions, of the newest account of a data directory too', async () => {
    const account = await anAccount((fills) => fills, [FIRST, SECOND])
    expect(compare(account).classes).toEqual(['SAME', 'SAME', 'SAME', 'SAME'])
    const {
      market: name,
      fromMs,
      toMs,
    } = runCompareFills({
      dataDir: join(account, '..'),
      paperDir: undefined,
      fromMs: undefined,
    })
    expect([name, fromMs, toMs]).toEqual(['binanceusdm', OPENED_MS, SECOND.atMs + 10_000])
  })

  it('are named when the order book did not give their price', async () => {
    const account = await anAccount(([first, ...rest]) => (first ? [{ ...first, price: ticks(9_000) }, ...rest] : rest))
    expect(compare(account).classes).toEqual(['OTHER_PRICE', 'SAME'])
  })

  it('are named when only one side has them', async () => {
    expect(compare(await anAccount((fills) => fills.slice(0, 1))).classes).toEqual(['SAME', 'ONLY_BOOK'])
    const doubled = await anAccount((fills) => [...fills, ...fills.slice(1).map((fill) => ({ ...fill, execId: '3' }))])
    expect(compare(doubled).classes).toEqual(['SAME', 'SAME', 'ONLY_PAPER'])
  })

  it('are required to have a recording', () => {
    const account = aTempDirectory()
    const request = { dataDir: account, paperDir: undefined, fromMs: undefined }
    expect(() => runCompareFills(request)).toThrow('contains no recording')
    expect(() => runCompareFills({ ...request, paperDir: account })).toThrow('contains no recording')
  })
})

describe('a comparison', () => {
  /** Adds a third fill, executed so long after the first session began. */
  const later = (laterMs: number) => (fills: readonly VenueFill[]) => [
    ...fills.map((fill, index) => (index < 2 ? fill : { ...fill, execId: String(index + 2) })),
    ...fills
      .slice(0, 1)
      .map((fill) => ({ ...fill, execId: '3', venueClientId: 'later', executedAtMs: OPENED_MS + laterMs })),
  ]

  it('leaves out fills between the death of a process and the next session, and says so', async () => {
    const account = await anAccount(later(9_000), [
      { ...FIRST, isKilled: true },
      { ...SECOND, executions: 3 },
    ])
    const words = `1 fill is not covered by the recording, the first at ${toRfc3339(OPENED_MS + 9_000)}`
    expect(compare(account)).toMatchObject({ classes: ['SAME', 'SAME', 'SAME', 'SAME'], incomplete: [words] })
    expect(compare(account, SECOND.atMs)).toMatchObject({ classes: ['SAME', 'SAME'], incomplete: [] })
  })

  it('finds the fills of an order that the account noticed shortly before the last seconds of a session', async () => {
    const earlier = (fills: readonly VenueFill[]) =>
      fills.map((fill) => ({ ...fill, executedAtMs: fill.executedAtMs - 600 }))
    const account = await anAccount(earlier, [{ ...FIRST, isKilled: true, filledAfterMs: 8_500 }])
    expect(compare(account)).toMatchObject({ classes: ['SAME', 'SAME'], incomplete: [] })
  })

  it('waits for fills that a recording in progress does not contain yet, but not for older ones', async () => {
    const unfinished = [{ ...FIRST, isKilled: true }]
    const pending = await anAccount(later(14_000), unfinished)
    expect(compare(pending)).toMatchObject({ classes: ['SAME', 'SAME'], incomplete: [] })
    expect(compare(await anAccount(later(16_000), unfinished)).incomplete).toHaveLength(1)
  })

  it('is incomplete when entries were dropped, unless it begins later', async () => {
    const account = await anAccount((fills) => fills, [FIRST, { ...SECOND, isFull: true }])
    const words = `entries dropped before ${toRfc3339(SECOND.atMs)}: 1`
    expect(compare(account)).toMatchObject({ classes: ['SAME', 'SAME', 'SAME', 'SAME'], incomplete: [words] })
    expect(compare(account, SECOND.atMs + 1)).toMatchObject({ classes: ['SAME', 'SAME'], incomplete: [] })
  })

  it('is incomplete when a part was changed', async () => {
    const account = await anAccount((fills) => fills, [FIRST, SECOND])
    truncateSync(join(recordingPath(account), '00000002.recording'), 0)
    expect(compare(account).incomplete).toHaveLength(1)
  })
})
