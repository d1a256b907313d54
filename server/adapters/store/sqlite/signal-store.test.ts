import { describe, expect, it } from 'vitest'
import { anId } from '../../../../test/support/book-samples.ts'
import { NOON_MS } from '../../../../test/support/market-samples.ts'
import { aLoss, anEntry, anOutcome, aSignal } from '../../../../test/support/signal-samples.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { DAY_MS, MINUTE_MS } from '../../../core/instant.ts'
import { candidateDigest } from '../../../domain/signal/entry-candidate.ts'
import { type Signal, signalDigest } from '../../../domain/signal/signal.ts'
import type { ConsideredEntry, Fact } from '../../../engine/model/facts.ts'
import type { Page, SignalQuery } from '../../../engine/model/ports.ts'
import type { EntryQuery } from '../../../views/ports.ts'
import { type EngineStore, openEngineStore } from './store.ts'

const ALL: Page = { before: null, fromMs: null, toMs: null, limit: 100 }
const ANY_SIGNAL: SignalQuery = { ...ALL, symbol: null, strategyId: null, interval: null, minConfidence: null }
const ANY_ENTRY: EntryQuery = { ...ALL, symbol: null, strategyId: null, ordered: null, gateId: null }

const openStore = (directory = aTempDirectory()) => {
  const store = openEngineStore(directory)
  const append = (facts: readonly Fact[]): void => store.journal.append({ facts, orders: [], positions: [] })
  return {
    directory,
    store,
    past: store.signals,
    raise: (...signals: readonly Signal[]) =>
      append(signals.map((signal) => ({ kind: 'signalRaised', signal, atMs: NOON_MS }))),
    consider: (...entries: readonly ConsideredEntry[]) =>
      append(entries.map((entry) => ({ kind: 'entryConsidered', entry, atMs: NOON_MS }))),
    resolve: (signal: Signal, outcome = anOutcome()) =>
      append([{ kind: 'signalResolved', signalId: signal.signalId, outcome, atMs: NOON_MS }]),
    append,
  }
}

const findIds = ({ signals }: EngineStore, query: Partial<SignalQuery> = {}) =>
  signals.findSignals({ ...ANY_SIGNAL, ...query }).map(({ signal }) => signal.signalId)

const OPEN = { outcome: null, candidateId: null, ordered: false, newest: true }

