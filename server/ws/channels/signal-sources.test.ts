import { describe, expect, it } from 'vitest'
import type { EntryDecisionsData, SignalsData } from '../../../contract/stream/channel-data.ts'
import { parseData } from '../../../test/support/channel-reader.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { anEntry, anOutcome, aSignal } from '../../../test/support/signal-samples.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { openTradingBooks } from '../../../test/support/trading-books.ts'
import { openEngineStore } from '../../adapters/store/sqlite/store.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import { strategiesFor } from '../../domain/signal/strategies/index.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { createSignalViews } from '../../views/signal-views.ts'
import { decisionsSource, signalsSource } from './signal-sources.ts'

const raised = (signal: Signal): Fact => ({ kind: 'signalRaised', signal, atMs: NOON_MS })
const resolved = ({ signalId }: Signal): Fact => ({
  kind: 'signalResolved',
  signalId,
  outcome: anOutcome(),
  atMs: NOON_MS,
})

const open = () => {
  const { journal, signals } = openEngineStore(aTempDirectory())
  const { reader } = openTradingBooks()
  const views = createSignalViews({
    ...reader,
    signals,
    strategiesFor: strategiesFor,
    books: [],
    marketNowMs: () => NOON_MS,
  })
  /** Published messages for durable facts. */
  const publisher =
    <Data>(address: string, { onFacts }: ReturnType<typeof signalsSource>) =>
    (...facts: readonly Fact[]): Data | undefined => {
      journal.append({ facts, orders: [], positions: [] })
      const json = onFacts?.(facts, NOON_MS)
      return json === undefined ? undefined : parseData<Data>(address, json)
    }
  return { views, publisher }
}

describe('the signal channel', () => {
  const start = () => {
    const { views, publisher } = open()
    const source = signalsSource(views)
    const publish = publisher<SignalsData>('signals', source)
    const numbers = (...facts: readonly Fact[]) =>
      publish(...facts)?.items.map(({ barClosedAt }) => toMinute(barClosedAt))
    return { source, publish, numbers }
  }
  const toMinute = (at: string): number => (Date.parse(at) - NOON_MS) / 60_000

  it('begins with the newest of every series, a hundred of them at most', () => {
    const { source, publish } = start()
    publish(raised(aSignal({ number: 1 })), raised(aSignal({ number: 2 })))
    publish(
      ...Array.from({ length: 120 }, (_, index) => raised(aSignal({ number: 3 + index, strategyId: `P${index}` }))),
    )
    const { items } = parseData<SignalsData>('signals', source.snapshot(NOON_MS))
    expect([items.length, toMinute(items[0]?.barClosedAt ?? '')]).toEqual([100, 122])
  })

  it('publishes them when they are raised, and again with their outcome, newest first', () => {
    const { publish, numbers } = start()
    expect(numbers(raised(aSignal({ number: 1 })), raised(aSignal({ number: 2 })))).toEqual([2, 1])
    expect(publish(resolved(aSignal({ number: 1 })))?.items).toMatchObject([{ outcome: { status: 'RESOLVED' } }])
    expect(numbers({ kind: 'stopCompleted', atMs: NOON_MS })).toBeUndefined()
  })

  it('publishes only the newest of each series of those computed for past bars', () => {
    const { numbers } = start()
    const past = [1, 2, 3].map((number) => aSignal({ number, origin: 'HISTORY' }))
    expect(numbers(...past.map(raised))).toEqual([3])
    expect(numbers(...past.map(resolved))).toEqual([3])
  })
})

describe('the decision channel', () => {
  it('begins with the newest, then publishes every candidate', () => {
    const { views, publisher } = open()
    const source = decisionsSource(views)
    const publish = publisher<EntryDecisionsData>('autotrading.decisions', source)
    const entry = anEntry({ signals: [aSignal({ number: 1 })] })
    expect(publish({ kind: 'entryConsidered', entry, atMs: NOON_MS })?.items).toMatchObject([
      { candidateId: entry.candidate.candidateId, digest: entry.digest },
    ])
    const { items } = parseData<EntryDecisionsData>('autotrading.decisions', source.snapshot(NOON_MS))
    expect(items.map(({ candidateId }) => candidateId)).toEqual([entry.candidate.candidateId])
    expect(publish({ kind: 'stopCompleted', atMs: NOON_MS })).toBeUndefined()
  })
})
