import { describe, expect, it } from 'vitest'
import { contradictions } from './claims.ts'
import type { Kind } from './kind.ts'
import { createMutants } from './mutants.ts'
import { KINDS } from './order-kinds.ts'
import { beginReading } from './reading.ts'

/** What is told of a row, by the names of all that contradicts it; undefined where nothing is told. */
const wrongIn = ({ steps, read, claims }: Kind, row: unknown): string[] | undefined => {
  const reading = beginReading(steps)
  const reported = read(reading, row)
  const [listing] = reading.listings
  return reported && listing ? contradictions(reported, claims, { row, listing }) : undefined
}

describe.each(KINDS)('$name', (kind) => {
  it('is told as the body says it', () => {
    expect(wrongIn(kind, kind.row)).toEqual([])
  })

  it('is told as the body says it, or not at all, whatever has become of a field', () => {
    const mutants = createMutants(kind.row)
    const wrong = mutants.flatMap(({ what, body }) => wrongIn(kind, body)?.map((name) => `${what}: ${name}`) ?? [])
    expect(wrong).toEqual([])
    expect(mutants.length).toBeGreaterThan(100)
  })
})
