import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { aStage } from '../../../../test/support/venue-stage.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import { type ClearingChanges, type ClearingStore, createMemoryStore } from '../../exchanges/clearing/clearing-store.ts'
import { StoreError } from './store-error.ts'
import { openVenueStore, type VenueStore } from './venue-store.ts'

const opened = (directory = aTempDirectory()): VenueStore => {
  const store = openVenueStore(directory)
  onTestFinished(() => {
    store.close()
  })
  return store
}

/** A position, an order that rests, a stop, orders that are over, and funding. */
const trade = (store: ClearingStore): void => {
  const stage = aStage({ store })
  stage.mark(600_000)
  stage.quote('SELL', 600_000, 40)
  stage.submit({ quantity: lots(30) }, { id: 'filled' })
  stage.submit({ price: ticks(590_000) }, { id: 'rest' })
  stage.submit({ price: ticks(590_000) }, { id: 'cancelled' })
  stage.cancel('cancelled')
  const trigger = { price: ticks(580_000), by: 'MARK' } as const
  stage.submit({ side: 'SELL', type: 'STOP_MARKET', price: null, trigger, reduceOnly: true }, { id: 'stop' })
  stage.clock.nowMs += 10 * 3_600_000
  stage.mark(600_000)
  stage.venue.close()
}

const readEverything = (store: ClearingStore) => ({
  account: store.readAccount(),
  open: store.readOpenOrders(),
  orders: ['filled', 'rest', 'cancelled', 'stop', 'never'].map((id) => store.findOrder(id)),
  filledFills: store.readFills('filled'),
  fills: store.fillsSince(0),
  funding: store.fundingSince(0),
})

describe('a venue store', () => {
  it('is empty when it is new', () => {
    expect(readEverything(opened())).toEqual(readEverything(createMemoryStore()))
  })

  it('stores the same as the one in memory', () => {
    const [durable, fleeting] = [opened(), createMemoryStore()]
    trade(durable)
    trade(fleeting)
    expect(readEverything(durable)).toEqual(readEverything(fleeting))
    expect(readEverything(durable).open.map(({ venueClientId }) => venueClientId)).toEqual(['rest', 'stop'])
    expect([durable.fillsSince(0).length, durable.fundingSince(0).length]).toEqual([1, 1])
    expect([durable.fillsSince(Number.MAX_SAFE_INTEGER), durable.fundingSince(Number.MAX_SAFE_INTEGER)]).toEqual([
      [],
      [],
    ])
  })

  it('has the same account after a reopen', () => {
    const directory = aTempDirectory()
    const first = openVenueStore(directory)
    trade(first)
    const before = readEverything(first)
    first.close()
    expect(readEverything(opened(directory))).toEqual(before)
    expect(statSync(join(directory, 'exchange.sqlite')).mode & 0o777).toBe(0o600)
  })

  it('applies a commit fully or not at all', () => {
    const store = opened()
    trade(store)
    const before = readEverything(store)
    const [fill] = before.fills
    const [order] = before.open
    if (!fill || !order || !before.account) throw new Error('nothing was traded')
    const changes: ClearingChanges = {
      account: { ...before.account, walletBalance: 0n },
      orders: [{ ...order, status: 'CANCELED' }],
      fills: [{ ...fill, execId: '1' }, fill],
      funding: [],
    }
    expect(() => store.commit(changes)).toThrow(StoreError)
    expect(readEverything(store)).toEqual(before)
  })
})
