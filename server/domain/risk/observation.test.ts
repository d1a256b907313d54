import { describe, expect, it } from 'vitest'
import { judge, type Measure, measure } from './observation.ts'

const AGE = { what: 'the age', observed: 1, bound: 'at most', limit: 2, unit: 'ms', remedy: 'wait' } as const

describe('gate observations', () => {
  it.each<[Partial<Measure>, string]>([
    [{}, 'the age is 1 ms; it must be at most 2 ms'],
    [{ observed: 3 }, 'the age is 3 ms; it must be at most 2 ms: wait'],
    [{ observed: 0.30000000000000004, limit: 0.1 + 0.2 }, 'the age is 0.3 ms; it must be at most 0.3 ms'],
    [{ observed: 38.054628123, unit: 'ratio' }, 'the age is 38.0546; it must be at most 2: wait'],
    [{ observed: 2, bound: 'more than' }, 'the age is 2 ms; it must be more than 2 ms: wait'],
    [{ observed: null }, 'the age is not known: wait'],
  ])('of %o is "%s"', (changes, detail) => {
    expect(measure({ ...AGE, ...changes }).detail).toBe(detail)
  })

  it.each<[Partial<Measure>, string]>([
    [{ observed: 2 }, 'the age is 2 ms; it must be at most 2 ms'],
    [{ limit: 1 }, 'the age is 1 ms; it must be at most 1 ms'],
    [{ limit: 0, remedy: 'retry' }, 'the age is 1 ms; it must be at most 0 ms: retry'],
    [{ limit: null, setting: 'data.maxAgeMs' }, 'no limit is configured: constitution data.maxAgeMs'],
    [{ bound: 'less than' }, 'the age is 1 ms; it must be less than 2 ms'],
    [{ unit: 'bps' }, 'the age is 1 bps; it must be at most 2 bps'],
    [{ print: (count) => `${count}/2` }, 'the age is 1/2; it must be at most 2/2'],
    [{ print: (count) => `${count}/3` }, 'the age is 1/3; it must be at most 2/3'],
  ])('differ from an earlier one of the same subject by %o', (changes, detail) => {
    expect(measure(AGE).detail).toBe('the age is 1 ms; it must be at most 2 ms')
    expect(measure({ ...AGE, ...changes }).detail).toBe(detail)
  })

  it('differ by the result of an exact comparison', () => {
    const sentence = 'the age is 1 ms; it must be at most 2 ms'
    expect([judge(AGE, true), judge(AGE, false)]).toMatchObject([
      { pass: true, detail: sentence },
      { pass: false, detail: `${sentence}: wait` },
    ])
  })

  it.each([
    ['7821.96360000', '7821.9636'],
    ['7821.00000000', '7821.00'],
    ['100000.0', '100000.0'],
    ['12.300', '12.300'],
  ])('prints %s USDT as %s and retains the observed value', (observed, printed) => {
    const reading = judge({ ...AGE, unit: 'USDT', observed, limit: '5000' }, true)
    expect(reading).toMatchObject({ observed, detail: `the age is ${printed} USDT; it must be at most 5000 USDT` })
  })
})
