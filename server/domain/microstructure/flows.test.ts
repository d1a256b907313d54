import { describe, expect, it } from 'vitest'
import { aDelta, aSnapshot, aTrade, levels, NOON_MS } from '../../../test/support/market-samples.ts'
import { applyDelta, applySnapshot, createOrderBook } from '../market/order-book.ts'
import { addValue, computeZScore, createMoments, readMoments } from './moments.ts'
import {
  computeCvd,
  computeVpin,
  countTrade,
  createOrderFlow,
  createTradeFlow,
  createVpin,
  fillBuckets,
  followTouch,
  sizeBuckets,
  takenPerSecond,
} from './order-flow.ts'

describe('order-flow imbalance', () => {
  const bid = [999, 5] as const
  const ask = [1_001, 4] as const

  it.each([
    ['more is bid at the same price', { bids: levels([999, 8]) }, 3],
    ['less is bid at the same price', { bids: levels([999, 1]) }, -4],
    ['a better bid comes', { bids: levels([1_000, 7]) }, 7],
    ['the best bid goes', { bids: levels([999, 0]) }, -5],
    ['the ask quantity grows at the same price', { asks: levels([1_001, 6]) }, -2],
    ['a better ask arrives', { asks: levels([1_000, 9]) }, -9],
    ['the best ask is removed', { asks: levels([1_001, 0]) }, 4],
  ])('when %s', (_, change, expected) => {
    const book = createOrderBook()
    const flow = createOrderFlow()
    applySnapshot(book, aSnapshot({ bids: levels(bid, [998, 7]), asks: levels(ask, [1_002, 6]) }))
    followTouch(flow, book, NOON_MS)
    applyDelta(book, aDelta(100, 101, 100, change))
    followTouch(flow, book, NOON_MS + 1)
    expect(flow.sum).toBe(expected)
    const depth = ((book.bids.best()?.quantity ?? 0) + (book.asks.best()?.quantity ?? 0)) / 2
    followTouch(flow, book, NOON_MS + 10_000)
    expect(flow.ofi).toBeCloseTo(expected / depth, 12)
  })
})

describe('moments', () => {
  it('are those of the last hour, silence included', () => {
    const moments = createMoments()
    addValue(moments, NOON_MS - 3_600_000, 1_000)
    addValue(moments, NOON_MS - 60_000, 4)
    addValue(moments, NOON_MS, 0, 3)
    expect(readMoments(moments, NOON_MS)).toEqual({ n: 4, sum: 4, mean: 1, deviation: 2 })
    expect(computeZScore(readMoments(moments, NOON_MS), 5, 4)).toBe(2)
    expect(computeZScore(readMoments(moments, NOON_MS), 5, 5)).toBeNull()
  })

  it('return no z-score for a constant series', () => {
    const moments = createMoments()
    addValue(moments, NOON_MS, 7, 100)
    expect(computeZScore(readMoments(moments, NOON_MS), 9, 2)).toBeNull()
  })
})

describe('trade flow', () => {
  it('counts taker buys minus taker sells, for each second', () => {
    const flow = createTradeFlow()
    countTrade(flow, aTrade({ at: NOON_MS, quantity: 5 }))
    countTrade(flow, aTrade({ at: NOON_MS + 400, quantity: 2, takerSide: 'SELL' }))
    countTrade(flow, aTrade({ at: NOON_MS + 4_000, quantity: 1 }))
    expect(computeCvd(flow)).toBe(4)
    expect(takenPerSecond(flow, -1, NOON_MS + 4_000)).toMatchObject({ n: 4, sum: 5 })
    expect(takenPerSecond(flow, 1, NOON_MS + 4_000)).toMatchObject({ n: 4, sum: 2 })
  })
})

describe('VPIN', () => {
  it('is not reported before fifty buckets of a known day are full', () => {
    const vpin = createVpin()
    fillBuckets(vpin, aTrade({ quantity: 1_000 }))
    expect(computeVpin(vpin)).toBeNull()
    sizeBuckets(vpin, 500)
    for (let count = 0; count < 49; count++) fillBuckets(vpin, aTrade({ quantity: 10 }))
    expect(computeVpin(vpin)).toBeNull()
    fillBuckets(vpin, aTrade({ quantity: 10 }))
    expect(computeVpin(vpin)).toBe(1)
  })

  it('is the mean imbalance of the buckets, whatever sizes fill them', () => {
    const vpin = createVpin()
    sizeBuckets(vpin, 500)
    for (let count = 0; count < 50; count++) {
      fillBuckets(vpin, aTrade({ quantity: 7 }))
      fillBuckets(vpin, aTrade({ quantity: 3, takerSide: 'SELL' }))
    }
    expect(computeVpin(vpin)).toBeCloseTo(0.4, 12)
    fillBuckets(vpin, aTrade({ quantity: 1_000_000_000, takerSide: 'SELL' }))
    expect(computeVpin(vpin)).toBe(1)
  })
})
