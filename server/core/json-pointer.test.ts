import { describe, expect, it } from 'vitest'
import { followPointer } from './json-pointer.ts'

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
