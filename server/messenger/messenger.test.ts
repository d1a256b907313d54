import { describe, expect, it } from 'vitest'
import type { Report } from '../../contract/monitor/surface.ts'
import { aReport, reportsOf } from '../../test/support/report-samples.ts'
import { createIds } from '../core/id.ts'
import type { Channel } from './channel.ts'
import { createMessenger, type Watched } from './messenger.ts'
import type { Message } from './ports.ts'

const BEGUN_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
const EVERY_MS = 6 * 3_600_000
const OUTAGE = { verdict: 'OUTAGE', severity: 'CRITICAL', summary: 'The store cannot be written.' } as const

/** A messenger on a clock of the test: each look is one turn of `look`. */
const aStage = (parts: { readonly channels?: 0 | 1; readonly isReady?: () => boolean } = {}) => {
  const told: Message[] = []
  const failures: unknown[] = []
  const channel: Channel = {
    truth: () => ({
      id: 'telegram',
      kind: 'TELEGRAM',
      enabled: true,
      lastAttemptAtMs: null,
      lastDeliveredAtMs: null,
      lastErrorCategory: null,
      queued: 0,
      dropped: 0,
    }),
    async send(message) {
      told.push(message)
      return 'DELIVERED'
    },
  }
  let nowMs = BEGUN_MS
  let report: Report = aReport()
  let waited = Promise.withResolvers<void>()
  let go = Promise.withResolvers<void>()
  const ending = new AbortController()
  const messenger = createMessenger({
    channels: parts.channels === 0 ? [] : [channel],
    others: [],
    digestEveryMs: EVERY_MS,
    ids: createIds({ now: () => nowMs, random: () => 0.5 }),
    now: () => nowMs,
    async wait() {
      waited.resolve()
      await go.promise
    },
    onChange: () => {},
    onFailure: (error) => void failures.push(error),
  })
  const watched: Watched = {
    surfaces: ['public-status-truth'],
    reports: () => reportsOf([report], nowMs),
    recall: () => reportsOf([report], nowMs),
    isReady: parts.isReady ?? (() => true),
  }
  return {
    messenger,
    told,
    failures,
    watched,
    show: (seen: Partial<Report>) => {
      report = aReport(seen)
    },
    async begin() {
      messenger.begin(watched, ending.signal)
      await waited.promise
    },
    /** The next look, so much later. */
    async look(laterMs = 3_000) {
      nowMs += laterMs
      waited = Promise.withResolvers<void>()
      const waiting = go
      go = Promise.withResolvers<void>()
      waiting.resolve()
      await waited.promise
    },
    end: () => ending.abort(),
  }
}

describe('the messenger', () => {
  it('tells of a change at the next look, and that it is over', async () => {
    const { told, show, begin, look } = aStage()
    await begin()
    expect(told).toEqual([])
    show(OUTAGE)
    await look()
    await look()
    expect(told.map(({ title }) => title)).toEqual(['CRITICAL: public-status-truth OUTAGE'])
    show({})
    await look()
    await look()
    await look()
    expect(told.map(({ type }) => type)).toEqual(['alert', 'recovery'])
  })

  it('waits until the platform is ready, but not for ever', async () => {
    const { told, show, begin, look, messenger } = aStage({ isReady: () => false })
    show(OUTAGE)
    await begin()
    await look(14_000)
    expect([told.length, messenger.truth.digest()]).toEqual([0, undefined])
    await look(1_000)
    expect(told).toHaveLength(1)
  })

  it('composes a digest at once, anew when more has been seen, and sends one at the same times of every day', async () => {
    const { told, begin, look, messenger } = aStage()
    await begin()
    const first = messenger.truth.digest()
    expect(first?.value).toMatchObject({ composedAtMs: BEGUN_MS, windowFromMs: null, rechecks: ['MATCH', 'MATCH'] })
    expect(first?.value.nextDueAtMs).toBe(Date.UTC(2026, 0, 2, 6))
    await look(60_000)
    expect(messenger.truth.digest()?.value).toMatchObject({ composedAtMs: BEGUN_MS + 60_000, windowFromMs: BEGUN_MS })
    await look(3 * 3_600_000)
    expect(told.map(({ type }) => type)).toEqual(['digest'])
    expect(messenger.truth.digest()?.value.nextDueAtMs).toBe(Date.UTC(2026, 0, 2, 12))
    await look()
    expect(told).toHaveLength(1)
  })

  it('looks again every minute whether the digest still stands in its snapshot', async () => {
    const { show, begin, look, messenger } = aStage({ channels: 0 })
    await begin()
    await look(60_000)
    const composed = messenger.truth.digest()
    show({ summary: 'All 8 components are well.' })
    await look(59_000)
    expect(messenger.truth.digest()).toEqual(composed)
    await look(1_000)
    const rechecked = messenger.truth.digest()
    expect(rechecked?.value).toMatchObject({ digestId: composed?.value.digestId, rechecks: ['CHANGED', 'MATCH'] })
    expect(rechecked?.observedAtMs).toBe(BEGUN_MS + 120_000)
  })

  it('looks on after a look that failed', async () => {
    const { watched, messenger, told, failures, show, look, begin } = aStage()
    await begin()
    const broken: Watched['reports'] = () => {
      throw new Error('no snapshot')
    }
    const { reports } = watched
    Object.assign(watched, { reports: broken })
    await look()
    Object.assign(watched, { reports })
    show(OUTAGE)
    await look()
    expect(failures).toHaveLength(1)
    expect(told).toHaveLength(1)
    expect(messenger.truth.channels()).toHaveLength(1)
  })

  it('sends a digest when it is asked to, and says what became of it', async () => {
    const { messenger, told, begin } = aStage()
    expect(await messenger.compose()).toBeUndefined()
    await begin()
    const digest = await messenger.compose()
    expect(digest && (await messenger.send(digest, 1_000))).toEqual([{ channel: 'telegram', outcome: 'DELIVERED' }])
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('Status: All 9 components are well.')])
  })
})
