import { describe, expect, it, type TestContext } from 'vitest'
import { type Instant, MINUTE_MS, SECOND_MS } from '../../server/core/instant.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../../venue/exchange/faults/wire-fault-plan.ts'
import { ofKind } from '../support/listener.ts'
import { isSound } from '../support/watched-market.ts'
import { openStage, type StageOptions, type VenueStage } from '../venue-wire/venue-stage.ts'
import { type Listener, type ListenerOptions, listen, openPost, type PostOptions } from './listening-post.ts'
import { candleFigures, fetchKlines, minuteCandles } from './minutes.ts'
import { createScript, openScriptedStage, SCRIPT_BEGUN_MS, type ScriptedStage } from './scripted-stage.ts'

const STEP_MS = 5 * SECOND_MS

const faults = (plan: Partial<WireFaultPlan>): WireFaultPlan => ({ ...NO_WIRE_FAULTS, seed: 3, ...plan })

const startStage = async ({ onTestFinished }: TestContext, options: StageOptions = {}): Promise<VenueStage> => {
  const stage = await openStage({ symbols: ['BTCUSDT', 'ETHUSDT'], ...options })
  onTestFinished(() => stage.close())
  return stage
}

const scripted = async (
  { onTestFinished }: TestContext,
  ...options: Parameters<typeof openScriptedStage>
): Promise<ScriptedStage> => {
  const stage = await openScriptedStage(...options)
  onTestFinished(() => stage.close())
  return stage
}

type ListenOptions = Omit<PostOptions, 'url'> & ListenerOptions

const startListener = async ({ onTestFinished }: TestContext, stage: VenueStage, options: ListenOptions = {}) => {
  const post = await openPost({ url: stage.url, unpaced: true, haste: 10, ...options })
  const listener = listen(post.source, { since: () => Date.now() - 5 * MINUTE_MS, ...options })
  onTestFinished(async () => {
    await listener.stop()
    await post.client.close()
  })
  return { ...post, listener }
}

const startScriptedListener = (test: TestContext, stage: ScriptedStage) =>
  startListener(test, stage, { clock: stage.clock, since: () => SCRIPT_BEGUN_MS })

const states = ({ events }: Listener, symbol = 'BTCUSDT') =>
  ofKind(events, 'stream').flatMap(({ change }) => (change.symbol === symbol ? [change.state] : []))

const countStates = (listener: Listener, state: 'live' | 'lost') =>
  states(listener).filter((each) => each === state).length

/**
 * Advances the market in steps, each received before the next; a closed minute must be delivered in full before the
 * next one.
 */
const walk = async (stage: ScriptedStage, listener: Listener, isFar: () => boolean) => {
  while (!isFar()) {
    const lives = countStates(listener, 'live')
    stage.advance(STEP_MS)
    await listener.until(
      () => listener.market.clockMs > stage.clock() - SECOND_MS || countStates(listener, 'live') > lives,
    )
    const minuteMs = stage.clock() - (stage.clock() % MINUTE_MS)
    if (stage.clock() - minuteMs > 2 * STEP_MS) await listener.until(() => isWhole(listener, minuteMs - MINUTE_MS))
  }
}

const isWhole = (listener: Listener, openMs: Instant): boolean =>
  minuteCandles(listener, 'BTCUSDT').get(openMs)?.missing.length === 0

const farFrom = (stage: ScriptedStage, minutes: number) => {
  const untilMs = stage.clock() + minutes * MINUTE_MS
  return () => stage.clock() >= untilMs
}

/** Expects every minute since the beginning of the market, delivered in full and equal to the exchange's record. */
const expectMinutesOfRecord = async (stage: VenueStage, listener: Listener, toMs: Instant) => {
  const { instrument } = listener.entry('BTCUSDT')
  const records = await fetchKlines(stage, 'BTCUSDT')
  const minutes = minuteCandles(listener, 'BTCUSDT')
  const opens = [...records.keys()].filter((openMs) => openMs + MINUTE_MS + 3 * STEP_MS < toMs)
  expect(opens.length).toBeGreaterThan(8)
  expect(opens.map((openMs) => [isWhole(listener, openMs), candleFigures(minutes.get(openMs), instrument)])).toEqual(
    opens.map((openMs) => [true, records.get(openMs)]),
  )
}

