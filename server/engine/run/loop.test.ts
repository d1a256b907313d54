import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { aDelta, anInstrument, aSnapshot } from '../../../test/support/market-samples.ts'
import { createRecordingAudit } from '../../../test/support/recording-audit.ts'
import { createRecordingJournal } from '../../../test/support/recording-journal.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { anOrderRequest, INSTRUCTED, openHarness } from '../../../test/support/trading-floor.ts'
import { openEngineStore } from '../../adapters/store/sqlite/store.ts'
import { StoreFailure } from '../../core/errors.ts'
import { createQueue } from '../../core/queue.ts'
import type { Command } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import type { Journal } from '../model/ports.ts'
import { createMemory } from '../state/memory.ts'
import type { DeferredBars } from '../state/signal-index.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { type Engine, type EngineParts, startEngine } from './loop.ts'

const start = (journal: Journal, parts: Partial<EngineParts> = {}): Engine =>
  startEngine({
    state: anEngineState(),
    memory: createMemory(journal, createRecordingAudit()),
    inbox: createInbox(() => 7),
    perform: () => {},
    onFacts: () => {},
    ...parts,
  })

const endRun = (runId: string): Command => ({ kind: 'endRun', runId })

const place = (index: number): Command => {
  const seed = String(index).padStart(26, '0')
  const placed = { request: anOrderRequest(), orderId: `ord_${seed}`, venueSeed: seed } as const
  return { kind: 'placeOrder', ...placed, instructed: INSTRUCTED }
}

const recordAnswer = (scope: string): Command => ({
  kind: 'recordAnswer',
  idempotency: { scope, fingerprint: 'f' },
  status: 200,
  body: '',
})

const list = ({ sink }: Engine, symbol: string): boolean =>
  sink.offer({ kind: 'instrument', instrument: anInstrument({ symbol }) })

/** Lists an instrument again and again, each time changed: one fact each, in a state that does not grow. */
const relist = ({ sink }: Engine, nth: number): boolean =>
  sink.offer({ kind: 'instrument', instrument: anInstrument({ maxLeverage: nth }) })

const timesListed = ({ state }: Engine): number => state.ledger.listed.get('BTCUSDT')?.maxLeverage ?? 0

/** A listed instrument whose book loses its sequence: one fact, then one effect. */
const loseBook = ({ sink }: Engine): void => {
  sink.offer({ kind: 'instrument', instrument: anInstrument() })
  sink.offer({ kind: 'bookSnapshot', snapshot: aSnapshot() })
  sink.offer({ kind: 'bookDelta', delta: aDelta(121, 130, 120) })
}

const factName = (fact: Fact): string =>
  fact.kind === 'runEnded'
    ? fact.runId
    : fact.kind === 'instrumentListed'
      ? fact.symbol
      : fact.kind === 'answerRecorded'
        ? fact.idempotency.scope
        : fact.kind

