import { describe, expect, it } from 'vitest'
import { aStage } from '../../../../test/support/venue-stage.ts'
import { HOUR_MS } from '../../../core/instant.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { VenueEvent } from '../../../engine/model/venue.ts'
import { anOutageStage, createFillableStore } from './outage-fixture.ts'

const LOST: VenueEvent = { kind: 'stream', state: 'lost' }
const CONNECTED: VenueEvent = { kind: 'stream', state: 'connected' }
const UNKNOWN = { kind: 'unknown', reason: 'the exchange is down' }

/** Opens an exchange with a mark price and liquidity to buy. */
const opened = () => {
  const scene = anOutageStage()
  scene.stage.mark(600_000)
  scene.stage.quote('SELL', 600_000, 5)
  return scene
}

/** Down since it could not write an order that was filled. */
const down = () => {
  const scene = opened()
  scene.disk.full = true
  scene.stage.events.length = 0
  scene.stage.send({ quantity: lots(5) }, { id: 'held' })
  scene.stage.tasks.run()
  return scene
}

const recover = ({ stage, disk, retry }: ReturnType<typeof down>): VenueEvent[] => {
  stage.events.length = 0
  disk.full = false
  retry()
  return [...stage.events]
}

describe('an exchange whose store rejects writes', () => {
  it('publishes only that its stream is lost, once', () => {
    const { stage, retry } = down()
    retry()
    retry()
    stage.mark(600_100)
    stage.venue.heartbeat()
    stage.tasks.run()
    expect(stage.events).toEqual([LOST])
    expect(stage.store.findOrder('held')).toBeUndefined()
  })

  it('answers every request immediately with an unknown outcome', () => {
    const { stage } = down()
    stage.events.length = 0
    stage.send({}, { id: 'new' })
    stage.venue.send({ kind: 'cancel', symbol: 'BTCUSDT', venueClientId: 'held' })
    stage.venue.send({ kind: 'queryOrder', symbol: 'BTCUSDT', venueClientId: 'held', queryId: 1 })
    stage.venue.send({ kind: 'readAccount', sinceMs: 0, queryId: 2 })
    stage.venue.send({ kind: 'readTime', queryId: 3 })
    stage.tasks.run()
    const { reason } = UNKNOWN
    expect(stage.events).toEqual([
      { kind: 'submitAnswered', venueClientId: 'new', outcome: UNKNOWN },
      { kind: 'cancelAnswered', venueClientId: 'held', outcome: UNKNOWN },
      { kind: 'orderQueried', venueClientId: 'held', queryId: 1, outcome: { kind: 'failed', reason } },
      { kind: 'accountRead', queryId: 2, snapshot: null },
      { kind: 'timeRead', queryId: 3, serverTimeMs: null },
    ])
  })

  it('answers the reads of the failed turn with nothing definite', () => {
    const { stage, disk } = opened()
    disk.full = true
    stage.events.length = 0
    stage.send({}, { id: 'held' })
    stage.venue.send({ kind: 'queryOrder', symbol: 'BTCUSDT', venueClientId: 'held', queryId: 1 })
    stage.tasks.run()
    expect(stage.events).toEqual([
      LOST,
      { kind: 'orderQueried', venueClientId: 'held', queryId: 1, outcome: { kind: 'failed', reason: UNKNOWN.reason } },
    ])
  })

  it('tries again after each pause, and only then', () => {
    const scene = down()
    const { stage, waiting, retry } = scene
    expect(waiting).toHaveLength(1)
    stage.mark(600_100)
    stage.send({}, { id: 'new' })
    stage.tasks.run()
    expect(waiting).toHaveLength(1)
    retry()
    expect(waiting).toHaveLength(1)
    recover(scene)
    expect(waiting).toHaveLength(0)
  })

  it('reports once that it is down and once that it has recovered', () => {
    const scene = down()
    const { notes, retry } = scene
    retry()
    expect(notes).toEqual(['down: the disk is full'])
    recover(scene)
    retry()
    expect(notes).toEqual(['down: the disk is full', 'up'])
  })

  it('publishes everything it held back once it can write again', () => {
    const scene = down()
    const { stage } = scene
    expect(recover(scene)).toMatchObject([
      CONNECTED,
      { kind: 'submitAnswered', venueClientId: 'held', outcome: { kind: 'accepted' } },
      { kind: 'report', report: { venueClientId: 'held', status: 'NEW' } },
      { kind: 'fill', fill: { venueClientId: 'held', quantity: 5 } },
      { kind: 'report', report: { venueClientId: 'held', status: 'FILLED' } },
      { kind: 'position', position: { quantity: 5 } },
    ])
    expect(stage.query('held')).toMatchObject({ kind: 'found', order: { status: 'FILLED' } })
    expect(stage.account()).toMatchObject({ positions: [{ quantity: 5 }], fills: [{ quantity: 5 }] })
  })

  it('never executes requests sent meanwhile', () => {
    const scene = down()
    const { stage } = scene
    stage.send({ price: ticks(590_000) }, { id: 'new' })
    stage.venue.send({ kind: 'cancel', symbol: 'BTCUSDT', venueClientId: 'held' })
    recover(scene)
    expect(stage.query('new')).toEqual({ kind: 'notFound' })
    expect(stage.submit({ price: ticks(590_000) }, { id: 'new' })).toMatchObject({ kind: 'accepted' })
  })

  it('continues with the market: orders are filled and triggered, and funding is settled', () => {
    const scene = opened()
    const { stage, disk } = scene
    stage.submit({ quantity: lots(5) }, { id: 'bought' })
    stage.submit({ price: ticks(590_000), quantity: lots(7) }, { id: 'rest' })
    const trigger = { price: ticks(580_000), by: 'MARK' } as const
    const stop = { side: 'SELL', type: 'STOP_MARKET', price: null, trigger, reduceOnly: true } as const
    stage.submit({ ...stop, quantity: lots(5) }, { id: 'stop' })
    disk.full = true
    const eventsBefore = stage.events.length
    stage.quote('SELL', 590_000, 7)
    stage.clock.nowMs += 10 * HOUR_MS
    stage.mark(595_000)
    stage.quote('BUY', 579_000, 5)
    stage.mark(579_500)
    expect(stage.events.slice(eventsBefore)).toEqual([LOST])
    recover(scene)
    expect(stage.reportsFor('rest').at(-1)).toMatchObject({ status: 'FILLED', filled: 7 })
    expect(stage.reportsFor('stop').at(-1)).toMatchObject({ status: 'FILLED', filled: 5 })
    expect(stage.of('funding')).toHaveLength(1)
    const { positions, walletBalance } = stage.account()
    expect(positions).toMatchObject([{ quantity: 7 }])
    expect(walletBalance).toBe(stage.store.readAccount()?.walletBalance)
  })

  it('reports the lost stream to every new subscriber', () => {
    const { stage, disk, retry } = down()
    const venueEvents: VenueEvent[] = []
    stage.venue.open({ offer: (event) => venueEvents.push(event) > 0 })
    stage.tasks.run()
    expect(venueEvents).toEqual([LOST])
    disk.full = false
    retry()
    expect(venueEvents.slice(1, 3)).toMatchObject([CONNECTED, { kind: 'submitAnswered', venueClientId: 'held' }])
  })

  it('also goes down when it is new and cannot be written even once', () => {
    const disk = { full: true }
    const stage = aStage({ store: createFillableStore(disk) })
    expect(stage.events).toMatchObject([CONNECTED, LOST])
  })

  it('can be closed, and has the written state when reopened', () => {
    const { stage, disk, retry } = down()
    stage.venue.close()
    retry()
    expect(stage.events).toEqual([LOST])
    disk.full = false
    stage.reopen()
    expect(stage.query('held')).toEqual({ kind: 'notFound' })
    expect(stage.account().positions).toEqual([])
  })

  it('can be closed when that is when it fails', () => {
    const { stage, disk, notes } = opened()
    disk.full = true
    stage.venue.interfere({ kind: 'tradeByHand', symbol: 'BTCUSDT', side: 'BUY', quantity: lots(1) })
    stage.venue.close()
    expect(notes).toEqual(['down: the disk is full'])
  })

  it('writes what it held back when it is closed and can', () => {
    const { stage, disk } = down()
    disk.full = false
    stage.venue.close()
    expect(stage.store.findOrder('held')).toMatchObject({ status: 'FILLED' })
  })

  it('ends when more is waiting to be written than its limit', () => {
    const scene = down()
    const { stage } = scene
    for (let count = 0; count < 25_000; count++) {
      stage.venue.interfere({ kind: 'tradeByHand', symbol: 'BTCUSDT', side: 'BUY', quantity: lots(1) })
    }
    expect(() => stage.tasks.run()).toThrow('the disk is full')
    recover(scene)
    expect(stage.events).toEqual([])
  })
})
