import { describe, expect, it } from 'vitest'
import { anEngineState, RULES } from '../../../test/support/engine-state.ts'
import { describeMarket } from '../../../test/support/market-picture.ts'
import {
  aCandle,
  anInstrument,
  aTrade,
  NOON_MS,
  someMinutes,
  WEEK_START_MS,
} from '../../../test/support/market-samples.ts'
import { NO_SIGNALS } from '../../../test/support/no-signals.ts'
import { createRecordingAudit } from '../../../test/support/recording-audit.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { type EngineStore, openEngineStore } from '../../adapters/store/sqlite/store.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Candle } from '../../domain/market/candle.ts'
import { formingCandle } from '../../domain/market/candle-builder.ts'
import type { MarketEvent } from '../../domain/market/market-event.ts'
import { type MarketSource, PERMANENT_LEASE } from '../model/ports.ts'
import { createLedger } from '../state/ledger.ts'
import { createMemory } from '../state/memory.ts'
import type { EngineState } from '../state/turn.ts'
import { createInbox } from './inbox.ts'
import { startEngine } from './loop.ts'
import { recover } from './recover.ts'
import { step } from './step.ts'

const SYMBOLS = ['BTCUSDT', 'ETHUSDT']

/** A source that has yet to speak. */
const aSource = ({ resumes = true } = {}): MarketSource => ({
  origin: 'SIMULATOR',
  market: 'test',
  resumes,
  instruments: SYMBOLS.map((symbol) => anInstrument({ symbol })),
  run: async () => {},
  requestBook: () => {},
})

const aStore = (): EngineStore => openEngineStore(aTempDirectory())

const recoverAt = (nowMs: Instant, { journal, candles }: EngineStore, source = aSource()): EngineState =>
  recover({ journal, candles, past: NO_SIGNALS, source, rules: RULES, lease: PERMANENT_LEASE, nowMs })

/** A market of an hour, with its two instruments trading every few seconds. */
const anHour: readonly MarketEvent[] = [
  ...SYMBOLS.map((symbol): MarketEvent => ({ kind: 'instrument', instrument: anInstrument({ symbol }) })),
  ...SYMBOLS.map((symbol): MarketEvent => ({ kind: 'stream', change: { symbol, state: 'live', sinceMs: NOON_MS } })),
  ...Array.from({ length: 800 }, (_, index): MarketEvent => {
    const symbol = SYMBOLS[index % 3 === 0 ? 1 : 0] ?? ''
    return { kind: 'trade', trade: aTrade({ symbol, at: NOON_MS + index * 4_600, price: 1_000 + (index % 37) }) }
  }),
]

/** Lets an engine live through the hour on this store, and end politely or not. */
const live = async (store: EngineStore, { politely }: { readonly politely: boolean }): Promise<EngineState> => {
  const engine = startEngine({
    state: anEngineState(),
    memory: createMemory(store.journal, createRecordingAudit()),
    inbox: createInbox(() => NOON_MS),
    perform: () => {},
    onFacts: () => {},
  })
  await engine.submit({ kind: 'startRun', runId: 'run_A', market: 'test', mode: 'PAPER' })
  for (const event of anHour) while (!engine.sink.offer(event)) await engine.sink.room()
  if (politely) await engine.submit({ kind: 'endRun', runId: 'run_A' })
  await engine.stop()
  return engine.state
}

const getEntry = ({ market }: EngineState, symbol = 'BTCUSDT') => {
  const entry = market.instruments.get(symbol)
  if (!entry) throw new Error(`${symbol} was not recovered`)
  return entry
}

const storeMinutes = (store: EngineStore, minutes: readonly Candle[]): void =>
  store.journal.append({
    facts: minutes.map((candle) => ({ kind: 'candleClosed', candle, instrument: anInstrument() })),
    orders: [],
    positions: [],
  })