describe('the engine', () => {
  it('lets commands overtake market events, and neither overtake its own kind', async () => {
    const journal = createRecordingJournal()
    const engine = start(journal)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) list(engine, symbol)
    await Promise.all([engine.submit(endRun('run_A')), engine.submit(endRun('run_B'))])
    await engine.stop()
    expect(journal.batches.flat().map(factName)).toEqual(['run_A', 'run_B', 'BTCUSDT', 'ETHUSDT'])
  })

  it('works off past candles part by part, and drops the rest when it stops', async () => {
    const state = anEngineState()
    const backlog = createQueue<DeferredBars>()
    const past = { kind: 'closed', candles: [], origin: 'HISTORY', liveSymbol: null, atMs: 7, spread: 1 } as const
    for (let count = 0; count < 100; count++) backlog.add(past)
    state.signals.backlog = backlog
    const engine = start(createRecordingJournal(), { state })
    list(engine, 'BTCUSDT')
    await expect.poll(() => backlog.size).toBe(0)

    for (let count = 0; count < 100_000; count++) backlog.add(past)
    list(engine, 'ETHUSDT')
    await engine.stop()
    const left = backlog.size
    await setTimeout(20)
    expect([left > 0, backlog.size]).toEqual([true, left])
  })

  it('stores its facts on disk before it publishes, performs an effect or responds', async () => {
    const directory = aTempDirectory()
    const store = openEngineStore(directory)
    const reader = new DatabaseSync(join(directory, 'engine.sqlite'), { readOnly: true })
    const onDisk = () => Number(reader.prepare('SELECT count(*) AS rows FROM journal').get()?.rows)
    const calls: [string, number][] = []
    const engine = start(store.journal, {
      onFacts: () => calls.push(['facts', onDisk()]),
      perform: (effect) => calls.push([effect.kind, onDisk()]),
    })
    loseBook(engine)
    await engine.submit(endRun('run_A')).then(() => calls.push(['answer', onDisk()]))
    expect(calls).toEqual([
      ['facts', 2],
      ['requestBook', 2],
      ['answer', 2],
    ])
    await engine.stop()
    reader.close()
    store.close()
  })

  it('commits waiting events in batches of a limited size', async () => {
    const journal = createRecordingJournal()
    const engine = start(journal)
    await Promise.all(Array.from({ length: 600 }, (_, index) => engine.submit(endRun(`run_${index}`))))
    expect(journal.batches.map((batch) => batch.length)).toEqual([256, 256, 88])
    await engine.stop()
  })

  it('commits commands together that arrive in the same turn of the event loop', async () => {
    const journal = createRecordingJournal()
    const engine = start(journal)
    const first = engine.submit(endRun('run_A'))
    for (let count = 0; count < 20; count++) await undefined
    await Promise.all([first, engine.submit(endRun('run_B'))])
    expect(journal.batches.map((batch) => batch.map(factName))).toEqual([['run_A', 'run_B']])
    await engine.stop()
  })

  it('decides a limited number of orders between two turns of the event loop, and commits them together', async () => {
    const journal = createRecordingJournal()
    const { state } = openHarness()
    const inbox = createInbox(() => 7)
    let turns = 0
    const observed = Object.assign(Object.create(inbox) as Inbox, {
      take(withCommands?: boolean) {
        const entry = inbox.take(withCommands)
        if (!entry) turns++
        return entry
      },
    })
    const engine = start(journal, { state, inbox: observed })
    const placed = Array.from({ length: 40 }, (_, index) => engine.submit(place(index)))
    list(engine, 'ETHUSDT')
    await Promise.all(placed)
    const count = (kind: Fact['kind']) =>
      journal.batches.map((batch) => batch.filter((fact) => fact.kind === kind).length)
    expect(turns).toBe(5)
    expect(count('orderDecided')).toEqual([40])
    expect(count('instrumentListed')).toEqual([1])
    await engine.stop()
  })

  it('decides an order that waited for others on the events that were received in the meantime', async () => {
    const journal = createRecordingJournal()
    const { state, nowMs } = openHarness()
    let atMs = nowMs
    const inbox = createInbox(() => atMs)
    const engine = start(journal, { state, inbox })
    const placed = Array.from({ length: 9 }, (_, index) => engine.submit(place(index)))
    atMs++
    engine.venueSink.offer({ kind: 'heartbeat' })
    await Promise.all(placed)
    const decided = journal.batches.flat().filter((fact) => fact.kind === 'orderDecided')
    const readings = decided.flatMap(({ decision }) => decision.readings.filter(({ code }) => code === 'MARKET_DATA'))
    expect(readings.map(({ pass }) => pass)).toEqual(Array.from({ length: 9 }, () => true))
    await engine.stop()
  })

  it('yields between two batches', async () => {
    const journal = createRecordingJournal()
    const engine = start(journal)
    for (let nth = 1; nth <= 4_000; nth++) relist(engine, nth)
    await new Promise((resolve) => setImmediate(resolve))
    expect(journal.batches.length).toBeLessThan(4)
    await engine.stop()
    expect(journal.batches.flat()).toHaveLength(4_000)
  })

  it('writes nothing for events that change nothing', async () => {
    const journal = createRecordingJournal()
    const engine = start(journal)
    const { state } = engine
    engine.sink.offer({ kind: 'bookSnapshot', snapshot: aSnapshot() })
    await engine.stop()
    expect(journal.batches).toEqual([])
    expect(engine.state).toBe(state)
  })

  it('finishes what is queued when it is stopped, and then accepts nothing more', async () => {
    const journal = createRecordingJournal()
    const engine = start(journal)
    for (let nth = 1; nth <= 1_000; nth++) relist(engine, nth)
    const answer = engine.submit(endRun('run_A'))
    const stopped = engine.stop()
    expect(list(engine, 'LATEUSDT')).toBe(false)
    await expect(engine.submit(endRun('run_B'))).rejects.toThrow('The engine has stopped')
    await stopped
    await expect(answer).resolves.toEqual({ kind: 'done' })
    expect(journal.batches.flat()).toHaveLength(1_001)
    await expect(engine.done).resolves.toBeUndefined()
    await expect(engine.sink.room()).rejects.toThrow('The engine has stopped')
    await expect(engine.stop()).resolves.toBeUndefined()
  })

  it('resumes a source that was refused for lack of space as soon as there is space', async () => {
    const engine = start(createRecordingJournal())
    let sent = 0
    while (relist(engine, sent + 1)) sent++
    expect(sent).toBe(4_096)
    await engine.sink.room()
    expect(list(engine, 'NEXTUSDT')).toBe(true)
    await engine.stop()
    expect([timesListed(engine), engine.state.ledger.listed.has('NEXTUSDT')]).toEqual([4_096, true])
  })
})

