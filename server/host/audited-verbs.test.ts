import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { StoreFailure } from '../core/errors.ts'
import { createIds } from '../core/id.ts'
import { createRandom } from '../core/random.ts'
import type { AuditEntry } from '../engine/model/facts.ts'
import type { AuditStatus } from '../engine/model/ports.ts'
import { harbourOn, PASSWORD } from '../identity/identity-fixture.ts'
import { auditedVerbs } from './audited-verbs.ts'
import { rightsIn } from './key-verbs.ts'
import { userVerbs } from './user-verbs.ts'
import { answerVerb, HostRefusal, type VerbTable } from './verb.ts'

const NOW = 1_767_323_045_678

const refuse = async (): Promise<never> => {
  throw new HostRefusal('BLOCKED', 'Not now.')
}

const REFUSING: VerbTable = { 'live.arm': refuse, 'live.disarm': async () => null, 'waiver.make': refuse }

/** The verbs on a real identity, with an audit that accepts each entry with the given status. */
const open = (status: (entries: readonly AuditEntry[]) => AuditStatus = () => 'RECORDED') => {
  const { identity } = harbourOn(temporaryStore())
  const ids = createIds({ now: () => NOW, random: createRandom(1) })
  const entries: AuditEntry[] = []
  const verbs = auditedVerbs(
    { ...userVerbs(identity), ...REFUSING },
    {
      audit: {
        append(added) {
          const taken = status(added)
          entries.push(...added)
          return taken
        },
      },
      auditId: () => ids('aud'),
      now: () => NOW,
      epoch: () => 7,
      describeRights: rightsIn(identity),
    },
  )
  const entryLines = () =>
    entries.map(({ action, target, before, after, outcome, reason }) =>
      [action, target, before, after, outcome, reason].map((part) => part ?? '-').join(' | '),
    )
  return { identity, entries, entryLines, call: (verb: string, args: unknown) => answerVerb(verbs, verb, args) }
}

const alice = { username: 'Alice', roles: ['TRADER'], password: PASSWORD }

