import { describe, expect, it } from 'vitest'
import { assert, assertNever, InvariantError } from './assert.ts'
import { err, ok } from './result.ts'

describe('a result', () => {
  it('is either a value or an error, with a tag', () => {
    expect(ok(7)).toEqual({ ok: true, value: 7 })
    expect(err({ kind: 'notDecimal' })).toEqual({ ok: false, error: { kind: 'notDecimal' } })
    expect(ok(undefined).ok).toBe(true)
  })
})

describe('an invariant', () => {
  it('stops the program with the violated condition', () => {
    expect(() => assert(0, 'fills are never negative')).toThrow(
      new InvariantError('Invariant: fills are never negative'),
    )
    expect(() => assert('yes', 'holds')).not.toThrow()
  })

  it('names the unhandled variant', () => {
    const variant = { kind: 'surprise' } as never
    expect(() => assertNever(variant)).toThrow('Invariant: unexpected variant {"kind":"surprise"}')
  })
})
