import { describe, expect, it } from 'vitest'
import type { Balance } from '../../../contract/account.ts'
import type { FillsData, OrdersData, PositionsData } from '../../../contract/stream/channel-data.ts'
import { aFill, anId, anOrder, aPlan, aPosition } from '../../../test/support/book-samples.ts'
import { parseData } from '../../../test/support/channel-reader.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { openTradingBooks } from '../../../test/support/trading-books.ts'
import { aFunding, TRADING_FACTS } from '../../../test/support/trading-facts.ts'
import { EMPTY_ACCOUNT, openedWith } from '../../domain/account/account.ts'
import { lots } from '../../domain/market/instrument.ts'
import type { Fact } from '../../engine/model/facts.ts'
import type { LosslessSource } from '../source.ts'
import { balanceSource, fillsSource, ordersSource, positionsSource } from './account-sources.ts'

const readData = <Data>(address: string, json: string | undefined): Data | undefined =>
  json === undefined ? undefined : parseData<Data>(address, json)

/** Returns the messages of a source, each in the form of its channel. */
const openChannel = <Data>(address: string, source: LosslessSource, now: () => number) => ({
  snapshot: () => readData<Data>(address, source.snapshot(now())),
  onFacts: (...facts: readonly Fact[]) => readData<Data>(address, source.onFacts?.(facts, now())),
  pass: () => readData<Data>(address, source.passing?.poll(now())),
})

const reported = (number: number): Fact => ({
  kind: 'orderRejected',
  orderId: anId('ord', number),
  reason: 'no',
  atMs: NOON_MS,
})
const executed = (...numbers: readonly number[]): Fact => ({
  kind: 'executed',
  fills: numbers.map((number) => aFill({ fillId: anId('fil', number), execId: String(number) })),
  plan: aPlan(),
  late: false,
  atMs: NOON_MS,
})

describe('the order channel', () => {
  const open = () => {
    const books = openTradingBooks()
    return {
      ...books,
      channel: openChannel<OrdersData>('account.orders', ordersSource(books.views), () => books.state.nowMs),
    }
  }

  it('begins with the newest two hundred working orders', () => {
    const { put, channel } = open()
    put(anOrder({ orderId: anId('ord', 999), venueClientId: 'x', status: 'CANCELED' }))
    for (let number = 1; number <= 201; number++) {
      put(anOrder({ orderId: anId('ord', number), venueClientId: String(number), createdAtMs: NOON_MS + number }))
    }
    const ids = channel.snapshot()?.items.map(({ orderId }) => orderId)
    expect([ids?.length, ids?.[0], ids?.at(-1)]).toEqual([200, anId('ord', 201), anId('ord', 2)])
  })

  it('publishes each order of a turn once, in its state after it, open or ended', () => {
    const { put, channel } = open()
    put(anOrder({ orderId: anId('ord', 1), status: 'REJECTED', version: 3 }))
    put(anOrder({ orderId: anId('ord', 2), venueClientId: 'y', status: 'NEW' }))
    const items = channel.onFacts(reported(1), reported(1), executed(), reported(2), reported(77))?.items
    expect(items?.map(({ orderId, status, version }) => [orderId, status, version])).toEqual([
      [anId('ord', 1), 'REJECTED', 3],
      [anId('ord', 2), 'NEW', 1],
    ])
    expect(channel.onFacts({ kind: 'stopCompleted', atMs: NOON_MS })).toBeUndefined()
  })
})

describe('the account entries channel', () => {
  it('begins with the newest fifty, then publishes booked entries, newest first', () => {
    const books = openTradingBooks()
    const channel = openChannel<FillsData>('account.fills', fillsSource(books.views), () => books.state.nowMs)
    for (let number = 1; number <= 60; number++) {
      books.store.entries.push({
        kind: 'fill',
        fill: aFill({ fillId: anId('fil', number), executedAtMs: NOON_MS + number }),
      })
    }
    const ids = channel.snapshot()?.items.map(({ fillId }) => fillId)
    expect([ids?.length, ids?.[0]]).toEqual([50, anId('fil', 60)])

    const funding: Fact = { kind: 'fundingPaid', funding: aFunding(), positionId: null, atMs: NOON_MS }
    const news = channel.onFacts(executed(61, 62), reported(1), funding)?.items
    expect(news?.map(({ kind, fillId }) => [kind, fillId])).toEqual([
      ['FUNDING', aFunding().fundingId],
      ['TRADE', anId('fil', 62)],
      ['TRADE', anId('fil', 61)],
    ])
    expect(channel.onFacts(reported(1))).toBeUndefined()
  })
})

