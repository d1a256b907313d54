import { describe, expect, it } from 'vitest'
import { contradictions } from './claims.ts'
import type { Kind } from './kind.ts'
import { createMutants } from './mutants.ts'
import { KINDS } from './order-kinds.ts'
import { beginReading } from './reading.ts'

/** Returns the names of the event values that contradict a row; undefined where no event is emitted. */
const wrongIn = ({ steps, read, claims }: Kind, row: unknown): string[] | undefined => {
  const reading = beginReading(steps)
  const reported = read(reading, row)
  const [listing] = reading.listings
  return reported && listing ? contradictions(reported, claims, { row, listing }) : undefined
}

describe.each(KINDS)('$name', (kind) => {
  it('agrees with the body', () => {
    expect(wrongIn(kind, kind.row)).toEqual([])
  })

  it('agrees with the body, or is not reported, whichever field is altered', () => {
    const mutants = createMutants(kind.row)
    const wrong = mutants.flatMap(({ what, body }) => wrongIn(kind, body)?.map((name) => `${what}: ${name}`) ?? [])
    expect(wrong).toEqual([])
    expect(mutants.length).toBeGreaterThan(100)
  })
})
