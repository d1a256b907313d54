import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../test/support/runs.ts'
import { canonicalJson, followPointer, isRecord, parseJson, parseRecord } from './json.ts'

/** The document of RFC 6901, section 5. */
const DOCUMENT = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
}

describe('a JSON pointer', () => {
  it.each([
    ['', DOCUMENT],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('leads from %j to its value', (pointer, value) => {
    expect(followPointer(DOCUMENT, pointer)).toEqual({ ok: true, value })
  })

  it.each(['foo', '/bar', '/foo/2', '/foo/-', '/foo/0/1', '/toString', '/foo/00'])(
    'leads from %j nowhere',
    (pointer) => {
      expect(followPointer(DOCUMENT, pointer).ok).toBe(false)
    },
  )
})

describe('isRecord', () => {
  it.each([{}, { a: 1 }, Object.create(null)])('accepts %j', (value) => {
    expect(isRecord(value)).toBe(true)
  })

  it.each([null, undefined, [], 1, 'text', () => {}])('rejects %s', (value) => {
    expect(isRecord(value)).toBe(false)
  })
})

describe('parseJson and parseRecord', () => {
  it('return undefined for text that is not JSON', () => {
    expect([parseJson('{'), parseRecord('{')]).toEqual([undefined, undefined])
  })

  it('differ in lists and plain values', () => {
    expect([parseJson('[1]'), parseJson('null'), parseJson('{"a":1}')]).toEqual([[1], null, { a: 1 }])
    expect([parseRecord('[1]'), parseRecord('null'), parseRecord('{"a":1}')]).toEqual([undefined, undefined, { a: 1 }])
  })
})

describe('canonical JSON', () => {
  it('is always JSON with the object members in order', () => {
    const inOrder = (_name: string, part: unknown): unknown =>
      isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part
    const anyValue = fc.anything({
      key: fc.oneof(fc.string(), fc.constantFrom('b', 'a', '10', '9', '01', '__proto__', 'é')),
      withDate: true,
      withMap: true,
      withNullPrototype: true,
    })
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(canonicalJson(value)).toBe(JSON.stringify(value, inOrder))
      }),
      { numRuns: runs(250) },
    )
  })
})
