import { describe, expect, it } from 'vitest'
import { aTrade } from '../../../test/support/market-samples.ts'
import type { Command } from '../model/events.ts'
import { createInbox, type Entry, type Inbox } from './inbox.ts'

const MARKET_MAX = 4_096
const COMMAND_MAX = 1_024

const clocked = (): Inbox => {
  let now = 0
  return createInbox(() => ++now)
}

const offer = (inbox: Inbox, sequence: number): boolean =>
  inbox.sink.offer({ kind: 'trade', trade: aTrade({ sequence }) })

const endRun = (runId: string): Command => ({ kind: 'endRun', runId })

/** Returns a short name of an entry: the run of a command, the number of a trade. */
const entryName = (entry: Entry | undefined): string | number | null | undefined => {
  const event = entry?.event
  if (event?.kind === 'command') return event.command.kind === 'endRun' ? event.command.runId : undefined
  if (event?.kind === 'venue' || event?.kind === 'strategy') return event.event.kind
  if (event?.kind === 'backlog') return 'backlog'
  if (event?.kind === 'timer' || event?.kind === 'store' || event?.kind === 'clockStepped') return event.kind
  return event?.event.kind === 'trade' ? event.event.trade.sequence : undefined
}

const takeAll = (inbox: Inbox): Entry[] => {
  const entries: Entry[] = []
  for (let entry = inbox.take(); entry; entry = inbox.take()) entries.push(entry)
  return entries
}

/** Returns the state of a promise after everything already settled has been delivered. */
const settledOutcome = async (promise: Promise<unknown>): Promise<string> => {
  const pending = new Promise<string>((resolve) => setImmediate(resolve, 'pending'))
  const settled = promise.then(
    () => 'resolved',
    (error: Error) => error.message,
  )
  return Promise.race([settled, pending])
}

describe('createInbox', () => {
  it('returns commands first, then market events, each in the order they arrived', () => {
    const inbox = clocked()
    offer(inbox, 1)
    void inbox.submit(endRun('run_A'))
    offer(inbox, 2)
    void inbox.submit(endRun('run_B'))
    expect(inbox.size).toBe(4)
    expect(takeAll(inbox).map(entryName)).toEqual(['run_A', 'run_B', 1, 2])
    expect(inbox.take()).toBeUndefined()
  })

  it('returns a clock step first and moves the times of waiting events when platform time moved', () => {
    let now = 3_600_000
    const inbox = createInbox(() => now)
    offer(inbox, 1)
    void inbox.submit(endRun('run_A'))
    inbox.tick({ commitP99Ms: null, freeDiskBytes: null })
    now -= 3_600_000
    inbox.clockStepped({ byMs: -3_600_000, hostOffsetMs: 0, adoptedMs: -3_600_000 })
    now += 5
    offer(inbox, 2)
    const entries = takeAll(inbox)
    expect(entries.map(entryName)).toEqual(['clockStepped', 'run_A', 'timer', 1, 2])
    expect(entries.map(({ event }) => event.atMs)).toEqual([0, 0, 0, 0, 5])
  })

  it('returns the timer, the exchange and strategies before the market, and deferred events after it, one of many each', () => {
    const inbox = clocked()
    offer(inbox, 1)
    inbox.strategySink.offer({ kind: 'failed', strategyId: 'MINE', reason: 'it threw' })
    inbox.venueSink.offer({ kind: 'heartbeat' })
    for (let tick = 0; tick < 3; tick++) inbox.tick({ commitP99Ms: null, freeDiskBytes: null })
    for (let time = 0; time < 3; time++) inbox.processBacklog()
    void inbox.submit(endRun('run_A'))
    expect(inbox.size).toBe(6)
    expect(takeAll(inbox).map(entryName)).toEqual(['run_A', 'timer', 'heartbeat', 'failed', 1, 'backlog'])
  })

  it('stamps what it receives with the local clock on arrival', () => {
    const inbox = clocked()
    offer(inbox, 1)
    void inbox.submit(endRun('run_A'))
    expect(takeAll(inbox).map(({ event }) => event.atMs)).toEqual([2, 1])
  })

  it('never returns a command with a time before that of an event returned earlier', () => {
    const inbox = clocked()
    void inbox.submit(endRun('run_A'))
    void inbox.submit(endRun('run_B'))
    offer(inbox, 3)
    const entries = [inbox.take(), inbox.take(false), inbox.take()]
    expect(entries.map(entryName)).toEqual(['run_A', 3, 'run_B'])
    expect(entries.map((entry) => entry?.event.atMs)).toEqual([1, 3, 3])
  })

  it('refuses market events beyond its limit and accepts them again when there is space', async () => {
    const inbox = clocked()
    for (let sequence = 1; sequence <= MARKET_MAX; sequence++) expect(offer(inbox, sequence)).toBe(true)
    expect(offer(inbox, MARKET_MAX + 1)).toBe(false)
    const room = inbox.sink.room()
    expect(await settledOutcome(room)).toBe('pending')
    inbox.take()
    expect(await settledOutcome(room)).toBe('resolved')
    expect(offer(inbox, MARKET_MAX + 1)).toBe(true)
    expect(takeAll(inbox).map(entryName)).toEqual(Array.from({ length: MARKET_MAX }, (_, index) => index + 2))
  })

  it('has space immediately while it is not full', async () => {
    expect(await settledOutcome(clocked().sink.room())).toBe('resolved')
  })

  it('refuses commands beyond its limit, whatever the market events', async () => {
    const inbox = clocked()
    const answers = Array.from({ length: COMMAND_MAX + 1 }, () => inbox.submit(endRun('run_A')))
    await expect(answers.pop()).rejects.toThrow('The engine has 1024 pending commands and accepts no more')
    expect(offer(inbox, 1)).toBe(true)
    expect(inbox.size).toBe(COMMAND_MAX + 1)
  })

  it('reports the outcome of a command to its caller', async () => {
    const inbox = clocked()
    const done = inbox.submit(endRun('run_A'))
    const failed = inbox.submit(endRun('run_B'))
    expect(await settledOutcome(done)).toBe('pending')
    inbox.take()?.settle({ kind: 'done' })
    inbox.take()?.settle(new Error('no'))
    await expect(done).resolves.toEqual({ kind: 'done' })
    await expect(failed).rejects.toThrow('no')
  })

  it.each<[string, (inbox: Inbox) => void]>([
    ['a market event', (inbox) => offer(inbox, 1)],
    ['a command', (inbox) => inbox.submit(endRun('run_A'))],
    ['the end', (inbox) => inbox.close()],
  ])('is ready when there is %s, and not before', async (_, wake) => {
    const inbox = clocked()
    const ready = inbox.ready()
    expect(await settledOutcome(ready)).toBe('pending')
    wake(inbox)
    expect(await settledOutcome(ready)).toBe('resolved')
    expect(await settledOutcome(inbox.ready())).toBe('resolved')
  })

  it('accepts nothing more once closed, and still returns its contents', async () => {
    const inbox = clocked()
    for (let sequence = 1; sequence <= MARKET_MAX; sequence++) offer(inbox, sequence)
    const waiting = [inbox.sink.room(), inbox.sink.room()]
    inbox.close()
    for (const room of waiting) await expect(room).rejects.toThrow('The engine has stopped')
    await expect(inbox.sink.room()).rejects.toThrow('The engine has stopped')
    await expect(inbox.submit(endRun('run_A'))).rejects.toThrow('The engine has stopped')
    expect(offer(inbox, 1)).toBe(false)
    expect(takeAll(inbox)).toHaveLength(MARKET_MAX)
    expect(offer(inbox, 1)).toBe(false)
  })
})
