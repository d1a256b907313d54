import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aListing } from '../../../../../test/ccxt-market/listing-samples.ts'
import { readQuote } from './receive-message.ts'

const rawQuote = { bid: '61800.2', bidVolume: '2.507', ask: '61800.3', askVolume: '2.51', timestamp: 1_000 }

describe('readQuote', () => {
  it('reads both sides, and the number of the update if the exchange has one', () => {
    const sides = { bid: { price: 618_002, quantity: 2_507 }, ask: { price: 618_003, quantity: 2_510 } }
    const quote = { symbol: 'BTCUSDT', ...sides, exchangeTimeMs: 1_000 }
    expect(readQuote(rawQuote, aListing())).toEqual({ ok: true, value: { ...quote, sequence: 1_000 } })
    const numbered = { ...rawQuote, info: { u: '5123107839020' } }
    expect(readQuote(numbered, aListing())).toEqual({ ok: true, value: { ...quote, sequence: 5_123_107_839_020 } })
  })

  it.each([['bid'], ['ask']])('returns nothing while there is no %s', (side) => {
    expect(readQuote({ ...rawQuote, [side]: undefined }, aListing())).toEqual({ ok: true, value: undefined })
  })

  it('returns nothing while one side has moved and the other has not yet arrived', () => {
    expect(readQuote({ ...rawQuote, bid: '61800.3' }, aListing())).toEqual({ ok: true, value: undefined })
  })

  it.each([
    ['a price off the tick', { bid: '61800.25' }, /not valid prices/],
    ['a quantity off the lot', { askVolume: '0.0001' }, /not valid quantities/],
    ['no quantity', { bidVolume: undefined }, /not valid quantities/],
    ['no time', { timestamp: null }, /without a time/],
  ])('omits a quote with %s', (_, over, expected) => {
    expect(readQuote({ ...rawQuote, ...over }, aListing())).toEqual({
      ok: false,
      error: expect.stringMatching(expected),
    })
  })

  it('never throws, whatever the input', () => {
    fc.assert(fc.property(fc.anything(), (anything) => void readQuote(anything, aListing())))
    fc.assert(fc.property(fc.anything(), (bid) => void readQuote({ ...rawQuote, bid }, aListing())))
  })
})