describe('recover', () => {
  it('begins empty with an empty store', () => {
    const state = recoverAt(NOON_MS, aStore())
    expect(state.ledger).toEqual(createLedger())
    expect([...state.market.instruments.keys()]).toEqual(SYMBOLS)
  })

  it('gives the same result after a crash and after a clean stop, except for how the run ended', async () => {
    const [crashed, stopped] = [aStore(), aStore()]
    const before = await live(crashed, { politely: false })
    await live(stopped, { politely: true })
    const nowMs = NOON_MS + 2 * HOUR_MS
    const [afterCrash, afterStop] = [recoverAt(nowMs, crashed), recoverAt(nowMs, stopped)]
    expect(describeMarket(afterCrash.market)).toEqual(describeMarket(afterStop.market))
    expect(afterCrash.ledger).toEqual(before.ledger)
    expect(afterCrash.ledger.run).toEqual({ runId: 'run_A', epoch: 1, endedCleanly: false })
    expect(afterStop.ledger).toEqual({ ...before.ledger, run: { runId: 'run_A', epoch: 1, endedCleanly: true } })
  })

  it('restores the closed minutes of every instrument, the day and the forming longer candles', async () => {
    const store = aStore()
    const before = await live(store, { politely: false })
    const after = recoverAt(NOON_MS + 2 * HOUR_MS, store)
    for (const symbol of SYMBOLS) {
      const [was, is] = [getEntry(before, symbol), getEntry(after, symbol)]
      expect(is.day.summary(undefined)).toEqual(was.day.summary(undefined))
      expect(is.day.knownToMs).toBe(was.day.knownToMs)
      expect(is.candles.longer).toEqual(was.candles.longer)
      expect(is.candles.gaps).toEqual(was.candles.gaps)
    }
  })

  it('counts the next run after the last', async () => {
    const store = aStore()
    await live(store, { politely: true })
    const state = recoverAt(NOON_MS, store)
    step(state, {
      kind: 'command',
      command: { kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' },
      atMs: NOON_MS,
    })
    expect(state.ledger.run).toEqual({ runId: 'run_B', epoch: 2, endedCleanly: false })
  })

  it('starts a market that begins anew without the stored candles, and retains the ledger', async () => {
    const store = aStore()
    const before = await live(store, { politely: true })
    const state = recoverAt(NOON_MS + HOUR_MS, store, aSource({ resumes: false }))
    expect(state.market.instruments.size).toBe(0)
    expect(state.ledger.listed).toEqual(before.ledger.listed)
  })

  it('completes the week it was stopped in, however late it is restarted', () => {
    const store = aStore()
    const sunday = WEEK_START_MS + 6 * DAY_MS
    const hours = [0, 24, 60, 144, 150]
    storeMinutes(
      store,
      hours.map((hour) => aCandle({ openMs: WEEK_START_MS + hour * HOUR_MS })),
    )
    const state = recoverAt(WEEK_START_MS + 7 * DAY_MS + HOUR_MS, store)
    const facts = [aCandle({ openMs: sunday + 23 * HOUR_MS }), aCandle({ openMs: WEEK_START_MS + 7 * DAY_MS })].flatMap(
      (candle) => step(state, { kind: 'market', event: { kind: 'history', candle }, atMs: 0 }).facts,
    )
    const closed = facts.flatMap((fact) => (fact.kind === 'candleClosed' ? [fact.candle] : []))
    const week = closed.find(({ interval }) => interval === '1w')
    expect(week).toMatchObject({ openMs: WEEK_START_MS, volume: 6 * 5, tradeCount: 6 * 4 })
    expect(week?.missing[0]).toEqual({ fromMs: WEEK_START_MS + MINUTE_MS, toMs: WEEK_START_MS + DAY_MS })
    expect(closed.find(({ interval }) => interval === '1d')).toMatchObject({ openMs: sunday, volume: 3 * 5 })
  })

  it('restores the last 24 hours even when the week has only begun', () => {
    const store = aStore()
    storeMinutes(store, someMinutes(120, WEEK_START_MS - HOUR_MS))
    const entry = getEntry(recoverAt(WEEK_START_MS + HOUR_MS, store))
    expect(entry.day.summary(undefined)).toMatchObject({ openMs: WEEK_START_MS - HOUR_MS, volume: 120 * 5 })
    expect(formingCandle(entry.candles, '1w')).toMatchObject({ openMs: WEEK_START_MS, volume: 60 * 5, missing: [] })
  })

  it('omits prices that an instrument with a coarser tick cannot represent, and reports them as missing', () => {
    const store = aStore()
    const minutes = someMinutes(3, WEEK_START_MS).map((minute, index) =>
      index === 1 ? minute : aCandle({ openMs: minute.openMs, prices: [10, 15, 5, 10], turnover: 500n }),
    )
    storeMinutes(store, minutes)
    const source = { ...aSource(), instruments: [anInstrument({ tickSize: '0.5' })] }
    const entry = getEntry(recoverAt(WEEK_START_MS + HOUR_MS, store, source))
    expect(formingCandle(entry.candles, '1h')).toMatchObject({
      high: 3,
      volume: 10,
      missing: [{ fromMs: WEEK_START_MS + MINUTE_MS, toMs: WEEK_START_MS + 2 * MINUTE_MS }],
    })
  })
})