describe('the position channel', () => {
  const open = () => {
    const books = openTradingBooks()
    books.mark('BTCUSDT', 1_000)
    return {
      ...books,
      channel: openChannel<PositionsData>('account.positions', positionsSource(books.views), () => books.state.nowMs),
    }
  }

  it('publishes an open one when its mark price has moved, and not because time has passed', () => {
    const { hold, mark, channel, state } = open()
    hold(aPosition())
    expect(channel.snapshot()?.items).toHaveLength(1)
    state.nowMs += 1_000
    expect(channel.pass()).toBeUndefined()
    mark('BTCUSDT', 1_001)
    expect(channel.pass()?.items).toMatchObject([{ markPrice: '100.10000000' }])
    expect(channel.pass()).toBeUndefined()
  })

  it('publishes to every subscriber the state that a later one received in its snapshot', () => {
    const { hold, mark, channel } = open()
    hold(aPosition())
    channel.snapshot()
    mark('BTCUSDT', 1_001)
    channel.snapshot()
    expect(channel.pass()?.items).toHaveLength(1)
  })

  it('publishes changes by facts immediately, including those of protective orders only, and ended ones once more', () => {
    const { hold, put, channel } = open()
    channel.snapshot()
    const stopOrderId = anId('ord', 5)
    put(anOrder({ orderId: stopOrderId, status: 'PENDING_NEW' }))
    const position = hold(aPosition({ protection: { ...aPosition().protection, stopOrderId } }))
    expect(channel.onFacts(executed(1))?.items).toMatchObject([{ status: 'OPEN' }])
    put(anOrder({ orderId: stopOrderId, status: 'UNTRIGGERED' }))
    expect(channel.onFacts(reported(5))?.items).toMatchObject([{ protection: { stopLoss: { status: 'UNTRIGGERED' } } }])
    expect(channel.onFacts(reported(5))).toBeUndefined()
    hold({ ...position, status: 'CLOSED', quantity: lots(0), closedAtMs: NOON_MS })
    expect(channel.onFacts(executed(2))?.items).toMatchObject([{ status: 'CLOSED', markPrice: null }])
    expect(channel.pass()).toBeUndefined()
    expect(channel.onFacts({ kind: 'stopCompleted', atMs: NOON_MS })).toBeUndefined()
  })
})

describe('the balance channel', () => {
  it('publishes booked changes immediately, changes of mark prices with the next second, and nothing else', () => {
    const { views, ledger, hold, mark, state } = openTradingBooks()
    const channel = openChannel<Balance>('account.balance', balanceSource(views), () => state.nowMs)
    ledger.account = openedWith(EMPTY_ACCOUNT, 1_000_000_000_000n)
    mark('BTCUSDT', 1_000)
    expect(channel.snapshot()).toMatchObject({ walletBalance: '10000.00000000' })
    state.nowMs += 1_000
    state.venueReadAtMs = state.nowMs
    expect([channel.pass(), channel.onFacts(executed(1))]).toEqual([undefined, undefined])
    hold(aPosition())
    mark('BTCUSDT', 1_100)
    expect(channel.onFacts(reported(1))).toBeUndefined()
    expect(channel.pass()).toMatchObject({ unrealizedPnl: '0.10000000' })
    ledger.account = openedWith(EMPTY_ACCOUNT, 900_000_000_000n)
    expect(channel.onFacts(executed(2))).toMatchObject({ walletBalance: '9000.00000000' })
    expect(channel.pass()).toBeUndefined()
  })

  it('publishes to every subscriber the state that a later one received in its snapshot', () => {
    const { views, ledger, state } = openTradingBooks()
    const channel = openChannel<Balance>('account.balance', balanceSource(views), () => state.nowMs)
    channel.snapshot()
    ledger.account = openedWith(EMPTY_ACCOUNT, 900_000_000_000n)
    channel.snapshot()
    expect(channel.pass()).toMatchObject({ walletBalance: '9000.00000000' })
  })

  it('publishes once that the account reading is too old', () => {
    const { views, state } = openTradingBooks()
    const channel = openChannel<Balance>('account.balance', balanceSource(views), () => state.nowMs)
    channel.snapshot()
    state.nowMs += 3_600_000
    expect([channel.pass()?.source.status, channel.pass()]).toEqual(['STALE', undefined])
  })
})

it('no account channel fails on a fact of any kind', () => {
  const { views, put, state } = openTradingBooks()
  put(anOrder())
  for (const open of [ordersSource, fillsSource, positionsSource, balanceSource]) {
    expect(() => open(views).onFacts?.(TRADING_FACTS, state.nowMs)).not.toThrow()
  }
})