describe('the signals of a store', () => {
  it('are returned unchanged with their outcomes, also after a reopen', () => {
    const { directory, store, past, raise, resolve, consider } = openStore()
    const [first, second, third] = [1, 2, 3].map((number) => aSignal({ number, strategyId: `S0${number}` }))
    if (!first || !second || !third) throw new Error('three were made')
    raise(first, second, third)
    expect(past.findSignals(ANY_SIGNAL)).toEqual([third, second, first].map((signal) => ({ signal, ...OPEN })))
    resolve(first)
    resolve(first, anOutcome({ label: 1 }))
    consider(
      anEntry({ number: 1, signals: [first] }),
      anEntry({ number: 2, signals: [first, second], refusedBy: ['G01'] }),
    )
    store.close()
    const again = openStore(directory)
    expect(again.past.findSignals(ANY_SIGNAL)).toEqual([
      { signal: third, ...OPEN },
      { signal: second, ...OPEN, candidateId: anId('cnd', 2) },
      { signal: first, outcome: anOutcome(), candidateId: anId('cnd', 1), ordered: true, newest: true },
    ])
    expect(again.past.findUnresolved()).toEqual([second, third])
    again.store.close()
  })

  it('are found one by one, and counted by strategy and outcome', () => {
    const { store, past, raise, resolve, append } = openStore()
    const signals = [0, 1, 2, 3].map((number) => aSignal({ number, strategyId: number === 3 ? 'S02' : 'S01' }))
    const [first, second, third] = signals as [Signal, Signal, Signal]
    raise(...signals)
    resolve(first)
    append([{ kind: 'signalResolved', signalId: second.signalId, outcome: aLoss(), atMs: NOON_MS }])
    expect(past.findSignal(first.signalId)).toMatchObject({ signal: first, outcome: anOutcome(), newest: false })
    expect(past.findSignal(anId('sig', 99))).toBeUndefined()
    expect(past.countSignals('S01', 0)).toEqual({ signals: 3, outcomes: 1, lastMs: third.barClosedAtMs })
    expect(past.countSignals('S01', second.barClosedAtMs)).toEqual({
      signals: 2,
      outcomes: 0,
      lastMs: third.barClosedAtMs,
    })
    expect(past.countSignals('S09', 0)).toEqual({ signals: 0, outcomes: 0, lastMs: null })
    store.close()
  })

  it('retain their digest, even when a figure is not a number', () => {
    const { store, past, raise } = openStore()
    const odd = aSignal({ features: { atr: Number.NaN, slope: -0, z: 0.1 + 0.2 } })
    raise(odd)
    expect(past.findNewest().map(({ signal }) => signalDigest(signal))).toEqual([signalDigest(odd)])
    store.close()
  })

  it('stay unchanged when they are computed again', () => {
    const { store, past, raise, resolve } = openStore()
    raise(aSignal())
    resolve(aSignal())
    raise(aSignal({ score: 9 }))
    expect(past.findSignals(ANY_SIGNAL)).toEqual([{ signal: aSignal(), ...OPEN, outcome: anOutcome() }])
    store.close()
  })

  it('are found by symbol, interval, strategy, confidence and time', () => {
    const { store, raise } = openStore()
    raise(
      aSignal({ number: 1, p: 0.4 }),
      aSignal({ number: 2, symbol: 'ETHUSDT', p: 0.5 }),
      aSignal({ number: 3, interval: '5m' }),
      aSignal({ number: 4, strategyId: 'S02' }),
    )
    const numbered = (...numbers: readonly number[]) => numbers.map((number) => anId('sig', number))
    expect(findIds(store)).toEqual(numbered(4, 3, 2, 1))
    expect(findIds(store, { symbol: 'BTCUSDT' })).toEqual(numbered(4, 3, 1))
    expect(findIds(store, { interval: '15m', strategyId: 'S01' })).toEqual(numbered(2, 1))
    expect(findIds(store, { minConfidence: 0.5 })).toEqual(numbered(4, 3, 2))
    expect(findIds(store, { fromMs: NOON_MS + 2 * MINUTE_MS, toMs: NOON_MS + 4 * MINUTE_MS })).toEqual(numbered(3, 2))
    expect(findIds(store, { before: { atMs: NOON_MS + 3 * MINUTE_MS, id: anId('sig', 3) }, limit: 1 })).toEqual(
      numbered(2),
    )
    store.close()
  })

  it('are the newest of their series in whatever order they are stored', () => {
    const { store, past, raise } = openStore()
    const [older, newer] = [aSignal({ number: 1 }), aSignal({ number: 2 })]
    const other = aSignal({ number: 0, interval: '1h' })
    raise(newer, older, other)
    expect(past.findNewest()).toEqual([
      { signal: newer, ...OPEN },
      { signal: other, ...OPEN },
    ])
    expect(past.findSignals(ANY_SIGNAL).map(({ newest }) => newest)).toEqual([true, false, true])
    store.close()
  })

  it('are purged long after they end, while open ones are kept', () => {
    const { store, past, raise, resolve } = openStore()
    const [old, open, young] = [aSignal({ number: 1 }), aSignal({ number: 2 }), aSignal({ number: 3 })]
    raise(old, open, young)
    resolve(old)
    resolve(young, anOutcome({ resolvedAtMs: NOON_MS + 30 * DAY_MS }))
    const now = aSignal({ number: 4, barClosedAtMs: NOON_MS + 100 * DAY_MS })
    raise(now)
    expect(past.findSignals(ANY_SIGNAL).map(({ signal }) => signal.signalId)).toEqual(
      [now, young, open].map(({ signalId }) => signalId),
    )
    store.close()
  })

  it('are returned for learning by when they ended, the newest of them, oldest first', () => {
    const { store, past, raise, resolve, append } = openStore()
    const signals = [1, 2, 3].map((number) => aSignal({ number }))
    raise(...signals)
    for (const [index, signal] of signals.entries()) resolve(signal, anOutcome({ resolvedAtMs: NOON_MS - index }))
    const lost = aSignal({ number: 4 })
    raise(lost)
    append([
      { kind: 'signalResolved', signalId: lost.signalId, outcome: aLoss({ lostAtMs: NOON_MS + 1 }), atMs: NOON_MS },
    ])
    expect(past.findResolved(3).map(({ signal }) => signal.signalId)).toEqual([2, 1, 4].map((n) => anId('sig', n)))
    expect(past.findResolved(1)[0]?.outcome).toEqual(aLoss({ lostAtMs: NOON_MS + 1 }))
    store.close()
  })
})

