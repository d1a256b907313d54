import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTagged, printTagged } from './tagged-json.ts'

const again = (value: unknown): unknown => parseTagged(printTagged(value))

describe('printTagged and parseTagged', () => {
  it.each<[string, unknown]>([
    ['bigints', { exposure: -12n, none: 0n }],
    ['numbers that JSON has none of', [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    ['maps and sets within each other', new Map([[60_000, new Map([['a', new Set([1n])]])]])],
    [
      'typed arrays',
      { a: new Float64Array([0.1, -1]), b: new Int32Array([-1]), c: new Uint32Array([7]), d: new Float32Array(2) },
    ],
    ['a view into a longer buffer', new Float64Array([1, 2, 3, 4]).subarray(1, 3)],
    ['empty ones', [new Map(), new Set(), new Float64Array(0), {}, [], null]],
  ])('return %s as they were', (_what, value) => {
    expect(again(value)).toEqual(value)
  })

  it('return any JSON value unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!JSON.stringify(value).includes('"$') && !JSON.stringify(value).includes('-0'))
        expect(again(value)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it.each(['{"$other":1}', '{"$f64":7}', '{"$map":"x"}', '{torn'])('reject %s', (text) => {
    expect(() => parseTagged(text)).toThrow(SyntaxError)
  })
})
