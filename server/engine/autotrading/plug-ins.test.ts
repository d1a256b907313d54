import { describe, expect, it } from 'vitest'
import { anEngineState, RULES } from '../../../test/support/engine-state.ts'
import { aCandle, anInstrument, NOON_MS } from '../../../test/support/market-samples.ts'
import { NO_SIGNALS } from '../../../test/support/no-signals.ts'
import { aSignal } from '../../../test/support/signal-samples.ts'
import { anAccount, answerRead, type Harness, MARK, openHarness } from '../../../test/support/trading-floor.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Candle } from '../../domain/market/candle.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import type { Idea, StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { Effect } from '../model/effects.ts'
import type { Command, EngineEvent } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import type { CandleStore, StoredSignal } from '../model/ports.ts'
import type { PlugInIdea, StrategyEvent, StrategyMessage } from '../model/strategy-event.ts'
import { step } from '../run/step.ts'
import { restorePlugIns } from './plug-ins.ts'

const PLUG_IN: StrategyDefinition = {
  id: 'MINE',
  name: 'MINE',
  family: 'PATTERN',
  version: 1,
  params: {},
  warmupBars: 0,
  horizonBars: 5,
  needs: [],
  sourceDigest: 'a'.repeat(64),
  begin: () => {
    throw new Error('it is run elsewhere')
  },
}

const rules = (strategies: readonly StrategyDefinition[] = [PLUG_IN]) => ({
  ...RULES,
  books: [
    {
      bookId: 'main',
      mode: 'PAPER' as const,
      symbols: null,
      intervals: ['1m' as const],
      strategies: ['MINE', 'OWN'],
      explores: true,
      manualSymbols: [],
    },
  ],
  strategiesFor: () => strategies,
})

const createHarness = (strategies?: readonly StrategyDefinition[]): Harness => openHarness({ rules: rules(strategies) })

type Stage = Pick<Harness, 'state' | 'nowMs'>

/** Starts an engine that has received nothing but an instrument. */
const aBeginning = (strategies?: readonly StrategyDefinition[]): Stage => {
  const stage = { state: anEngineState({ rules: rules(strategies) }), nowMs: NOON_MS }
  run(stage, { kind: 'market', event: { kind: 'instrument', instrument: anInstrument() }, atMs: NOON_MS })
  return stage
}

/** One event, with what came of it. */
const run = (harness: Stage, event: EngineEvent) => step(harness.state, event)

const handleStrategyEvent = (harness: Stage, event: StrategyEvent) =>
  run(harness, { kind: 'strategy', event, atMs: harness.nowMs })

const rearm = (harness: Stage, strategyId: string) => {
  const actor = { type: 'HOST', sub: null, sid: null, ip: null } as const
  const instructed = { actor, requestId: null, idempotency: null, reason: 'mended', auditId: 'aud_1' as const }
  const command: Command = { kind: 'rearmStrategy', strategyId, instructed }
  return run(harness, { kind: 'command', command, atMs: harness.nowMs })
}

/** Advances until the minute that opens so many minutes after noon has been received. */
const closeMinute = (harness: Harness, minute: number): void =>
  harness.pass(NOON_MS + (minute + 1) * MINUTE_MS + 2_500 - harness.nowMs, (request) =>
    answerRead(harness.publish, request, { account: anAccount(), serverTimeMs: harness.nowMs }),
  )

const minuteAt = (openMs: Instant, close = MARK): Candle =>
  aCandle({ openMs, prices: [MARK, Math.max(MARK, close), Math.min(MARK, close), close], volume: 1_000 })

const LONG: Idea = { kind: 'ENTER', direction: 'LONG', score: 1, stopLoss: 59_700, takeProfit: 60_600, features: {} }
const EXIT: Idea = { kind: 'EXIT', direction: 'LONG', features: {} }

const idea = (candle: Candle, content: Idea, origin: PlugInIdea['origin'] = 'LIVE'): PlugInIdea => ({
  candle,
  origin,
  strategyIdea: { idea: content, regime: 'INSUFFICIENT_EVIDENCE', patternIds: [] },
})

const ideas = (...all: PlugInIdea[]): StrategyEvent => ({ kind: 'ideas', strategyId: 'MINE', ideas: all })

const signalsIn = (facts: readonly Fact[]): Signal[] =>
  facts.flatMap((fact) => (fact.kind === 'signalRaised' ? [fact.signal] : []))

const entriesIn = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.kind === 'entryConsidered' ? [fact.entry] : []))

const messagesIn = (effects: readonly Effect[]): StrategyMessage[] =>
  effects.flatMap((effect) => (effect.kind === 'tellStrategies' ? [effect.message] : []))