describe('the entries of a store', () => {
  const [REFUSED, BOTH, ORDERED] = [
    anEntry({ number: 1, atMs: NOON_MS + 1, refusedBy: ['G08'] }),
    anEntry({ number: 2, atMs: NOON_MS + 2, refusedBy: ['G08', 'G05'], recorded: ['G24'], symbol: 'ETHUSDT' }),
    anEntry({ number: 3, atMs: NOON_MS + 3, recorded: ['G24'], signals: [aSignal({ strategyId: 'S02' })] }),
  ] as const

  const filled = () => {
    const place = openStore()
    place.consider(REFUSED, BOTH, ORDERED)
    const find = (query: Partial<EntryQuery>) =>
      place.past.findEntries({ ...ANY_ENTRY, ...query }).map(({ candidate }) => candidate.candidateId)
    return { ...place, find }
  }

  it('are returned completely, with exact amounts and the same digest', () => {
    const { store, past } = filled()
    const entry = past.findEntry(BOTH.candidate.candidateId)
    expect(entry?.candidate).toEqual(BOTH.candidate)
    expect(entry && candidateDigest(entry.candidate)).toBe(BOTH.digest)
    expect(entry?.decision).toEqual(BOTH.decision)
    expect(entry?.evidence.account).toEqual(BOTH.evidence.account)
    expect(past.findEntry(anId('cnd', 99))).toBeUndefined()
    store.close()
  })

  it('are found by symbol, leading strategy, outcome, and the gate that blocked them', () => {
    const { store, find } = filled()
    const numbered = (...numbers: readonly number[]) => numbers.map((number) => anId('cnd', number))
    expect(find({})).toEqual(numbered(3, 2, 1))
    expect(find({ symbol: 'ETHUSDT' })).toEqual(numbered(2))
    expect(find({ strategyId: 'S02' })).toEqual(numbered(3))
    expect(find({ ordered: true })).toEqual(numbered(3))
    expect(find({ ordered: false, limit: 1 })).toEqual(numbered(2))
    expect(find({ gateId: 'G08' })).toEqual(numbered(2, 1))
    expect(find({ gateId: 'G08', symbol: 'BTCUSDT' })).toEqual(numbered(1))
    expect(find({ gateId: 'G24' })).toEqual([])
    expect(find({ gateId: 'G08', before: { atMs: NOON_MS + 2, id: anId('cnd', 2) } })).toEqual(numbered(1))
    expect(find({ gateId: 'G08', fromMs: NOON_MS + 2, toMs: NOON_MS + 3 })).toEqual(numbered(2))
    store.close()
  })

  it('are listed in short form with the outcome of the leading signal', () => {
    const place = openStore()
    const [won, open, lost] = [1, 2, 3].map((number) => aSignal({ number }))
    if (!won || !open || !lost) throw new Error('three were made')
    place.raise(won, open, lost)
    place.resolve(won, anOutcome({ netR: 1.25 }))
    place.append([{ kind: 'signalResolved', signalId: lost.signalId, outcome: aLoss(), atMs: NOON_MS }])
    place.consider(
      anEntry({ number: 1, atMs: NOON_MS + 1, signals: [won, open] }),
      anEntry({ number: 2, atMs: NOON_MS + 2, signals: [open, won], refusedBy: ['G08'] }),
      anEntry({ number: 3, atMs: NOON_MS + 3, signals: [lost], refusedBy: ['G08'] }),
    )
    const graded = { grade: 'B', orderId: null, netR: null }
    expect(place.past.findGraded(ALL)).toEqual([
      { ...graded, candidateId: anId('cnd', 3), atMs: NOON_MS + 3 },
      { ...graded, candidateId: anId('cnd', 2), atMs: NOON_MS + 2 },
      { ...graded, candidateId: anId('cnd', 1), atMs: NOON_MS + 1, orderId: anId('ord', 1), netR: 1.25 },
    ])
    const older = { ...ALL, before: { atMs: NOON_MS + 3, id: anId('cnd', 3) }, fromMs: NOON_MS + 2 }
    expect(place.past.findGraded(older).map(({ candidateId }) => candidateId)).toEqual([anId('cnd', 2)])
    place.store.close()
  })

  it('are counted by the gates that blocked them, each entry once even when it is stored twice', () => {
    const { store, past, consider } = filled()
    consider(BOTH, anEntry({ number: 4, atMs: NOON_MS + 4, refusedBy: ['G08'] }))
    expect(past.findRefused(0)).toEqual([
      { gates: ['G05', 'G08'], count: 1 },
      { gates: ['G08'], count: 2 },
    ])
    expect(past.findRefused(NOON_MS + 2)).toEqual([
      { gates: ['G05', 'G08'], count: 1 },
      { gates: ['G08'], count: 1 },
    ])
    expect(past.findRefused(NOON_MS + 5)).toEqual([])
    store.close()
  })

  it('are purged when they are old and led to no order', () => {
    const { store, past, consider, find } = filled()
    consider(anEntry({ number: 5, atMs: NOON_MS + 40 * DAY_MS, refusedBy: ['G08'] }))
    const numbered = (...numbers: readonly number[]) => numbers.map((number) => anId('cnd', number))
    expect(find({})).toEqual(numbered(5, 3))
    expect(past.findRefused(0)).toEqual([{ gates: ['G08'], count: 1 }])
    store.close()
  })

  it('and signals are counted from an instant on', () => {
    const { store, past, raise } = filled()
    raise(aSignal({ number: 0 }), aSignal({ number: 1 }))
    expect(past.countSince(NOON_MS)).toEqual({ signals: 2, candidates: 3 })
    expect(past.countSince(NOON_MS + 2)).toEqual({ signals: 1, candidates: 2 })
    store.close()
  })
})
