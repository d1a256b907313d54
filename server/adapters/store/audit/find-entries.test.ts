import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/support/runs.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import { findInFiles, newestCheckpoint, newestEntryAt, readLog } from './audit-files.ts'
import { openAuditLog } from './audit-log.ts'
import { anEntry, entries } from './audit-samples.ts'
import type { AuditQuery } from './find-entries.ts'

const ALL: AuditQuery = {
  before: null,
  fromMs: null,
  toMs: null,
  actorType: null,
  actor: null,
  action: null,
  outcome: null,
  target: null,
  requestId: null,
  limit: 10,
}

const aLog = (written: readonly AuditEntry[]) => {
  const directory = join(aTempDirectory(), 'audit')
  const log = openAuditLog({ directory, clock: () => 0 })
  log.append(written)
  const find = async (query: Partial<AuditQuery> = {}) => {
    const { entries: matches, next } = await log.find({ ...ALL, ...query })
    return { seqs: matches.map(({ seq }) => seq), next: next?.seq ?? null }
  }
  return { directory, log, find }
}

/** Large enough for several reads of the file. */
const MANY = entries(5_000)

describe('find', () => {
  it('returns the newest first, page by page', async () => {
    const { find } = aLog(entries(25))
    expect(await find()).toEqual({ seqs: [25, 24, 23, 22, 21, 20, 19, 18, 17, 16], next: 16 })
    expect(await find({ before: { seq: 16 } })).toMatchObject({ next: 6 })
    expect(await find({ before: { seq: 6 } })).toEqual({ seqs: [5, 4, 3, 2, 1], next: null })
    expect(await find({ before: { seq: 1 } })).toEqual({ seqs: [], next: null })
    expect(await find({ before: { seq: 11 } })).toEqual({ seqs: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], next: null })
  })

  it('returns only entries after a number', async () => {
    const { find } = aLog(MANY)
    expect(await find({ after: { seq: 4_997 } })).toEqual({ seqs: [5_000, 4_999, 4_998], next: null })
    expect(await find({ after: { seq: 20 }, before: { seq: 23 } })).toEqual({ seqs: [22, 21], next: null })
    expect(await find({ after: { seq: 5_000 } })).toEqual({ seqs: [], next: null })
    expect(await find({ after: { seq: 9_000 } })).toEqual({ seqs: [], next: null })
  })

  it('finds nothing in an empty log', async () => {
    expect(await aLog([]).find()).toEqual({ seqs: [], next: null })
  })

  it('returns an entry as it was written, with its position', async () => {
    const { log } = aLog(entries(2))
    const { entries: matches } = await log.find(ALL)
    expect(matches[1]).toMatchObject({ ...anEntry(1), seq: 1 })
    expect(matches[0]).toMatchObject({ prevHash: matches[1]?.hash })
  })

  it.each([
    [{ actorType: ['HOST'] }, [3]],
    [{ actorType: ['HOST', 'ENGINE'] }, [3]],
    [{ actor: 'usr_2' }, [2]],
    [{ action: 'cancelOrder' }, [4]],
    [{ outcome: 'REFUSED' }, [5]],
    [{ target: 'ord_6' }, [6]],
    [{ requestId: 'req_7' }, [7]],
    [{ action: 'placeOrder', target: 'ord_4' }, []],
  ] as const)('finds by %o', async (query, seqs) => {
    const actor = { type: 'USER', sub: 'usr_2', sid: null, ip: null } as const
    const { find } = aLog([
      anEntry(1),
      anEntry(2, { actor }),
      anEntry(3, { actor: { ...actor, type: 'HOST', sub: null } }),
      anEntry(4, { action: 'cancelOrder' }),
      anEntry(5, { outcome: 'REFUSED' }),
      anEntry(6),
      anEntry(7),
    ])
    expect((await find(query)).seqs).toEqual(seqs)
  })

  it('always finds what a plain search of all entries finds', async () => {
    const { find } = aLog(MANY)
    const at = (number: number) => anEntry(number).atMs
    const place = fc.nat({ max: MANY.length + 1 })
    await fc.assert(
      fc.asyncProperty(fc.option(place), fc.option(place), fc.option(place), async (before, from, to) => {
        const query = {
          before: before === null ? null : { seq: before },
          fromMs: from === null ? null : at(from),
          toMs: to === null ? null : at(to),
        }
        const expected = MANY.map((_entry, index) => index + 1)
          .filter((seq) => (before === null || seq < before) && (from === null || seq >= from))
          .filter((seq) => to === null || seq < to)
          .reverse()
        expect((await find(query)).seqs).toEqual(expected.slice(0, 10))
      }),
      { numRuns: runs(15) },
    )
  })

  it('finds an instant although the clock was set back in between', async () => {
    const hour = 3_600_000
    const begin = anEntry(0).atMs
    const { find } = aLog(
      MANY.map((entry, index) => ({ ...entry, atMs: begin + index * 60_000 - (index > 3_000 ? hour : 0) })),
    )
    expect((await find({ fromMs: begin + 2_990 * 60_000, toMs: begin + 2_991 * 60_000 })).seqs).toEqual([3_051, 2_991])
  })

  it('reads a limited part in one call and returns where to continue', async () => {
    const long = 'x'.repeat(20_000)
    const { find } = aLog(entries(1_000).map((entry) => ({ ...entry, reason: long })))
    const first = await find({ target: 'ord_1' })
    expect(first.seqs).toEqual([])
    expect(first.next).toBeGreaterThan(1)
    expect(await find({ target: 'ord_1', before: { seq: first.next ?? 0 } })).toEqual({ seqs: [1], next: null })
  })
})

describe('the files of a log', () => {
  it('can be read while another process writes them, up to the head', async () => {
    const { directory, log } = aLog(MANY)
    appendFileSync(join(directory, 'log.jsonl'), 'unfinished')
    const result = await findInFiles(directory, { ...ALL, limit: 1 })
    expect(result.entries).toMatchObject([{ seq: 5_000, hash: log.state().root }])
    const lines: string[] = []
    for await (const line of readLog(directory, 4_999)) lines.push(line)
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual([4_999, 5_000])
  })

  it('are no log when there are none', async () => {
    const directory = aTempDirectory()
    expect(await findInFiles(directory, ALL)).toEqual({ entries: [], next: null })
    expect(await readLog(directory, 1).next()).toMatchObject({ done: true })
    expect(await newestCheckpoint(directory)).toBeUndefined()
  })
})

describe('newestEntryAt', () => {
  it('returns the time of the last entry, also of a log that another process writes', async () => {
    const written = entries(3)
    const { directory } = aLog(written)
    expect(await newestEntryAt(directory)).toBe(written.at(-1)?.atMs)
  })

  it('returns null without a log, without entries, and for a log that cannot be read', async () => {
    const { directory } = aLog([])
    const damaged = aLog(entries(1))
    writeFileSync(join(damaged.directory, 'log.jsonl'), 'damaged')
    const directories = [join(directory, 'none'), directory, damaged.directory]
    expect(await Promise.all(directories.map(newestEntryAt))).toEqual([null, null, null])
  })
})