const history = (harness: Stage, candle: Candle) =>
  run(harness, { kind: 'market', event: { kind: 'history', candle }, atMs: harness.nowMs })

describe('a strategy in its own process', () => {
  it('receives every closed candle, and the end of history', () => {
    const harness = aBeginning()
    const openMs = NOON_MS - 3 * HOUR_MS
    const messages = messagesIn(history(harness, minuteAt(openMs)).effects)
    expect(messages).toMatchObject([
      { kind: 'bar', origin: 'HISTORY', candle: { openMs }, bar: { openMs, close: 60_000 } },
    ])
    const live = { symbol: 'BTCUSDT', state: 'live', sinceMs: NOON_MS } as const
    const went = run(harness, { kind: 'market', event: { kind: 'stream', change: live }, atMs: harness.nowMs })
    expect(messagesIn(went.effects)).toEqual([{ kind: 'live', symbol: 'BTCUSDT' }])
  })

  it('receives candles older than a day as warm-up only', () => {
    const harness = aBeginning()
    expect(messagesIn(history(harness, minuteAt(NOON_MS - 49 * HOUR_MS)).effects)).toMatchObject([{ origin: null }])
  })

  it('is reset when a candle with a gap arrives', () => {
    const harness = aBeginning()
    const openMs = NOON_MS - 3 * HOUR_MS
    const holed = { ...minuteAt(openMs), missing: [{ fromMs: openMs, toMs: openMs + 1_000 }] }
    expect(messagesIn(history(harness, holed).effects)).toMatchObject([{ kind: 'bar', bar: null }])
  })

  it('costs nothing when there is none', () => {
    const { sourceDigest: _none, ...own } = { ...PLUG_IN, id: 'OWN', begin: () => () => null }
    const harness = aBeginning([own])
    expect(messagesIn(history(harness, minuteAt(NOON_MS - 3 * HOUR_MS)).effects)).toEqual([])
    expect(harness.state.signals.minutes.size).toBe(0)
  })

  const stored = [minuteAt(NOON_MS - 49 * HOUR_MS), minuteAt(NOON_MS - MINUTE_MS)]
  const candles: CandleStore = {
    find: ({ interval, fromMs }) => (interval === '1m' ? stored.filter(({ openMs }) => openMs >= fromMs) : []),
  }
  /** Returns what strategies receive at a start with these stored signals. */
  const takenUp = (stage: Stage, before: readonly StoredSignal[]): StrategyMessage[] => {
    const messages: StrategyMessage[] = []
    const past = { ...NO_SIGNALS, findSignals: () => [...before] }
    restorePlugIns(stage.state, { candles, past, nowMs: NOON_MS }, { publish: (one) => messages.push(one) })
    return messages
  }

  it('receives the stored bars again at a start, and none of its ideas for them are stored twice', () => {
    const known = { outcome: null, candidateId: null, ordered: false, newest: true }
    const signal = aSignal({ strategyId: 'MINE', definitionDigest: definitionDigest(PLUG_IN) })
    const messages = takenUp(aBeginning(), [{ ...known, signal }])
    expect(messages).toMatchObject(stored.map((candle) => ({ kind: 'bar', candle, evaluatedBy: ['MINE'] })))
  })

  it('has its ideas for the stored bars of a day recorded when it is new or has changed', () => {
    const stage = aBeginning()
    const other = {
      signal: aSignal({ strategyId: 'MINE' }),
      outcome: null,
      candidateId: null,
      ordered: false,
      newest: true,
    }
    for (const before of [[], [other]]) {
      expect(takenUp(stage, before)).toMatchObject([{ origin: null }, { origin: 'HISTORY', evaluatedBy: [] }])
    }
    expect(stage.state.signals.minutes.get('BTCUSDT')).toEqual(stored.slice(1))
  })
})

