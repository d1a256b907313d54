import { describe, expect, it } from 'vitest'
import { anEntry } from '../adapters/store/audit/audit-samples.ts'
import { type AuditListQuery, type AuditReader, auditBody } from './audit-view.ts'
import { filterHash, printCursor } from './page.ts'

const FILTER = { actorType: null, actor: null, action: null, outcome: null, target: null, requestId: null }
const QUERY: AuditListQuery = { ...FILTER, fromMs: undefined, toMs: undefined, limit: 2, cursor: undefined }
const CONTEXT = { nowMs: 0, findUser: () => undefined }
const HASH = filterHash('audit', { ...FILTER, fromMs: null, toMs: null })

/** A log without a matching entry, read ten entries a call. */
const endless: AuditReader = {
  find: async ({ before }) => ({ entries: [], next: { seq: (before?.seq ?? 101) - 10 } }),
}

describe('a page of the audit log', () => {
  it('continues from where the log was read to, even when empty', async () => {
    const first = await auditBody(endless, QUERY, CONTEXT)
    const cursor = printCursor({ atMs: 0, id: '91' }, HASH)
    expect(first).toEqual({ ok: true, value: { items: [], nextCursor: cursor, asOf: '1970-01-01T00:00:00.000Z' } })
    expect(await auditBody(endless, { ...QUERY, cursor }, CONTEXT)).toMatchObject({
      value: { nextCursor: printCursor({ atMs: 0, id: '81' }, HASH) },
    })
  })

  it('names the actor when that user is known', async () => {
    const entry = { ...anEntry(1), seq: 1, prevHash: '', hash: '' }
    const log: AuditReader = { find: async () => ({ entries: [entry], next: null }) }
    const readActors = async (findUser: () => { username: string } | undefined) => {
      const page = await auditBody(log, QUERY, { nowMs: 0, findUser })
      return page.ok && page.value.items.map(({ actor }) => actor)
    }
    expect(await readActors(() => ({ username: 'alice' }))).toMatchObject([{ sub: 'usr_1', username: 'alice' }])
    expect(await readActors(() => undefined)).toEqual([entry.actor])
  })

  it.each(['x', '-1', '1e3', '1234567890123456'])('rejects the cursor %s', async (id) => {
    const query = { ...QUERY, cursor: printCursor({ atMs: 0, id }, HASH) }
    expect(await auditBody(endless, query, CONTEXT)).toEqual({ ok: false, error: { kind: 'invalidCursor' } })
  })
})