describe.concurrent('the market of an exchange', { timeout: 120_000 }, () => {
  it('has every minute as the exchange has it, including the one in which the stream began', async (test) => {
    const stage = await scripted(test)
    const { listener } = await startScriptedListener(test, stage)
    await listener.until(() => listener.countEvents('bookSnapshot') > 0)
    await walk(stage, listener, farFrom(stage, 3))
    await expectMinutesOfRecord(stage, listener, stage.clock())
    expect(listener.countEvents('repair')).toBeGreaterThan(0)
    expect(states(listener).at(-1)).toBe('live')
  })

  it('misses no event while its connections are repeatedly closed', async (test) => {
    const stage = await scripted(test, createScript(), { faults: faults({ connectionMs: 1_500 }) })
    const { listener, troubles } = await startScriptedListener(test, stage)
    await listener.until(() => listener.countEvents('bookSnapshot') > 0)
    for (const losses of [1, 2]) {
      await listener.until(() => countStates(listener, 'lost') >= losses)
      await walk(stage, listener, farFrom(stage, 1))
    }
    await walk(stage, listener, () => stage.clock() % MINUTE_MS > 4 * STEP_MS)
    await expectMinutesOfRecord(stage, listener, stage.clock())
    expect(troubles.slice(0, 2).map(([state, code]) => [state, code])).toEqual([
      ['raised', 'MARKET_STREAM'],
      ['cleared', 'MARKET_STREAM'],
    ])
  })

  it('resumes with a restarted exchange, and fetches what it has missed', async (test) => {
    const script = createScript()
    const first = await openScriptedStage(script)
    const { listener } = await startScriptedListener(test, first)
    await listener.until(() => listener.countEvents('bookSnapshot') > 0)
    await walk(first, listener, farFrom(first, 1))
    await first.close()
    await listener.until(() => states(listener).includes('lost'))
    script.advance(2 * MINUTE_MS)
    const second = await scripted(test, script, { port: Number(new URL(first.url).port) })
    await listener.until(() => countStates(listener, 'live') === 2 && listener.countEvents('bookSnapshot') > 1)
    await walk(second, listener, farFrom(second, 1))
    await expectMinutesOfRecord(second, listener, second.clock())
  })

  it('reports an order book that has lost its sequence, and reloads it automatically', async (test) => {
    const stage = await scripted(test, createScript(), { faults: faults({ streamDropped: 0.2 }) })
    const { listener } = await startScriptedListener(test, stage)
    await listener.until(() => listener.countEvents('bookSnapshot') > 0)
    const going = setInterval(() => stage.release(SECOND_MS), 20)
    test.onTestFinished(() => clearInterval(going))
    await listener.until(() => listener.countEvents('bookLost') > 0)
    const { length } = listener.events
    await listener.until(() => listener.events.slice(length).some(({ kind }) => kind === 'bookSnapshot'))
    await listener.until(() => listener.entry('BTCUSDT').book.state === 'SYNCED')
    expect(isSound(listener.entry('BTCUSDT'))).toBe(true)
    expect([listener.booksLost, states(listener)]).toEqual([[], ['live']])
  })

  it('reloads an order book on request', async (test) => {
    const stage = await startStage(test)
    const { listener, source } = await startListener(test, stage)
    await listener.until(() => listener.countEvents('bookDelta') > 1)
    source.requestBook('BTCUSDT')
    source.requestBook('NOSUCHUSDT')
    expect([listener.countEvents('bookSnapshot'), listener.entry('BTCUSDT').book.state]).toEqual([2, 'SYNCED'])
  })

  it('drops connections on which nothing arrives any more', async (test) => {
    const stage = await scripted(test)
    const { listener, troubles } = await startListener(test, stage, { clock: stage.clock, monotonicHaste: 5 })
    // On a busy machine a connection may take too long to start as well.
    const isSilent = ([change, , reason]: readonly string[]): boolean =>
      change === 'raised' && /no message arrived for 15 s|was suspended/.test(reason ?? '')
    await listener.until(() => troubles.some(isSilent))
    const sinceSilent = troubles.findIndex(isSilent)
    await listener.until(() => countStates(listener, 'live') >= 2)
    stage.release(MINUTE_MS)
    await listener.until(() => listener.countEvents('trade') > 3)
    expect(troubles.slice(sinceSilent)).toContainEqual(['cleared', 'MARKET_STREAM', expect.anything()])
  })

  it('retains events that the sink does not accept, in order', async (test) => {
    const stage = await startStage(test)
    const busy = { until: 0 }
    const { listener } = await startListener(test, stage, { takes: () => performance.now() > busy.until })
    await listener.until(() => listener.countEvents('bookDelta') > 2)
    busy.until = performance.now() + 700
    await listener.until(() => performance.now() > busy.until && listener.countEvents('bookDelta') > 12)
    expect([listener.booksLost, listener.entry('BTCUSDT').book.state]).toEqual([[], 'SYNCED'])
    const deltas = ofKind(listener.events, 'bookDelta').map(({ delta }) => delta)
    expect(deltas.slice(1).map(({ previousSequence }) => previousSequence)).toEqual(
      deltas.slice(0, -1).map(({ lastSequence }) => lastSequence),
    )
  })

  it('loads its history although every third reading fails', async (test) => {
    const stage = await startStage(test, { faults: faults({ readsFail: 0.35 }) })
    const { listener } = await startListener(test, stage)
    await listener.until(() => states(listener).includes('live'))
    const opens = ofKind(listener.events, 'history').map(({ candle }) => candle.openMs)
    expect(opens.length).toBeGreaterThan(3)
    expect(opens).toEqual(opens.map((_, index) => (opens[0] ?? 0) + index * MINUTE_MS))
  })

  it('drops an instrument that the exchange has delisted, and continues with the others', async (test) => {
    const symbols = ['BTCUSDT', 'ETHUSDT']
    const first = await openStage({ symbols })
    const { listener, troubles } = await startListener(test, first, { symbols, hourMs: 1_200 })
    await listener.until(() => states(listener, 'ETHUSDT').includes('live'))
    await first.close()
    await startStage(test, { symbols: ['BTCUSDT'], port: Number(new URL(first.url).port) })
    await listener.until(() => troubles.some(([, code]) => code === 'UNKNOWN_SYMBOL'))
    const { length } = listener.events
    await listener.until(
      () => states(listener).at(-1) === 'live' && listener.events.slice(length).some(({ kind }) => kind === 'trade'),
    )
    expect(states(listener, 'ETHUSDT').at(-1)).toBe('lost')
    expect(troubles.find(([, code]) => code === 'UNKNOWN_SYMBOL')?.[2]).toMatch(/no longer trades ETHUSDT/)
  })
})