describe('the engine, while its disk is slow', () => {
  /** A journal whose appends are finished, or fail, one by one. */
  const slowJournal = () => {
    const appends: { readonly facts: readonly string[]; settle(error?: Error): Promise<void> }[] = []
    const journal: Journal = {
      read: () => [],
      append({ facts }) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const settle = (error?: Error): Promise<void> => {
          if (error) reject(error)
          else resolve()
          return aTurnLater()
        }
        appends.push({ facts: facts.map(factName), settle })
        return promise
      },
    }
    return { journal, appends }
  }

  const aTurnLater = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

  it('continues to decide, with one append at a time, and answers each command when its facts are durable', async () => {
    const { journal, appends } = slowJournal()
    const published: string[] = []
    const engine = start(journal, { onFacts: (facts) => published.push(...facts.map(factName)) })
    const answers: string[] = []
    const submit = (runId: string) => engine.submit(endRun(runId)).then(() => answers.push(runId))
    const first = submit('run_A')
    await aTurnLater()
    const rest = [submit('run_B'), submit('run_C')]
    list(engine, 'BTCUSDT')
    await aTurnLater()
    expect([appends.map(({ facts }) => facts), published, answers]).toEqual([[['run_A']], [], []])
    expect(engine.state.ledger.listed.has('BTCUSDT')).toBe(true)
    await appends[0]?.settle()
    await first
    expect([appends.map(({ facts }) => facts), published, answers]).toEqual([
      [['run_A'], ['run_B', 'run_C', 'BTCUSDT']],
      ['run_A'],
      ['run_A'],
    ])
    await appends[1]?.settle()
    await Promise.all(rest)
    expect(published).toEqual(['run_A', 'run_B', 'run_C', 'BTCUSDT'])
    await engine.stop()
  })

  it('accepts no more than a limited number of events that are not durable', async () => {
    const { journal, appends } = slowJournal()
    const engine = start(journal)
    for (let nth = 1; nth <= 4_000; nth++) relist(engine, nth)
    for (let turn = 0; turn < 20; turn++) await aTurnLater()
    expect(timesListed(engine)).toBeLessThan(1_600)
    const stopped = engine.stop()
    for (let index = 0; index < 8; index++) await appends[index]?.settle()
    await stopped
    expect(timesListed(engine)).toBe(4_000)
  })

  it('performs effects only when they are durable, and what changes nothing waits for its turn', async () => {
    const { journal, appends } = slowJournal()
    const performed: string[] = []
    const engine = start(journal, { perform: ({ kind }) => void performed.push(kind) })
    loseBook(engine)
    await aTurnLater()
    expect([appends.length, performed]).toEqual([1, []])
    await appends[0]?.settle()
    expect(performed).toEqual(['requestBook'])
    await engine.stop()
  })

  it('performs effects when they are durable, and publishes and responds in order once the tables have them', async () => {
    const journal = createRecordingJournal()
    const copies: PromiseWithResolvers<void>[] = []
    const calls: string[] = []
    const engine = start(
      {
        ...journal,
        copied() {
          const copy = Promise.withResolvers<void>()
          copies.push(copy)
          return copy.promise
        },
      },
      { perform: ({ kind }) => calls.push(kind), onFacts: (facts) => calls.push(...facts.map(factName)) },
    )
    loseBook(engine)
    await aTurnLater()
    const answered = engine.submit(endRun('run_A')).then(() => calls.push('answer'))
    await aTurnLater()
    const stopped = engine.stop().then(() => calls.push('stopped'))
    await aTurnLater()
    expect([journal.batches.length, calls]).toEqual([2, ['requestBook']])
    for (const { resolve } of copies) resolve()
    await Promise.all([answered, stopped])
    expect(calls).toEqual(['requestBook', 'BTCUSDT', 'run_A', 'answer', 'stopped'])
  })

  it('ends with a fault of the journal, and acknowledges nothing that waited', async () => {
    const { journal, appends } = slowJournal()
    const engine = start(journal)
    const answers = Promise.allSettled([engine.submit(endRun('run_A')), aTurnLater()])
    await aTurnLater()
    const later = Promise.allSettled([engine.submit(endRun('run_B'))])
    await aTurnLater()
    const done = expect(engine.done).rejects.toThrow('a bug')
    await appends[0]?.settle(new TypeError('a bug'))
    await done
    expect([...(await answers), ...(await later)]).toMatchObject([
      { reason: { message: 'The engine failed before this was durable' } },
      {},
      { reason: { message: 'The engine failed before this was durable' } },
    ])
  })

  it('holds what could not be written, does not acknowledge it, and writes it again in order', async () => {
    const { journal, appends } = slowJournal()
    const engine = start(journal, { inbox: createInbox(clock()) })
    const refused = expect(engine.submit(recordAnswer('run_A'))).rejects.toThrow('the disk is full')
    await aTurnLater()
    const second = expect(engine.submit(recordAnswer('run_B'))).rejects.toThrow('the disk is full')
    await aTurnLater()
    await appends[0]?.settle(new StoreFailure('the disk is full'))
    await appends[1]?.settle(new StoreFailure('the disk is full'))
    await Promise.all([refused, second])
    const third = engine.submit(recordAnswer('run_C'))
    await aTurnLater()
    expect(appends.at(-1)?.facts.filter((name) => name.startsWith('run_'))).toEqual(['run_A', 'run_B', 'run_C'])
    for (let index = 2; index < appends.length; index++) await appends[index]?.settle()
    await expect(third).resolves.toEqual({ kind: 'done' })
    await engine.stop()
  })
})

