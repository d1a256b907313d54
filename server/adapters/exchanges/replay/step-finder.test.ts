import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGrid } from '../../../core/grid.ts'
import { createStepFinder } from './symbol-summary.ts'

const findStep = (texts: readonly string[]): string | undefined => {
  const finder = createStepFinder()
  for (const text of texts) finder.add(text)
  return finder.step()
}

describe('createStepFinder', () => {
  it.each([
    [['61800.20', '61800.30', '61799.90'], '0.1'],
    [['61800.50', '61801.00', '61799.50'], '0.5'],
    [['0.006', '0.010', '2.500'], '0.002'],
    [['0.006', '0.015', '0.000'], '0.001'],
    [['7.6110', '7.6120', '7.6000'], '0.001'],
    [['57618', '183887'], '1'],
    [['57614', '183886'], '2'],
    [['57600', '183800'], '200'],
    [['0.01731', '0.01730'], '0.00001'],
    [['1.00000', '2.00'], '1'],
    [['100', '0.25'], '0.05'],
    [['0.00000012', '0.00000007'], '0.00000001'],
    [['5'], '5'],
    [['61800.3'], '0.1'],
    [['0.75'], '0.05'],
  ])('of %j finds %s', (texts, step) => {
    expect(findStep(texts)).toBe(step)
  })

  it.each([[[]], [['0.000', '0']], [['', 'abc', 'NaN', '-', '.']]])('of %j finds nothing', (texts) => {
    expect(findStep(texts)).toBeUndefined()
  })

  it('finds a round step that divides every value, and the largest such step', () => {
    const places = [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3]
    const roundSteps = places.flatMap((place) => [1, 2, 5].map((digit) => (digit * 10 ** place).toFixed(8)))
    const counts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20, size: 'max' })
    fc.assert(
      fc.property(fc.constantFrom(...roundSteps), counts, (step, list) => {
        const texts = list.map(createGrid(step).print)
        const fits = (other: string): boolean => texts.every((text) => createGrid(other).parse(text) !== undefined)
        const actual = createGrid(findStep(texts) ?? '').print(1)
        const largest = roundSteps.findLast(fits) ?? ''
        expect(Number(actual)).toBeGreaterThanOrEqual(Number(largest))
        expect(fits(actual)).toBe(true)
      }),
    )
  })

  it('ignores texts that cannot be multiples of any step', () => {
    const nonsense = [`0.${'0'.repeat(400)}1`, '0.1234567890123', '1e400', '99999999999999999999', 'x', '1.2.3e']
    fc.assert(
      fc.property(fc.shuffledSubarray([...nonsense, '61800.2', '61800.3', '61800.4'], { minLength: 7 }), (texts) => {
        const finder = createStepFinder()
        for (const text of texts) finder.add(text)
        expect(() => createGrid(finder.step() ?? '1')).not.toThrow()
      }),
    )
    expect(findStep([...nonsense, '61800.2', '61800.3'])).toBe('0.1')
  })
})
