import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { StoreFailure } from '../../../core/errors.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import { anOutageStage } from '../../exchanges/clearing/outage-fixture.ts'
import { VENUE_SCHEMA } from '../migrations/venue.ts'
import { openDatabase } from './database.ts'
import { createVenueStore, openVenueStore } from './venue-store.ts'

/** A store whose file may not grow past a number of pages. */
const aBoundedStore = (directory = aTempDirectory()) => {
  const database = openDatabase(join(directory, 'exchange.sqlite'), VENUE_SCHEMA)
  const store = createVenueStore(database)
  const allow = (pages: number): void => database.exec(`PRAGMA max_page_count = ${pages}`)
  onTestFinished(store.close)
  return { directory, store, fill: () => allow(1), free: () => allow(1_000_000) }
}

/** Creates an exchange that is down because its file could not grow, with the write that caused it. */
const aFullExchange = () => {
  const bounded = aBoundedStore()
  const scene = anOutageStage({ store: bounded.store })
  const { stage } = scene
  stage.mark(600_000)
  bounded.fill()
  const sent: string[] = []
  while (scene.notes.length === 0 && sent.length < 1_000) {
    sent.push(stage.send({ price: ticks(590_000), quantity: lots(1) }))
    stage.tasks.run()
  }
  return { ...bounded, ...scene, sent }
}

describe('an exchange whose database cannot grow', () => {
  it('goes down, retains its state, and writes all of it when there is room again', () => {
    const { stage, notes, sent, store, directory, free, retry } = aFullExchange()
    expect(notes).toEqual([expect.stringMatching(/exchange\.sqlite cannot be written \(database or disk is full\)\./)])
    expect(stage.of('stream').at(-1)).toEqual({ kind: 'stream', state: 'lost' })
    const held = sent.at(-1) ?? ''
    expect(store.findOrder(held)).toBeUndefined()
    stage.quote('SELL', 590_000, 3)
    retry()
    expect([notes.length, stage.reportsFor(held), stage.fills()]).toEqual([1, [], []])

    free()
    retry()
    expect(notes.slice(1)).toEqual(['up'])
    expect(stage.reportsFor(held)).toMatchObject([{ status: 'NEW' }])
    const account = stage.account()
    expect(account).toMatchObject({ positions: [{ quantity: 3 }], fills: [{}, {}, {}] })
    expect(account.openOrders).toHaveLength(sent.length - 3)

    stage.venue.close()
    const reopened = openVenueStore(directory)
    onTestFinished(reopened.close)
    expect(reopened.readOpenOrders()).toHaveLength(sent.length - 3)
    expect(reopened.fillsSince(0)).toEqual(account.fills)
    expect(reopened.readAccount()?.walletBalance).toBe(account.walletBalance)
  })

  it('still reads stored data, and reports that a write failed', () => {
    const { store, sent } = aFullExchange()
    const [first = ''] = sent
    const written = store.findOrder(first)
    const account = store.readAccount()
    if (!written || !account) throw new Error('nothing was written')
    const orders = Array.from({ length: 500 }, (_, index) => ({ ...written, venueClientId: `more${index}` }))
    expect(() => store.commit({ account, orders, fills: [], funding: [] })).toThrow(StoreFailure)
    expect(store.findOrder('more0')).toBeUndefined()
    expect(store.findOrder(first)).toEqual(written)
  })
})
