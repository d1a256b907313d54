import { describe, expect, it } from 'vitest'
import { postgresMissing } from '../../../../test/support/postgres.ts'
import type { ArchivedBatch } from '../archive/segment-file.ts'
import { sha256 } from '../sha256.ts'
import { openArchivedSegments } from './archived-segments.ts'
import { openAccount } from './lease-store.ts'
import { setPostgres } from './postgres-fixture.ts'

const batch = (number: number, body = `${number}`): ArchivedBatch => ({
  ...{ number, epoch: 1, host: 'host-a', storedAt: '2026-01-01T00:00:00.123Z', body },
  digest: sha256(body).toString('hex'),
})

describe.skipIf(postgresMissing)('archived segments', () => {
  const { connect } = setPostgres()

  const open = async (account: string) => {
    const connection = connect()
    await openAccount(connection, account, 'market')
    const count = async (): Promise<number | undefined> => {
      const [row] = await connection.query<{ count: number }>({
        text: `SELECT count(*)::int AS count FROM batches WHERE account = $1 AND stream = 'engine'`,
        values: [account],
      })
      return row?.count
    }
    return { count, segments: openArchivedSegments(connection, account) }
  }

  it('are restored completely, or not at all when a batch cannot be read', async () => {
    const { count, segments } = await open('whole')
    const write = (last: number, fault?: Error) =>
      segments.restore('engine', async (put) => {
        for (let number = 1; number <= last; number++) await put(batch(number))
        if (fault) throw fault
      })
    await expect(write(1_200, new Error('damaged'))).rejects.toThrow('damaged')
    expect(await count()).toBe(0)
    await write(1_200)
    expect(await count()).toBe(1_200)
    expect(await segments.findEnds('engine')).toEqual({ oldest: { number: 1, epoch: 1 }, newest: 1_200 })
    expect(await segments.findEnds('exchange')).toBeUndefined()
  })

  it('are restored with large batches in several statements', async () => {
    const { count, segments } = await open('large')
    const body = 'a'.repeat(1_500_000)
    await segments.restore('engine', async (put) => {
      for (let number = 1; number <= 7; number++) await put(batch(number, body))
    })
    expect(await count()).toBe(7)
  })

  it('have the digest that was noted first', async () => {
    const { segments } = await open('noted')
    const content = { first: 1, last: 9, batches: 'ab'.repeat(32), sha256: '' }
    await segments.note('engine', content)
    await segments.note('engine', { ...content, batches: 'cd'.repeat(32) })
    expect(await segments.findDigest({ stream: 'engine', first: 1, last: 9 })).toBe(content.batches)
    for (const other of [
      { stream: 'exchange', first: 1, last: 9 },
      { stream: 'engine', first: 2, last: 9 },
    ] as const) {
      expect(await segments.findDigest(other)).toBeUndefined()
    }
  })
})
