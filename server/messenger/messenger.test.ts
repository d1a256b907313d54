import { describe, expect, it } from 'vitest'
import type { Report } from '../../contract/monitor/surface.ts'
import { aReport, createReports } from '../../test/support/report-samples.ts'
import { createIds } from '../core/id.ts'
import type { Channel } from './channel.ts'
import { createMessenger, type Watched } from './messenger.ts'
import type { Message } from './ports.ts'

const BEGUN_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
const EVERY_MS = 6 * 3_600_000
const STALE: Report['freshness'] = { status: 'PARTIAL', oldestAgeMs: 61_000, staleInputs: ['market.feed'] }

const OUTAGE = { verdict: 'OUTAGE', severity: 'CRITICAL', summary: 'The store cannot be written.' } as const

/** Creates a messenger on a test clock: each poll is one call of `look`. */
const aStage = (parts: { readonly channels?: 0 | 1; readonly isReady?: () => boolean } = {}) => {
  const messages: Message[] = []
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
      messages.push(message)
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
    liveLinesShare: 0.5,
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
    reports: () => createReports([report], nowMs),
    recall: () => createReports([report], nowMs),
    isReady: parts.isReady ?? (() => true),
  }
  return {
    messenger,
    messages,
    failures,
    watched,
    show: (changes: Partial<Report>) => {
      report = aReport(changes)
    },
    async begin() {
      messenger.begin(watched, ending.signal)
      await waited.promise
    },
    /** Runs the next poll, this much later. */
    async check(laterMs = 3_000) {
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
  it('reports a change at the next poll, and its end', async () => {
    const { messages, show, begin, check } = aStage()
    await begin()
    expect(messages).toEqual([])
    show(OUTAGE)
    await check()
    await check()
    expect(messages.map(({ title }) => title)).toEqual(['CRITICAL: public-status-truth OUTAGE'])
    show({})
    await check()
    await check()
    await check()
    expect(messages.map(({ type }) => type)).toEqual(['alert', 'recovery'])
  })

  it('waits until the platform is ready, but not forever', async () => {
    const { messages, show, begin, check, messenger } = aStage({ isReady: () => false })
    show(OUTAGE)
    await begin()
    await check(14_000)
    expect([messages.length, messenger.truth.digest()]).toEqual([0, undefined])
    await check(1_000)
    expect(messages).toHaveLength(1)
  })

  it('composes a digest immediately, again when more evidence arrives, and sends one at the same times every day', async () => {
    const { messages, begin, check, messenger } = aStage()
    await begin()
    const first = messenger.truth.digest()
    expect(first?.value).toMatchObject({ composedAtMs: BEGUN_MS, windowFromMs: null, rechecks: ['MATCH', 'MATCH'] })
    expect(first?.value.nextDueAtMs).toBe(Date.UTC(2026, 0, 2, 6))
    await check(60_000)
    expect(messenger.truth.digest()?.value).toMatchObject({ composedAtMs: BEGUN_MS + 60_000, windowFromMs: BEGUN_MS })
    await check(3 * 3_600_000)
    expect(messages.map(({ type }) => type)).toEqual(['digest'])
    expect(messenger.truth.digest()?.value.nextDueAtMs).toBe(Date.UTC(2026, 0, 2, 12))
    await check()
    expect(messages).toHaveLength(1)
  })

  it('composes a digest of an outage again every minute until most of its lines are live, unless it was sent', async () => {
    const { show, begin, check, messenger } = aStage()
    const read = () => messenger.truth.digest()?.value
    show({ freshness: STALE })
    await begin()
    await check(60_000)
    const inOutage = read()
    expect(inOutage?.lines.map(({ provenance }) => provenance)).toEqual(['CACHED', 'STATIC_TEMPLATE'])
    show({})
    await check(60_000)
    const live = read()
    expect(live?.lines.map(({ provenance }) => provenance)).toEqual(['LIVE_STATE', 'STATIC_TEMPLATE'])
    show({ freshness: STALE })
    await check(60_000)
    expect(read()?.digestId).toBe(live?.digestId)
    await check(3 * 3_600_000)
    const sent = read()
    show({})
    await check(60_000)
    expect([sent?.lines[0]?.provenance, read()?.digestId]).toEqual(['CACHED', sent?.digestId])
  })

  it('verifies every minute that the digest still matches its snapshot', async () => {
    const { show, begin, check, messenger } = aStage({ channels: 0 })
    await begin()
    await check(60_000)
    const composed = messenger.truth.digest()
    show({ summary: 'All 8 components are healthy.' })
    await check(59_000)
    expect(messenger.truth.digest()).toEqual(composed)
    await check(1_000)
    const rechecked = messenger.truth.digest()
    expect(rechecked?.value).toMatchObject({ digestId: composed?.value.digestId, rechecks: ['CHANGED', 'MATCH'] })
    expect(rechecked?.observedAtMs).toBe(BEGUN_MS + 120_000)
  })

  it('continues after a failed poll', async () => {
    const { watched, messenger, messages, failures, show, check, begin } = aStage()
    await begin()
    const broken: Watched['reports'] = () => {
      throw new Error('no snapshot')
    }
    const { reports } = watched
    Object.assign(watched, { reports: broken })
    await check()
    Object.assign(watched, { reports })
    show(OUTAGE)
    await check()
    expect(failures).toHaveLength(1)
    expect(messages).toHaveLength(1)
    expect(messenger.truth.channels()).toHaveLength(1)
  })

  it('sends a digest on request and returns its result', async () => {
    const { messenger, messages, begin } = aStage()
    expect(await messenger.compose()).toBeUndefined()
    await begin()
    const digest = await messenger.compose()
    expect(digest && (await messenger.send(digest, 1_000))).toEqual([{ channel: 'telegram', outcome: 'DELIVERED' }])
    expect(messages.map(({ text }) => text)).toEqual([expect.stringContaining('Status: All 9 components are healthy.')])
  })
})