describe('its ideas', () => {
  it('of the last bar become a signal, an entry and an order', () => {
    const harness = createHarness()
    closeMinute(harness, 0)
    const { facts, effects } = handleStrategyEvent(harness, ideas(idea(minuteAt(NOON_MS), LONG)))
    expect(signalsIn(facts)).toMatchObject([
      { strategyId: 'MINE', origin: 'LIVE', direction: 'LONG', regime: 'INSUFFICIENT_EVIDENCE' },
    ])
    const [entry] = entriesIn(facts)
    expect(entry?.decision.readings.filter(({ enforced, pass }) => enforced && !pass)).toEqual([])
    expect(effects.map(({ kind }) => kind)).toEqual(['submitOrder'])
  })

  it('of an earlier bar arrive too late to be traded, and become a signal of the past', () => {
    const harness = createHarness()
    closeMinute(harness, 1)
    const { facts, effects } = handleStrategyEvent(harness, ideas(idea(minuteAt(NOON_MS), LONG)))
    expect(signalsIn(facts)).toMatchObject([{ origin: 'HISTORY' }])
    expect([entriesIn(facts), effects]).toEqual([[], []])
  })

  it('of history are tracked over the minutes that have passed since', () => {
    const harness = aBeginning()
    const beginMs = NOON_MS - 3 * HOUR_MS
    const candles = [0, 1, 2, 3].map((minute) => minuteAt(beginMs + minute * MINUTE_MS, minute === 3 ? 606_500 : MARK))
    for (const candle of candles) history(harness, candle)
    const { facts } = handleStrategyEvent(harness, ideas(idea(candles[0] ?? minuteAt(beginMs), LONG, 'HISTORY')))
    expect(facts.map(({ kind }) => kind)).toEqual(['signalRaised', 'signalResolved'])
    expect(facts[1]).toMatchObject({ outcome: { barrier: 'TARGET', barsHeld: 3 } })
  })

  it('for history end where it exits, although later candles are known already', () => {
    const harness = aBeginning()
    const beginMs = NOON_MS - 3 * HOUR_MS
    const candles = [0, 1, 2, 3].map((minute) => minuteAt(beginMs + minute * MINUTE_MS, minute === 3 ? 606_500 : MARK))
    for (const candle of candles) history(harness, candle)
    const [first = minuteAt(0), , third = minuteAt(0)] = candles
    const { facts } = handleStrategyEvent(harness, ideas(idea(third, EXIT, 'HISTORY'), idea(first, LONG, 'HISTORY')))
    expect(facts[1]).toMatchObject({ outcome: { barrier: 'EXIT', barsHeld: 2 } })
  })

  it('are ignored when it is not among the running strategies', () => {
    const harness = createHarness()
    closeMinute(harness, 0)
    const { facts } = handleStrategyEvent(harness, {
      kind: 'ideas',
      strategyId: 'OTHER',
      ideas: [idea(minuteAt(NOON_MS), LONG)],
    })
    expect(facts).toEqual([])
  })
})

describe('a strategy that fails', () => {
  const failed: StrategyEvent = { kind: 'failed', strategyId: 'MINE', reason: 'it did not respond within 2 s' }

  it('is quarantined, once, and recorded', () => {
    const harness = createHarness()
    expect(handleStrategyEvent(harness, failed).facts).toMatchObject([
      { kind: 'strategyQuarantined', strategyId: 'MINE', reason: 'it did not respond within 2 s' },
      { kind: 'audited', entry: { action: 'STRATEGY_QUARANTINE', target: 'MINE' } },
    ])
    expect(handleStrategyEvent(harness, failed).facts).toEqual([])
  })

  it('enters nothing until the host re-arms it', () => {
    const harness = createHarness()
    closeMinute(harness, 0)
    handleStrategyEvent(harness, failed)
    const held = entriesIn(handleStrategyEvent(harness, ideas(idea(minuteAt(NOON_MS), LONG))).facts)
    const refusing = held.flatMap(({ decision }) => decision.readings.filter(({ enforced, pass }) => enforced && !pass))
    expect(refusing).toMatchObject([{ gateId: 'G30', detail: expect.stringContaining('MINE is quarantined') }])

    expect(rearm(harness, 'MINE').facts).toMatchObject([
      { kind: 'strategiesRearmed', strategies: ['MINE'] },
      {
        kind: 'audited',
        entry: { action: 'STRATEGY_REARM', actor: { type: 'HOST' }, outcome: 'DONE', reason: 'mended' },
      },
    ])
    closeMinute(harness, 1)
    const entered = entriesIn(handleStrategyEvent(harness, ideas(idea(minuteAt(NOON_MS + MINUTE_MS), LONG))).facts)
    expect(entered.map(({ orderId }) => orderId !== null)).toEqual([true])
  })

  it('is not re-armed when it is not quarantined, nor while that cannot be made durable', () => {
    const harness = createHarness()
    expect(rearm(harness, 'MINE').outcome).toMatchObject({ refusal: { code: 'NOT_QUARANTINED' } })
    handleStrategyEvent(harness, failed)
    run(harness, { kind: 'store', failure: 'the disk is full', atMs: harness.nowMs })
    expect(rearm(harness, 'MINE').outcome).toMatchObject({ refusal: { code: 'STORE_FAILED' } })
    expect(harness.state.ledger.quarantines.has('MINE')).toBe(true)
  })
})