/** A clock on which a second passes whenever it is read. */
const clock = (): (() => number) => {
  let nowMs = 0
  return () => {
    nowMs += 1_000
    return nowMs
  }
}

describe('the engine, when its journal fails', () => {
  const failing = () => createRecordingJournal((facts) => facts.some((fact) => factName(fact) === 'run_BAD'))

  it('refuses the commands of the failed batch and of all waiting ones, and ends with the fault', async () => {
    const published: Fact[] = []
    const engine = start(failing(), { onFacts: (facts) => published.push(...facts) })
    const commands = [...Array.from({ length: 256 }, () => 'run_OK'), 'run_BAD', 'run_OK']
    for (let index = 0; index < 300; index++) commands.push('run_LATER')
    const answers = await Promise.allSettled(commands.map((runId) => engine.submit(endRun(runId))))
    const reasons = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.message : 'done'))
    expect(
      Object.entries(Object.groupBy(reasons, (reason) => reason)).map(([reason, all]) => [reason, all?.length]),
    ).toEqual([
      ['done', 256],
      ['The engine failed before this was durable', 256],
      ['The engine has stopped', 46],
    ])
    await expect(engine.done).rejects.toThrow('the disk is full')
    await expect(engine.stop()).rejects.toThrow('the disk is full')
    expect(published).toHaveLength(256)
  })

  it('performs no effect of the failed batch', async () => {
    const performed: unknown[] = []
    const engine = start(failing(), { perform: (effect) => performed.push(effect) })
    loseBook(engine)
    await expect(engine.submit(endRun('run_BAD'))).rejects.toThrow('before this was durable')
    await expect(engine.done).rejects.toThrow('the disk is full')
    expect(performed).toEqual([])
  })

  it('rejects a source that waits for space, and any later request, once it has stopped', async () => {
    const engine = start(failing())
    while (list(engine, 'BTCUSDT'));
    const keepPublishing = async (): Promise<void> => {
      while (true) if (!list(engine, 'BTCUSDT')) await engine.sink.room()
    }
    const source = expect(keepPublishing()).rejects.toThrow('The engine has stopped')
    const answer = engine.submit(endRun('run_BAD'))
    await expect(answer).rejects.toThrow('before this was durable')
    await expect(engine.done).rejects.toThrow('the disk is full')
    await source
    expect(list(engine, 'BTCUSDT')).toBe(false)
    await expect(engine.submit(endRun('run_A'))).rejects.toThrow('The engine has stopped')
  })
})

describe('the engine, when an effect fails', () => {
  it('confirms the commands as durable, and ends', async () => {
    const journal = createRecordingJournal()
    const engine = start(journal, {
      perform: () => {
        throw new Error('no such socket')
      },
    })
    loseBook(engine)
    const answer = engine.submit(endRun('run_A'))
    await expect(answer).rejects.toThrow('The engine failed after this was durable')
    await expect(engine.done).rejects.toThrow('no such socket')
    expect(journal.batches.flat().map(factName)).toEqual(['run_A', 'BTCUSDT'])
  })
})
