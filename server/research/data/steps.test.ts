import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonStep, fitsStep, inferStep } from './steps.ts'

const column = (...values: number[]): Float64Array[] => [Float64Array.from(values)]

describe('inferStep', () => {
  it.each([
    [column(1, 2, 3), '1'],
    [column(10, 20, 50), '10'],
    [column(0.1, 61659.7, 3), '0.1'],
    [column(0.5, 1, 2.5), '0.5'],
    [column(16843.10000001, 2), '0.00000001'],
    [column(0.025, 0.05), '0.025'],
    [column(0, 0), null],
    [column(), null],
  ])('of %j is %j', (columns, step) => {
    expect(inferStep(columns)).toBe(step)
  })

  it('divides every value, and is a multiple of the step they were made with', () => {
    const scale = fc.integer({ min: 0, max: 8 })
    const counts = fc.array(fc.integer({ min: 1, max: 1e7 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(scale, counts, (digits, list) => {
        const columns = [Float64Array.from(list, (count) => Number((count / 10 ** digits).toFixed(digits)))]
        const step = inferStep(columns)
        expect(step).not.toBeNull()
        expect(fitsStep(columns, step ?? '1')).toBe(true)
        const multiple = Number(step) * 10 ** digits
        expect(Math.abs(multiple - Math.round(multiple))).toBeLessThan(1e-6)
      }),
    )
  })
})

describe('fitsStep', () => {
  it('rejects a value off the grid', () => {
    expect(fitsStep(column(0.1, 61659.7), '0.1')).toBe(true)
    expect(fitsStep(column(0.1, 61659.75), '0.1')).toBe(false)
  })
})

describe('commonStep', () => {
  it.each([
    [['0.1'], '0.1'],
    [['0.1', '0.01'], '0.01'],
    [['0.5', '0.2'], '0.1'],
    [['10', '4'], '2'],
  ])('of %j is %s', (steps, common) => {
    expect(commonStep(steps)).toBe(common)
  })
})
