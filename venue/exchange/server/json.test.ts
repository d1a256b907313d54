import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeWire } from './json.ts'

it('writes ids as bare digits, however many there are', () => {
  expect(writeWire({ orderId: 8389765739703625592n, list: [1n, -2n], text: '"1"' })).toBe(
    '{"orderId":8389765739703625592,"list":[1,-2],"text":"\\"1\\""}',
  )
})

it('always writes values without bigint as JSON does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(writeWire(value)).toBe(JSON.stringify(value))
    }),
  )
})
