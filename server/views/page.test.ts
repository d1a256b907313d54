import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterHash, parseCursor, printCursor } from './page.ts'

const FILTER = filterHash('orders', { symbols: null, open: true })
const PLACE = { atMs: 1_795_262_400_000, id: 'ord_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W' }
const cursor = printCursor(PLACE, FILTER)
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor', () => {
  it('parses back to its position, whatever the position', () => {
    fc.assert(
      fc.property(
        fc.record({ atMs: fc.nat({ max: 8.64e15 }), id: fc.stringMatching(/^[A-Za-z0-9_:.-]{1,64}$/) }),
        (place) => {
          expect(parseCursor(printCursor(place, FILTER), FILTER)).toEqual({ ok: true, value: place })
        },
      ),
    )
  })

  it.each([
    ['of another list', printCursor(PLACE, filterHash('trades', { symbols: null, open: true }))],
    ['of another filter', printCursor(PLACE, filterHash('orders', { symbols: null, open: false }))],
    ['with padding', `${cursor}=`],
    ['in the other alphabet of base 64', cursor.replaceAll('-', '+').replaceAll('_', '/').concat('+')],
    ['cut short', cursor.slice(0, -3)],
    ['that is empty', ''],
    ['that is no JSON', Buffer.from('{').toString('base64url')],
    ['without a key', encode({ v: 1, f: FILTER })],
    ['with a time that is not a number', encode({ v: 1, k: ['0', 'ord_1'], f: FILTER })],
    ['with a time that is not a whole number', encode({ v: 1, k: [0.5, 'ord_1'], f: FILTER })],
    ['with an id that is no text', encode({ v: 1, k: [0, {}], f: FILTER })],
    ['with an unknown version', encode({ v: 2, k: [0, 'ord_1'], f: FILTER })],
    ['with one member more', encode({ v: 1, k: [0, 'ord_1'], f: FILTER, x: 1 })],
    ['of more than 512 characters', 'A'.repeat(513)],
  ])('%s is refused', (_name, text) => {
    expect(parseCursor(text, FILTER)).toEqual({ ok: false, error: { kind: 'invalidCursor' } })
  })

  it('is never accepted from arbitrary text, and no text throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseCursor(text, FILTER).ok).toBe(false)
      }),
    )
  })
})
