import { describe, expect, it, type TestContext } from 'vitest'
import { MINUTE_MS } from '../../server/core/instant.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../../server/venue/faults/wire-fault-plan.ts'
import { ofKind } from '../support/listener.ts'
import { isHonest } from '../support/watched-market.ts'
import { fastClock, openStage, type StageOptions, type VenueStage } from '../venue-wire/venue-stage.ts'
import { type Listener, type ListenerOptions, listen, openPost, type PostOptions } from './listening-post.ts'
import { figuresOf, minutesOf, recordsOf } from './minutes.ts'

/** How many times as fast as ours time passes where minutes have to. */
const HASTE = 30

const faults = (plan: Partial<WireFaultPlan>): WireFaultPlan => ({ ...NO_WIRE_FAULTS, seed: 3, ...plan })

const stageOf = async ({ onTestFinished }: TestContext, options: StageOptions = {}): Promise<VenueStage> => {
  const stage = await openStage({ symbols: ['BTCUSDT', 'ETHUSDT'], ...options })
  onTestFinished(() => stage.close())
  return stage
}

type Hearing = Omit<PostOptions, 'url'> & ListenerOptions

const hear = async ({ onTestFinished }: TestContext, stage: VenueStage, options: Hearing = {}) => {
  const post = await openPost({ url: stage.url, ...options })
  const since = () => (options.clock ?? Date.now)() - 5 * MINUTE_MS
  const listener = listen(post.source, { since, ...options })
  onTestFinished(async () => {
    await listener.stop()
    await post.client.close()
  })
  return { ...post, listener }
}

const states = ({ events }: Listener, symbol = 'BTCUSDT') =>
  ofKind(events, 'stream').flatMap(({ change }) => (change.symbol === symbol ? [change.state] : []))

/** Resolves when so many minutes have closed since the stream first began, and the last of them was told whole. */
const minutesPassed = (listener: Listener, count: number) =>
  listener.until(() => {
    const [live] = ofKind(listener.events, 'stream')
    const beganMs = live?.change.state === 'live' ? live.change.sinceMs : Number.POSITIVE_INFINITY
    const minutes = [...minutesOf(listener, 'BTCUSDT').values()].filter(({ openMs }) => openMs + MINUTE_MS > beganMs)
    return minutes.length >= count && minutes.every(({ missing }) => missing.length === 0)
  })

const expectMinutesOfRecord = async (stage: VenueStage, listener: Listener, fromMs = 0) => {
  const { instrument } = listener.entry('BTCUSDT')
  const records = await recordsOf(stage, 'BTCUSDT')
  const minutes = [...minutesOf(listener, 'BTCUSDT')].filter(([openMs]) => openMs >= fromMs && records.has(openMs))
  expect(minutes.length).toBeGreaterThan(1)
  expect(minutes.map(([openMs, candle]) => [openMs, figuresOf(candle, instrument)])).toEqual(
    minutes.map(([openMs]) => [openMs, records.get(openMs)]),
  )
}

