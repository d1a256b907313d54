import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContractListing, aListing } from '../../../../../test/ccxt-market/listing-samples.ts'
import { readTrade } from './read-trade.ts'

const rawTrade = { id: '7', timestamp: 1_795_264_206_333, side: 'buy', price: '61800.30', amount: '0.006' }

describe('readTrade', () => {
  it('reads price and quantity exactly', () => {
    expect(readTrade(rawTrade, aListing())).toEqual({
      ok: true,
      value: {
        symbol: 'BTCUSDT',
        tradeId: '7',
        sequence: null,
        price: 618_003,
        quantity: 6,
        takerSide: 'BUY',
        tradedAtMs: 1_795_264_206_333,
      },
    })
  })

  it('converts contracts into the same lots', () => {
    const read = readTrade({ ...rawTrade, side: 'sell', amount: '2.5' }, aContractListing())
    expect(read).toMatchObject({ value: { quantity: 25, takerSide: 'SELL' } })
  })

  it.each([
    ['no id', { id: undefined }, /without an ID/],
    ['an empty id', { id: '' }, /without an ID/],
    ['no time', { timestamp: undefined }, /without a time/],
    ['a time that is none', { timestamp: 'soon' }, /without a time/],
    ['no side', { side: undefined }, /without a side/],
    ['a side we do not know', { side: 'both' }, /without a side/],
    ['no price', { price: undefined }, /not a valid price/],
    ['a price off the tick', { price: '61800.35' }, /at 61800.35, which is not a valid price/],
    ['a price of zero', { price: '0' }, /not a valid price/],
    ['a price below zero', { price: '-1' }, /not a valid price/],
    ['a quantity off the lot', { amount: '0.0065' }, /of 0.0065, which is not a valid quantity/],
    ['a quantity of zero', { amount: '0' }, /not a valid quantity/],
    ['a quantity that is none', { amount: {} }, /of object, which is not a valid quantity/],
  ])('omits a trade with %s', (_, over, expected) => {
    expect(readTrade({ ...rawTrade, ...over }, aListing())).toEqual({
      ok: false,
      error: expect.stringMatching(expected),
    })
  })

  it('never throws, whatever the input', () => {
    fc.assert(fc.property(fc.anything(), (anything) => void readTrade(anything, aListing())))
    const fields = { id: fc.anything(), timestamp: fc.anything(), side: fc.constant('buy'), price: fc.anything() }
    fc.assert(fc.property(fc.record(fields), (record) => void readTrade({ ...rawTrade, ...record }, aListing())))
  })
})
