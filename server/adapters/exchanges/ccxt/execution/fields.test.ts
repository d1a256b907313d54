import { expect, it } from 'vitest'
import { idText } from './fields.ts'

it.each([
  ['8389765739703625592', '8389765739703625592'],
  [88_937_381_063, '88937381063'],
  ['-12', '-12'],
  ['0x1', '0x1'],
  ['e0cbe81d-0f18-5866-9415-cf319b5dab3b', 'e0cbe81d-0f18-5866-9415-cf319b5dab3b'],
  [0, undefined],
  ['0', undefined],
  ['000', undefined],
  ['', undefined],
  ['with a space', undefined],
  [2 ** 60, undefined],
  [null, undefined],
])('takes %s for the id %s', (value, id) => {
  expect(idText(value)).toBe(id)
})