describe.concurrent('the market of an exchange', () => {
  it('has every minute as the exchange has it, the one in which the stream began included', async (test) => {
    const clock = fastClock(HASTE)
    const stage = await stageOf(test, { clock })
    const { listener } = await hear(test, stage, { clock, haste: HASTE })
    await minutesPassed(listener, 2)
    await expectMinutesOfRecord(stage, listener)
    expect(listener.countOf('repair')).toBeGreaterThan(0)
  })

  it('misses nothing of what passed while connections were closed under it, again and again', async (test) => {
    const clock = fastClock(HASTE)
    const stage = await stageOf(test, { clock, faults: faults({ connectionMs: 1_500 }) })
    const { listener, troubles } = await hear(test, stage, { clock, haste: HASTE, unpaced: true })
    await minutesPassed(listener, 2)
    await expectMinutesOfRecord(stage, listener)
    expect(states(listener).slice(0, 3)).toEqual(['live', 'lost', 'live'])
    expect(troubles.slice(0, 2).map(([state, code]) => [state, code])).toEqual([
      ['raised', 'MARKET_STREAM'],
      ['cleared', 'MARKET_STREAM'],
    ])
  })

  it('goes on with an exchange that was started again, and fetches what it has missed', async (test) => {
    const clock = fastClock(HASTE)
    const first = await openStage({ clock, symbols: ['BTCUSDT'] })
    const { listener } = await hear(test, first, { clock, haste: HASTE })
    await listener.until(() => listener.countOf('bookDelta') > 3)
    const minute = clock() - (clock() % MINUTE_MS)
    await first.close()
    await listener.until(() => states(listener).includes('lost'))
    await new Promise((resolve) => setTimeout(resolve, MINUTE_MS / HASTE))
    const second = await stageOf(test, { clock, symbols: ['BTCUSDT'], port: Number(new URL(first.url).port) })
    await listener.until(() => states(listener).length === 3 && listener.countOf('bookSnapshot') > 1)
    await minutesPassed(listener, 2)
    await expectMinutesOfRecord(second, listener, minute)
  })

  it('tells of a book that has lost its sequence, and brings it anew without being asked', async (test) => {
    const stage = await stageOf(test, { faults: faults({ streamDropped: 0.2, untilMs: 3_000 }) })
    const { listener } = await hear(test, stage, { haste: 10 })
    await listener.until(() => listener.countOf('bookLost') > 0)
    const { length } = listener.events
    await listener.until(() => listener.events.slice(length).some(({ kind }) => kind === 'bookSnapshot'))
    await listener.until(() => listener.entry('BTCUSDT').book.state === 'SYNCED')
    expect(isHonest(listener.entry('BTCUSDT'))).toBe(true)
    expect([listener.booksLost, states(listener)]).toEqual([[], ['live']])
  })

  it('brings a book anew when it is asked to', async (test) => {
    const stage = await stageOf(test)
    const { listener, source } = await hear(test, stage)
    await listener.until(() => listener.countOf('bookDelta') > 1)
    source.requestBook('BTCUSDT')
    source.requestBook('NOSUCHUSDT')
    expect([listener.countOf('bookSnapshot'), listener.entry('BTCUSDT').book.state]).toEqual([2, 'SYNCED'])
  })

  it('gives up connections on which nothing comes any more', async (test) => {
    const silence = { probability: 1, fromMs: MINUTE_MS, toMs: MINUTE_MS }
    const stage = await stageOf(test, { faults: faults({ streamSilence: silence, untilMs: 4_500 }) })
    const { listener, troubles } = await hear(test, stage, { monotonicHaste: 5, haste: 8 })
    await listener.until(() => states(listener).includes('lost'))
    expect(troubles[0]).toEqual(['raised', 'MARKET_STREAM', expect.stringMatching(/nothing was heard for 15 s/)])
    await listener.until(() => states(listener).at(-1) === 'live' && listener.countOf('trade') > 0)
    expect(troubles.at(-1)).toEqual(['cleared', 'MARKET_STREAM', expect.anything()])
  })

  it('keeps what there is no room for, and its order', async (test) => {
    const stage = await stageOf(test)
    const busy = { until: 0 }
    const { listener } = await hear(test, stage, { takes: () => performance.now() > busy.until })
    await listener.until(() => listener.countOf('bookDelta') > 2)
    busy.until = performance.now() + 700
    await listener.until(() => performance.now() > busy.until && listener.countOf('bookDelta') > 12)
    expect([listener.booksLost, listener.entry('BTCUSDT').book.state]).toEqual([[], 'SYNCED'])
    const deltas = ofKind(listener.events, 'bookDelta').map(({ delta }) => delta)
    expect(deltas.slice(1).map(({ previousSequence }) => previousSequence)).toEqual(
      deltas.slice(0, -1).map(({ lastSequence }) => lastSequence),
    )
  })

  it('has its past although every third reading fails', async (test) => {
    const stage = await stageOf(test, { faults: faults({ readsFail: 0.35 }) })
    const { listener } = await hear(test, stage, { haste: 20 })
    await listener.until(() => states(listener).includes('live'))
    const opens = ofKind(listener.events, 'history').map(({ candle }) => candle.openMs)
    expect(opens.length).toBeGreaterThan(3)
    expect(opens).toEqual(opens.map((_, index) => (opens[0] ?? 0) + index * MINUTE_MS))
  })

  it('leaves out an instrument the exchange has taken from its list, and goes on with the others', async (test) => {
    const symbols = ['BTCUSDT', 'ETHUSDT']
    const first = await openStage({ symbols })
    const { listener, troubles } = await hear(test, first, { symbols, haste: 10, hourMs: 1_200 })
    await listener.until(() => states(listener, 'ETHUSDT').includes('live'))
    await first.close()
    await stageOf(test, { symbols: ['BTCUSDT'], port: Number(new URL(first.url).port) })
    await listener.until(() => troubles.some(([, code]) => code === 'UNKNOWN_SYMBOL'))
    const { length } = listener.events
    await listener.until(
      () => states(listener).at(-1) === 'live' && listener.events.slice(length).some(({ kind }) => kind === 'trade'),
    )
    expect(states(listener, 'ETHUSDT').at(-1)).toBe('lost')
    expect(troubles.find(([, code]) => code === 'UNKNOWN_SYMBOL')?.[2]).toMatch(/does not trade ETHUSDT any more/)
  })
})
