import { expect, it } from 'vitest'
import { acceptedEncoding } from './encodings.ts'

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate, gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000, gzip;q=0', undefined],
  ['brotli, gzipped', undefined],
])('returns the encoding for %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
