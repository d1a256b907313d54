import { describe, expect, it } from 'vitest'
import { deskForReading } from './desk.ts'
import { aDesk, anOracle, type Oracle, Refusal } from './desk-fixture.ts'
import { readAccount } from './read-account.ts'
import { AT_MS } from './reading-fixture.ts'

/** Returns a reading at an oracle of which some queries fail, and the list of queries sent. */
const aReading = (fails: (question: string, count: number) => void, overrides: Partial<Oracle> = {}) => {
  const queries: string[] = []
  const pauses: number[] = []
  const oracle = anOracle({
    onQuery(question) {
      queries.push(question)
      fails(question, queries.filter((one) => one === question).length)
    },
    ...overrides,
  })
  const { desk, clock } = aDesk(oracle)
  const timed = { ...desk, delay: async (ms: number) => void pauses.push(ms) }
  const wanted = { still: true }
  return { desk: deskForReading(timed, () => wanted.still), queries, pauses, clock, wanted }
}

const cut = (): never => {
  throw new Error('other side closed')
}

describe('a query of a reading', () => {
  it('is retried once shortly after an immediate failure, without affecting the reading', async () => {
    const { desk, queries, pauses } = aReading((question, count) => {
      if (question === 'executions' && count === 1) cut()
    })
    expect(await readAccount(desk, AT_MS)).toMatchObject({ takenAtMs: AT_MS })
    expect(queries.filter((question) => question === 'executions')).toHaveLength(2)
    expect(pauses).toEqual([250])
  })

  it('that fails twice ends the reading', async () => {
    const { desk, queries } = aReading((question) => {
      if (question === 'funding') cut()
    })
    expect(await readAccount(desk, AT_MS)).toBeUndefined()
    expect(queries.filter((question) => question === 'funding')).toHaveLength(2)
  })

  it('is not retried after a late failure', async () => {
    const reading = aReading((question) => {
      if (question !== 'wallet') return
      reading.clock.nowMs += 5_000
      cut()
    })
    expect(await readAccount(reading.desk, AT_MS)).toBeUndefined()
    expect(reading.queries.filter((question) => question === 'wallet')).toHaveLength(1)
  })

  it('is not retried after a refusal', async () => {
    const { desk, queries } = aReading((question) => {
      if (question === 'wallet') throw new Refusal('-2015')
    })
    expect(await readAccount(desk, AT_MS)).toBeUndefined()
    expect(queries.filter((question) => question === 'wallet')).toHaveLength(1)
  })

  it('is retried at most five times in total', async () => {
    const { desk, pauses } = aReading((_question, count) => {
      if (count % 2 === 1) cut()
    })
    await readAccount(desk, AT_MS)
    expect(pauses).toHaveLength(5)
  })

  it('is not sent when the reading is no longer needed', async () => {
    const { desk, queries, wanted } = aReading((question) => {
      if (question === 'isHedged') wanted.still = false
    })
    expect(await readAccount(desk, AT_MS)).toBeUndefined()
    expect(queries).toEqual(['isHedged'])
  })
})