describe('verbs that change something', () => {
  it('are recorded before and after, with the permissions of a user, and without any secret', async () => {
    const { call, entries, entryLines } = open()
    await call('user.add', alice)
    await call('user.change', { username: 'alice', roles: ['VIEWER', 'ADMIN'], tier: 'PRO' })
    await call('user.setPassword', { username: 'alice', password: 'another, just as long' })
    await call('user.disable', { username: 'alice' })
    await call('user.enable', { username: 'alice' })
    const minted = await call('token.mint', { username: 'alice' })
    expect(entryLines()).toEqual([
      'USER_ADD | Alice | - | - | INTENT | -',
      'USER_ADD | Alice | - | TRADER STANDARD | DONE | -',
      'USER_CHANGE | alice | TRADER STANDARD | - | INTENT | -',
      'USER_CHANGE | alice | TRADER STANDARD | VIEWER,ADMIN PRO | DONE | -',
      'USER_SET_PASSWORD | alice | VIEWER,ADMIN PRO | - | INTENT | -',
      'USER_SET_PASSWORD | alice | VIEWER,ADMIN PRO | VIEWER,ADMIN PRO | DONE | -',
      'USER_DISABLE | alice | VIEWER,ADMIN PRO | - | INTENT | -',
      'USER_DISABLE | alice | VIEWER,ADMIN PRO | VIEWER,ADMIN PRO DISABLED | DONE | -',
      'USER_ENABLE | alice | VIEWER,ADMIN PRO DISABLED | - | INTENT | -',
      'USER_ENABLE | alice | VIEWER,ADMIN PRO DISABLED | VIEWER,ADMIN PRO | DONE | -',
      'TOKEN_MINT | alice | VIEWER,ADMIN PRO | - | INTENT | -',
      'TOKEN_MINT | alice | VIEWER,ADMIN PRO | VIEWER,ADMIN PRO | DONE | -',
    ])
    const { accessToken } = (minted as { value: { accessToken: string } }).value
    for (const secret of [PASSWORD, 'another', accessToken]) expect(JSON.stringify(entries)).not.toContain(secret)
    expect(entries[0]).toMatchObject({
      actor: { type: 'HOST', sub: null, sid: null, ip: null },
      atMs: NOW,
      epoch: 7,
      requestId: null,
    })
    expect(new Set(entries.map(({ auditId }) => auditId)).size).toBe(6)
    expect(entries[0]?.auditId).toBe(entries[1]?.auditId)
  })

  it('are recorded with the code when they are refused', async () => {
    const { call, entryLines } = open()
    expect(await call('user.disable', { username: 'bob' })).toMatchObject({ error: { code: 'USER_NOT_FOUND' } })
    expect(await call('user.add', [])).toMatchObject({ error: { code: 'BAD_ARGUMENT' } })
    expect(await call('live.arm', {})).toMatchObject({ error: { code: 'BLOCKED' } })
    expect(entryLines()).toEqual([
      'USER_DISABLE | bob | - | - | INTENT | -',
      'USER_DISABLE | bob | - | - | REFUSED | USER_NOT_FOUND',
      'USER_ADD | engine | - | - | INTENT | -',
      'USER_ADD | engine | - | - | REFUSED | BAD_ARGUMENT',
      'LIVE_ARM | engine | - | - | INTENT | -',
      'LIVE_ARM | engine | - | - | REFUSED | BLOCKED',
    ])
  })

  it('include the reason, and the gate or packet they concern', async () => {
    const { call, entryLines } = open()
    await call('live.arm', { packet: 'abc', reason: 'thirty good days' })
    await call('waiver.make', { gateId: 'LR19', reason: 'restored by hand' })
    await call('live.disarm', { reason: 7 })
    expect(entryLines()).toEqual([
      'LIVE_ARM | abc | - | - | INTENT | thirty good days',
      'LIVE_ARM | abc | - | - | REFUSED | BLOCKED',
      'WAIVER_MAKE | LR19 | - | - | INTENT | restored by hand',
      'WAIVER_MAKE | LR19 | - | - | REFUSED | BLOCKED',
      'LIVE_DISARM | engine | - | - | INTENT | -',
      'LIVE_DISARM | engine | - | - | DONE | -',
    ])
  })

  it('leave read-only verbs unrecorded', async () => {
    const { call, entries } = open()
    expect(await call('user.list', {})).toEqual({ ok: true, value: { items: [] } })
    expect(entries).toEqual([])
  })
})

const failing = (): never => {
  throw new StoreFailure('The disk is full.')
}

describe('while the audit log cannot be written', () => {
  it.each([
    ['cannot be written anywhere', failing],
    ['goes to the spool', () => 'SPOOLED' as const],
  ])(
    'grants of authority are refused when the entry %s, and removals of authority are executed',
    async (_where, status) => {
      let fails = false
      const { call, identity } = open(() => (fails ? status() : 'RECORDED'))
      await call('user.add', alice)
      fails = true
      for (const verb of [
        'user.add',
        'user.change',
        'user.setPassword',
        'user.enable',
        'token.mint',
        'live.arm',
        'waiver.make',
      ]) {
        const args = { username: 'bob', roles: ['ADMIN'] }
        expect(await call(verb, args)).toMatchObject({ error: { code: 'AUDIT_UNAVAILABLE' } })
      }
      expect(await call('user.disable', { username: 'alice' })).toMatchObject({ ok: true })
      expect(identity.listUsers().map(({ username, disabledAt }) => [username, disabledAt !== null])).toEqual([
        ['Alice', true],
      ])
    },
  )

  it('an error other than a disk fault is thrown', async () => {
    const { call } = open(() => {
      throw new Error('Invariant: no.')
    })
    expect(await call('user.disable', alice)).toMatchObject({ error: { code: 'INTERNAL', message: 'Invariant: no.' } })
  })
})
