import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountTrade, Balance } from '../../contract/account.ts'
import type { AutotradingStatus } from '../../contract/control.ts'
import type { EntryDecision } from '../../contract/decisions.ts'
import type { Kline } from '../../contract/market.ts'
import type { Signal } from '../../contract/signals.ts'
import type { BookData } from '../../contract/stream/channel-data.ts'
import type { ControlEvent } from '../../contract/stream/control-event.ts'
import type { Order, Position } from '../../contract/trading.ts'
import { type EngineStore, openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { HOUR_MS, MINUTE_MS } from '../../server/core/instant.ts'
import type { Result } from '../../server/core/result.ts'
import { bookBody, displayedBook } from '../../server/views/order-book.ts'
import { createBookClient } from '../support/book-client.ts'
import type { ChannelUpdate } from '../support/channel-reader.ts'
import { ALL_CHANNELS, type ChannelStage, openChannelStage } from './channel-stage.ts'

let directory: string
let store: EngineStore
let stage: ChannelStage

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-channels-'))
  store = openEngineStore(directory)
  stage = openChannelStage(store)
  stage.runFor(HOUR_MS)
  stage.subscribe()
  for (let minute = 0; minute < 5 * 60; minute++) stage.runFor(MINUTE_MS)
}, 120_000)
afterAll(() => {
  store.close()
  rmSync(directory, { recursive: true, force: true })
})

const updatesFrom = <Data>(address: string) => (stage.received.get(address) ?? []) as readonly ChannelUpdate<Data>[]
const itemsFrom = <Item>(address: string): Item[] =>
  updatesFrom<{ items: Item[] }>(address).flatMap(({ data }) => data.items)
/** Returns the last message about each item. */
const lastByKey = <Item>(address: string, readKey: (item: Item) => unknown): Item[] => [
  ...new Map(itemsFrom<Item>(address).map((item) => [readKey(item), item])).values(),
]

const PAGE = { fromMs: undefined, toMs: undefined, limit: 200, cursor: undefined }
const itemsIn = <Item>(result: Result<{ items: readonly Item[] }, unknown>): readonly Item[] =>
  result.ok ? result.value.items : []

