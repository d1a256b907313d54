import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postgresMissing } from '../../../../test/support/postgres.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import { openAuditLog } from '../audit/audit-log.ts'
import { anEntry, entries } from '../audit/audit-samples.ts'
import type { AuditQuery } from '../audit/find-entries.ts'
import { type AuditCopies, openAuditCopies } from './audit-copies.ts'
import { openAccount } from './lease-store.ts'
import { setPostgres } from './postgres-fixture.ts'

const ALL: AuditQuery = {
  ...{ before: null, fromMs: null, toMs: null, actorType: null, actor: null },
  ...{ action: null, outcome: null, target: null, requestId: null, limit: 10 },
}

describe.skipIf(postgresMissing)('the audit logs of an account in PostgreSQL', () => {
  const { connect } = setPostgres()
  let accounts = 0

  /** An account, and a host of it with a log. */
  const open = async () => {
    const account = `acc-${++accounts}`
    const connection = connect()
    await openAccount(connection, account, 'market')
    return (host: string, directory = join(aTempDirectory(), 'audit')) => {
      const log = openAuditLog({ directory, clock: () => 0 })
      onTestFinished(log.close)
      return { log, directory, copies: openAuditCopies({ connection, account, host, directory }) }
    }
  }

  const targets = async (copies: AuditCopies, query: Partial<AuditQuery> = {}) => {
    const { entries: found, next } = await copies.find({ ...ALL, ...query })
    return { targets: found.map(({ target }) => target), next }
  }

  it('form one list, in which each entry appears once and as its host has it', async () => {
    const openHost = await open()
    const [engine, gateway] = [openHost('engine'), openHost('gateway')]
    engine.log.append(entries(2))
    await engine.copies.copy()
    gateway.log.append(entries(1, 3))
    await gateway.copies.copy()
    await gateway.copies.copy()
    engine.log.append(entries(1, 4))
    await engine.copies.copy()
    expect(await targets(engine.copies)).toEqual({ targets: ['ord_4', 'ord_3', 'ord_2', 'ord_1'], next: null })
    expect(await gateway.copies.find(ALL)).toEqual(await engine.copies.find(ALL))
    const { entries: own } = await engine.log.find({ ...ALL, target: 'ord_4' })
    expect((await gateway.copies.find({ ...ALL, target: 'ord_4' })).entries).toEqual(own)
  })

  it('are read page by page and by every filter', async () => {
    const { log, copies } = (await open())('engine')
    const host: AuditEntry = anEntry(9, { actor: { type: 'HOST', sub: null, sid: null, ip: null }, action: 'USER_ADD' })
    log.append([...entries(8), host, anEntry(10, { target: 'a\u0000b', outcome: 'REFUSED' })])
    await copies.copy()
    const first = await targets(copies, { limit: 4 })
    expect(first.targets).toEqual(['a\u0000b', 'ord_9', 'ord_8', 'ord_7'])
    const second = await targets(copies, { limit: 4, before: first.next })
    expect(second.targets).toEqual(['ord_6', 'ord_5', 'ord_4', 'ord_3'])
    expect(await targets(copies, { limit: 4, before: second.next })).toEqual({
      targets: ['ord_2', 'ord_1'],
      next: null,
    })
    const at = anEntry(3).atMs
    const queries: Partial<AuditQuery>[] = [
      ...[
        { actorType: ['HOST'] },
        { actorType: ['HOST', 'ENGINE'] },
        { action: 'USER_ADD' },
        { outcome: 'REFUSED' },
        { requestId: 'req_2' },
        { target: 'ord_5' },
      ],
      ...[{ actor: 'usr_1', limit: 1 }, { fromMs: at, toMs: at + 1 }, { target: 'none' }],
    ] as const
    for (const query of queries) {
      const { entries: expected } = await log.find({ ...ALL, ...query })
      expect((await copies.find({ ...ALL, ...query })).entries).toEqual(expected)
    }
  })

  it('are listed by their time, wherever the entries of a host are copied late', async () => {
    const openHost = await open()
    const [late, gateway] = [openHost('late'), openHost('gateway')]
    late.log.append(entries(3))
    gateway.log.append([anEntry(2, { target: 'at the same time' }), anEntry(5)])
    await gateway.copies.copy()
    await late.copies.copy()
    const expected = ['ord_5', 'ord_3', 'ord_2', 'at the same time', 'ord_1']
    expect((await targets(gateway.copies)).targets).toEqual(expected)
    const listed: string[] = []
    for (let before: AuditQuery['before'] = null; ; ) {
      const page = await targets(gateway.copies, { limit: 1, before })
      listed.push(...page.targets)
      before = page.next
      if (before === null) break
    }
    expect(listed).toEqual(expected)
  })

  it('are found by several filters, however many entries match only one of them', async () => {
    const { log, copies } = (await open())('engine')
    log.append([anEntry(1, { outcome: 'REFUSED' }), ...entries(2_500, 2), anEntry(3_000, { outcome: 'REFUSED' })])
    await copies.copy()
    const listed: string[] = []
    let pages = 0
    for (let before: AuditQuery['before'] = null; ; ) {
      const page = await targets(copies, { actor: 'usr_1', outcome: 'REFUSED', before })
      listed.push(...page.targets)
      pages++
      before = page.next
      if (before === null) break
    }
    expect(listed).toEqual(['ord_3000', 'ord_1'])
    expect(pages).toBe(3)
    expect(await targets(copies, { outcome: 'REFUSED' })).toEqual({ targets: ['ord_3000', 'ord_1'], next: null })
  })

  it('continue after a restart, and after a log was replaced by a new one', async () => {
    const openHost = await open()
    const { log, directory, copies } = openHost('engine')
    log.append(entries(3))
    await copies.copy()
    log.append(entries(1, 4))
    await openHost('engine', directory).copies.copy()
    const replaced = openHost('engine')
    replaced.log.append(entries(1, 5))
    await replaced.copies.copy()
    expect((await targets(copies)).targets).toEqual(['ord_5', 'ord_4', 'ord_3', 'ord_2', 'ord_1'])
  })
})
