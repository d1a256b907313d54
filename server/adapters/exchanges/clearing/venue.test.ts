import { describe, expect, it } from 'vitest'
import { aStage } from '../../../../test/support/venue-stage.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import { type ClearingChanges, type ClearingStore, createMemoryStore } from './clearing-store.ts'

/** Returns a store that logs each commit together with the published events. */
const aRecordingStore = (log: string[]): ClearingStore => {
  const store = createMemoryStore()
  return {
    ...store,
    commit(changes) {
      log.push(`commit ${changes.orders.length} orders, ${changes.fills.length} fills`)
      void store.commit(changes)
    },
  }
}

const marked = (parts?: Parameters<typeof aStage>[0]) => {
  const stage = aStage(parts)
  stage.mark(600_000)
  return stage
}

describe('a turn', () => {
  it('executes all requests, commits once, and only then publishes', () => {
    const log: string[] = []
    const stage = marked({ store: aRecordingStore(log) })
    stage.quote('SELL', 600_000, 3)
    log.length = 0
    stage.events.push = (...events) => log.push(...events.map(({ kind }) => kind))
    stage.send({ quantity: lots(2) })
    stage.send({ quantity: lots(5) })
    expect(log).toEqual([])
    stage.tasks.run()
    expect(log[0]).toBe('commit 2 orders, 2 fills')
    expect(log.filter((line) => line.startsWith('commit'))).toHaveLength(1)
    expect(log.filter((line) => line === 'submitAnswered')).toHaveLength(2)
  })

  it('publishes nothing and stops when its store is broken, not only full', () => {
    const store = createMemoryStore()
    let broken = false
    const commit = (changes: ClearingChanges): void => {
      if (broken) throw new Error('malformed')
      void store.commit(changes)
    }
    const stage = marked({ store: { ...store, commit } })
    const eventsBefore = stage.events.length
    broken = true
    stage.send()
    expect(() => stage.tasks.run()).toThrow('malformed')
    broken = false
    stage.send()
    stage.mark(100)
    stage.tasks.run()
    expect(stage.events).toHaveLength(eventsBefore)
  })

  it('writes nothing when nothing has changed', () => {
    const log: string[] = []
    const stage = marked({ store: aRecordingStore(log) })
    log.length = 0
    stage.mark(600_001)
    stage.account()
    stage.submit({ quantity: lots(0) })
    expect(log).toEqual([])
  })

  it('answers reads of the same turn with the committed state', () => {
    const stage = marked()
    stage.quote('SELL', 600_000, 3)
    stage.venue.send({ kind: 'readAccount', sinceMs: 0, queryId: 1 })
    stage.send({ quantity: lots(3) }, { id: 'one' })
    stage.venue.send({ kind: 'queryOrder', symbol: 'BTCUSDT', venueClientId: 'one', queryId: 2 })
    stage.tasks.run()
    expect(stage.of('accountRead')[0]?.snapshot).toMatchObject({
      positions: [{ quantity: 3 }],
      fills: [{ quantity: 3 }],
    })
    expect(stage.of('orderQueried')[0]?.outcome).toMatchObject({ kind: 'found', order: { status: 'FILLED' } })
  })

  it('retains events while the subscriber is behind', () => {
    const stage = marked()
    stage.taking.events = false
    stage.send({}, { id: 'one' })
    stage.tasks.run(20)
    expect(stage.reportsFor('one')).toEqual([])
    stage.taking.events = true
    stage.tasks.run()
    expect(stage.reportsFor('one')).toHaveLength(1)
  })

  it('reports the stream as lost when the subscriber is behind for too long, and then as restored', () => {
    const stage = marked()
    stage.taking.events = false
    for (let count = 0; count < 50_001; count++) stage.venue.heartbeat()
    stage.tasks.run(5)
    stage.events.length = 0
    stage.taking.events = true
    stage.tasks.run()
    expect(stage.events).toEqual([
      { kind: 'stream', state: 'lost' },
      { kind: 'stream', state: 'connected' },
    ])
  })

  it('answers a request with an unknown outcome when it has no room for it', () => {
    const stage = marked()
    for (let count = 0; count < 10_000; count++) stage.venue.send({ kind: 'readTime', queryId: count })
    stage.send({}, { id: 'late' })
    stage.tasks.run()
    expect(stage.of('submitAnswered')).toMatchObject([{ venueClientId: 'late', outcome: { kind: 'unknown' } }])
    expect(stage.of('timeRead')).toHaveLength(10_000)
  })
})

describe('an exchange', () => {
  it('publishes the connection, its time, and a heartbeat every five seconds of the market', () => {
    const stage = marked()
    stage.venue.send({ kind: 'readTime', queryId: 7 })
    for (let second = 0; second < 10; second++) {
      stage.clock.nowMs += 1_000
      stage.mark(600_000)
    }
    expect(stage.events[0]).toEqual({ kind: 'stream', state: 'connected' })
    expect(stage.of('timeRead')).toEqual([{ kind: 'timeRead', queryId: 7, serverTimeMs: stage.clock.nowMs - 9_000 }])
    expect(stage.of('heartbeat')).toHaveLength(3)
  })

  it('publishes nothing once it is closed, but has stored everything', () => {
    const stage = marked()
    stage.send({}, { id: 'one' })
    stage.tasks.run()
    stage.quote('SELL', 600_000, 4)
    const eventsBefore = stage.events.length
    stage.venue.close()
    stage.send()
    stage.mark(1)
    stage.venue.heartbeat()
    stage.tasks.run()
    expect(stage.events).toHaveLength(eventsBefore)
    expect(stage.store.readFills('one')).toHaveLength(1)
  })

  it('reopened over its store has the same account, and continues where it was', () => {
    const stage = marked()
    stage.quote('SELL', 600_000, 4)
    stage.submit({ quantity: lots(4) }, { id: 'filled' })
    stage.submit({ price: ticks(590_000), quantity: lots(7) }, { id: 'rest' })
    stage.quote('SELL', 590_000, 2)
    const trigger = { price: ticks(580_000), by: 'MARK' } as const
    stage.submit({ side: 'SELL', type: 'STOP_MARKET', price: null, trigger, reduceOnly: true }, { id: 'stop' })
    const before = stage.account()
    stage.reopen()
    expect(stage.account()).toMatchObject({
      ...before,
      positions: before.positions.map((position) => ({ ...position, maintenanceMargin: expect.anything() })),
    })
    stage.mark(600_000)
    expect(stage.account()).toEqual(before)
    stage.quote('SELL', 590_000, 9)
    expect(stage.reportsFor('rest').at(-1)).toMatchObject({ status: 'FILLED', filled: 7 })
    const ids = stage.fills().map(({ execId }) => execId)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