describe('a subscriber to every channel of an autotrading engine', () => {
  it('receives a snapshot first on each channel', () => {
    const first = ALL_CHANNELS.map(({ address }) => [address, updatesFrom(address)[0]?.type])
    expect(first).toEqual(ALL_CHANNELS.map(({ address }) => [address, 'snapshot']))
  })

  it('rejects symbols that are not traded here and unknown items', () => {
    const refusals = ['market.trades:NOSUCHUSDT', 'market.prices:BTCUSDT'].map((name) => stage.channels.open(name))
    expect(refusals).toMatchObject([
      {
        ok: false,
        error: { detail: 'NOSUCHUSDT is not traded here.', remedy: expect.stringMatching(/market\/instruments/) },
      },
      { ok: false, error: { detail: 'There is no channel "market.prices:BTCUSDT".' } },
    ])
  })

  it('has the current state of every working order and the final state of the others', () => {
    const orders = lastByKey<Order>('account.orders', ({ orderId }) => orderId)
    expect(orders.length).toBeGreaterThan(50)
    for (const order of orders) expect(order).toEqual(stage.parts.trading.order(order.orderId))
    const ids = new Set(orders.map(({ orderId }) => orderId))
    const query = { symbols: null, statuses: null, clientOrderId: null, origin: null, ...PAGE }
    const working = itemsIn(stage.parts.trading.orders({ ...query, open: true }))
    expect(working.filter(({ orderId }) => !ids.has(orderId))).toEqual([])
  })

  it('receives every ledger entry of the account exactly once', () => {
    const fills = itemsFrom<AccountTrade>('account.fills')
    const ids = fills.map(({ fillId }) => fillId)
    expect([new Set(ids).size, ids.length > 50]).toEqual([ids.length, true])
    const trades = itemsIn(
      stage.parts.trading.accountTrades({ symbols: null, orderId: null, positionId: null, ...PAGE }),
    )
    const known = new Map(fills.map((line) => [line.fillId, line]))
    expect(trades.slice(0, ids.length).map(({ fillId }) => known.get(fillId))).toEqual(trades.slice(0, ids.length))
  })

  it('has every open position in its current state, and reports the others as closed', () => {
    const last = lastByKey<Position>('account.positions', ({ id }) => id)
    const sameBut = ({ source, ...position }: Position) => ({ ...position, source: source.status })
    const query = { symbols: null, statuses: ['OPEN', 'CLOSING'] as const, ...PAGE }
    const open = last.filter(({ status }) => status !== 'CLOSED')
    const positions = itemsIn(stage.parts.trading.positions(query))
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    expect(open.map(sameBut).toSorted(byId)).toEqual(positions.map(sameBut).toSorted(byId))
    expect(last.filter(({ status }) => status === 'CLOSED').length).toBeGreaterThan(10)
  })

  it('has the current balance', () => {
    const lastUpdate = updatesFrom<Balance>('account.balance').at(-1)
    const { asOf: _now, source: _fresh, ...figures } = stage.parts.trading.balance()
    expect(lastUpdate?.data).toMatchObject(figures)
  })

  it('has the newest signal of every series with its outcome, and every entry', () => {
    const signals = new Map(
      lastByKey<Signal>('signals', ({ signalId }) => signalId).map((signal) => [signal.signalId, signal]),
    )
    const query = { symbols: null, strategyId: null, interval: null, minConfidence: null }
    const newest = itemsIn(stage.parts.signals.latest(query))
    expect(newest.length).toBeGreaterThan(20)
    const outcomes = newest.map(({ signalId, outcome }) => [signalId, outcome])
    expect(newest.map(({ signalId }) => [signalId, signals.get(signalId)?.outcome])).toEqual(outcomes)

    const entries = itemsFrom<EntryDecision>('autotrading.decisions').map(({ candidateId }) => candidateId)
    const decisions = itemsIn(stage.parts.signals.decisions({ ...query, ordered: null, gateId: null, ...PAGE }))
    expect([new Set(entries).size, entries.length > 50]).toEqual([entries.length, true])
    const newestIds = decisions.slice(0, 100).map(({ candidateId }) => candidateId)
    expect(newestIds.filter((candidateId) => !entries.includes(candidateId))).toEqual([])
  })

  it('has every control change of the engine and the resulting state', () => {
    const events = itemsFrom<ControlEvent>('control.events')
    const kinds = new Set(events.map(({ kind }) => kind))
    expect([...kinds]).toEqual(expect.arrayContaining(['STATE_CHANGED', 'BREAKER_TRIPPED', 'BREAKERS_REARMED']))
    const status = updatesFrom<AutotradingStatus>('autotrading.status').at(-1)?.data
    const { state, breakers } = stage.parts.controlViews.status()
    expect([status?.state, status?.breakers.map((breaker) => breaker.state)]).toEqual([
      state,
      breakers.map((breaker) => breaker.state),
    ])
    expect(events.findLast(({ kind }) => kind === 'STATE_CHANGED')?.state).toBe(state)
  })

  it('has the candles and the order book of the market', () => {
    const klines = lastByKey<Kline>('market.kline.{interval}:{symbol}', ({ openTimeMs }) => openTimeMs)
    const { views } = stage.parts
    const entry = views.reader.market.instruments.get('BTCUSDT')
    if (!entry) throw new Error('BTCUSDT is not listed')
    const newest = views.series.newest({ symbol: 'BTCUSDT', interval: '5m', limit: 60 }, entry.instrument)
    expect(klines.filter(({ closed }) => closed).slice(-60)).toEqual(newest.map(({ json }) => JSON.parse(json)))

    const client = createBookClient()
    for (const message of updatesFrom<BookData>('market.orderbook.{depth}:{symbol}')) client.apply(message)
    const { bids, asks } = bookBody(entry.instrument, displayedBook(entry, 20))
    expect(client.book).toEqual({ bids, asks })
  })
})
