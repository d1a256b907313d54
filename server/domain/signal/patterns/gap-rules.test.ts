import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../test/signal/patterns/bar-samples.ts'
import { CONTINUOUS_GAPS, type GapRules, STRICT_GAPS } from './gap-rules.ts'
import { createShape, measureParts, type Shape } from './shape.ts'

/** Shape with near 4 and equal 1. */
const aShape = ([open, high, low, close]: Row): Shape => {
  const shape = createShape()
  measureParts(shape, { openMs: 0, open, high, low, close, volume: 0, takerBuyVolume: null })
  return { ...shape, near: 4, equal: 1 }
}

type Question = Exclude<keyof GapRules, 'mode'>

const BEFORE: Row = [100, 112, 98, 110]

describe('gap rules', () => {
  it.each<[Question, Row, { readonly strict: boolean; readonly continuous: boolean }]>([
    ['gapsUp', [111, 120, 105, 115], { strict: true, continuous: true }],
    ['gapsUp', [110, 120, 105, 115], { strict: false, continuous: true }],
    ['gapsUp', [106, 120, 105, 115], { strict: false, continuous: true }],
    ['gapsUp', [105, 120, 105, 115], { strict: false, continuous: false }],
    ['gapsDown', [99, 100, 80, 90], { strict: true, continuous: true }],
    ['gapsDown', [100, 100, 80, 90], { strict: false, continuous: true }],
    ['gapsDown', [104, 104, 80, 90], { strict: false, continuous: true }],
    ['gapsDown', [105, 105, 80, 90], { strict: false, continuous: false }],
    ['opensAbove', [113, 120, 80, 90], { strict: true, continuous: true }],
    ['opensAbove', [112, 120, 80, 90], { strict: false, continuous: true }],
    ['opensAbove', [106, 120, 80, 90], { strict: false, continuous: true }],
    ['opensAbove', [105, 120, 80, 90], { strict: false, continuous: false }],
    ['opensBelow', [97, 120, 80, 115], { strict: true, continuous: true }],
    ['opensBelow', [98, 120, 80, 115], { strict: false, continuous: true }],
    ['opensBelow', [104, 120, 80, 115], { strict: false, continuous: true }],
    ['opensBelow', [105, 120, 80, 115], { strict: false, continuous: false }],
    ['engulfs', [111, 120, 80, 99], { strict: true, continuous: true }],
    ['engulfs', [110, 120, 80, 100], { strict: false, continuous: true }],
    ['engulfs', [109, 120, 80, 99], { strict: false, continuous: true }],
    ['engulfs', [109, 120, 80, 100], { strict: false, continuous: false }],
    ['engulfs', [108, 120, 80, 90], { strict: false, continuous: false }],
    ['engulfs', [120, 120, 80, 102], { strict: false, continuous: false }],
    ['isWithin', [101, 120, 80, 109], { strict: true, continuous: true }],
    ['isWithin', [100, 120, 80, 110], { strict: false, continuous: true }],
    ['isWithin', [101, 120, 80, 111], { strict: false, continuous: true }],
    ['isWithin', [100, 120, 80, 111], { strict: false, continuous: false }],
    ['isWithin', [105, 120, 80, 112], { strict: false, continuous: false }],
    ['isWithin', [98, 120, 80, 105], { strict: false, continuous: false }],
  ])('%s of %j after a body from 100 to 110', (question, row, answers) => {
    const bar = aShape(row)
    const before = aShape(BEFORE)
    expect({ strict: STRICT_GAPS[question](bar, before), continuous: CONTINUOUS_GAPS[question](bar, before) }).toEqual(
      answers,
    )
  })
})
