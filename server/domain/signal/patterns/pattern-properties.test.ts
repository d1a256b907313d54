import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barsOf, mirrored, type Row } from '../../../../test/signal/patterns/bar-samples.ts'
import type { Bar } from '../bar.ts'
import type { PatternDefinition } from './pattern.ts'
import { createPatternReader } from './pattern-reader.ts'
import { PATTERNS } from './patterns.ts'

const LONGEST = Math.max(...PATTERNS.map(({ bars }) => bars))

/** Prices so close to each other that bars touch, cover and repeat one another. */
const price = fc.integer({ min: 985, max: 1_025 })
const anyRow = fc
  .tuple(price, price, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
  .map(
    ([open, close, above, below]): Row => [open, Math.max(open, close) + above, Math.min(open, close) - below, close],
  )
const anyRows = fc.array(anyRow, { minLength: LONGEST, maxLength: 60 })

const anyFigure = fc.oneof(
  fc.constantFrom(0, -0, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e308, 1),
  fc.double({ noNaN: true }),
)
const anyFigures = fc.array(fc.tuple(anyFigure, anyFigure, anyFigure, anyFigure), { maxLength: 40 })

const readAll = (bars: readonly Bar[], definitions: readonly PatternDefinition[] = PATTERNS) => {
  const read = createPatternReader(definitions)
  return bars.map((bar) => read(bar))
}

describe('patterns', () => {
  it('never throw and never return more than one direction, whatever the values', () => {
    fc.assert(
      fc.property(anyFigures, (rows) => {
        for (const matches of readAll(barsOf(rows))) {
          expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length)
          expect(matches.every(({ direction }) => direction === 1 || direction === -1)).toBe(true)
        }
      }),
    )
  })

  it('always return the same for a bar as for it and the few previous ones alone', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const bars = barsOf(rows)
        const matchesByBar = readAll(bars)
        for (let end = LONGEST; end <= bars.length; end++) {
          expect(readAll(bars.slice(end - LONGEST, end)).at(-1)).toEqual(matchesByBar[end - 1])
        }
      }),
    )
  })

  it('never change their result when more bars follow', () => {
    fc.assert(
      fc.property(anyRows, fc.nat({ max: 60 }), (rows, count) => {
        const bars = barsOf(rows)
        expect(readAll(bars.slice(0, count))).toEqual(readAll(bars).slice(0, count))
      }),
    )
  })

  it('always reverse direction upside down if they have two directions', () => {
    const oneSided = /DOJI|HAMMER|HANGING|SHOOTING|PIERCING|DARK_CLOUD|SOLDIERS|CROWS|ADVANCE|STALLED|MATCHING/
    const symmetrical = PATTERNS.filter(({ id }) => !oneSided.test(id))
    expect(symmetrical.length).toBe(20)
    fc.assert(
      fc.property(anyRows, (rows) => {
        const coloured = rows.filter(([open, , , close]) => open !== close)
        const upsideDown = readAll(barsOf(mirrored(coloured)), symmetrical)
        const matchesByBar = readAll(barsOf(coloured), symmetrical)
        expect(upsideDown).toEqual(
          matchesByBar.map((matches) => matches.map(({ id, direction }) => ({ id, direction: -direction }))),
        )
      }),
    )
  })

  it('always find on a continuous market what the strict engulfing rule finds', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        for (const matches of readAll(barsOf(rows)).slice(LONGEST - 1)) {
          const ids = matches.map(({ id }) => id)
          for (const { id } of matches.filter(({ id }) =>
            /^CDL_(ENGULFING|HARAMI|HARAMI_CROSS|THREE_INSIDE)$/.test(id),
          ))
            expect(ids).toContain(`${id}_CONTINUOUS`)
        }
      }),
    )
  })
})
