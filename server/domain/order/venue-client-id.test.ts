import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EPOCH_MAX, parseEpoch, parseSeed, venueClientId } from './venue-client-id.ts'

const SEED = '01KAJ8Q5XV7Y3ZKM2N4P6R8T9W'

describe('the client order id', () => {
  it('contains purpose, epoch and order', () => {
    expect(venueClientId('ENTRY', 7, SEED)).toBe(`tE0007${SEED}`)
    expect(venueClientId('CLOSE', EPOCH_MAX, SEED)).toBe(`tCzzzz${SEED}`)
  })

  it('has 32 letters and digits in every epoch, as the strictest exchange requires', () => {
    const purposes = fc.constantFrom('ENTRY', 'EXIT', 'STOP_LOSS', 'TAKE_PROFIT', 'CLOSE', 'FLATTEN', 'EXTERNAL')
    fc.assert(
      fc.property(purposes, fc.integer({ min: 0, max: EPOCH_MAX }), (purpose, epoch) => {
        const id = venueClientId(purpose, epoch, SEED)
        expect(id).toMatch(/^[A-Za-z0-9]{32}$/)
        expect([parseEpoch(id), parseSeed(id)]).toEqual([epoch, SEED])
      }),
    )
  })

  it.each(['', 'web_xY7', 'x-cvBPrNm9abc', `tE0007${SEED}0`, `tQ0007${SEED}`])(
    'has no epoch in %j, which is not ours',
    (id) => {
      expect([parseEpoch(id), parseSeed(id)]).toEqual([undefined, undefined])
    },
  )
})
