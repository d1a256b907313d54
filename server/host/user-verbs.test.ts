import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { harbourOn, PASSWORD } from '../identity/identity-fixture.ts'
import { userVerbs } from './user-verbs.ts'
import { answerVerb } from './verb.ts'

const open = () => {
  const harbour = harbourOn(temporaryStore())
  const verbs = userVerbs(harbour.identity)
  return { ...harbour, call: (verb: string, args: unknown) => answerVerb(verbs, verb, args) }
}

const alice = { username: 'alice', roles: ['ADMIN', 'TRADER'], tier: 'PRO', password: PASSWORD }

const view = {
  id: expect.stringMatching(/^usr_/),
  username: 'alice',
  roles: ['TRADER', 'ADMIN'],
  grants: {},
  tier: 'PRO',
  passwordOrigin: 'CHOSEN',
  passwordWeak: false,
  secondFactor: false,
  createdAt: '2026-01-02T03:04:05.678Z',
  disabledAt: null,
  sessions: 0,
}

describe('user verbs', () => {
  it('add, list, disable and enable a user', async () => {
    const { call } = open()
    expect(await call('user.list', {})).toEqual({ ok: true, value: { items: [] } })
    expect(await call('user.add', alice)).toEqual({ ok: true, value: { user: view, generatedPassword: null } })
    expect(await call('user.list', {})).toEqual({ ok: true, value: { items: [view] } })
    const disabled = { ...view, disabledAt: '2026-01-02T03:04:05.678Z' }
    expect(await call('user.disable', { username: 'alice' })).toEqual({ ok: true, value: disabled })
    expect(await call('user.enable', { username: 'alice' })).toEqual({ ok: true, value: view })
  })

  it('add a VIEWER of the standard tier with a generated password', async () => {
    const { call } = open()
    expect(await call('user.add', { username: 'bob', roles: ['VIEWER'] })).toMatchObject({
      ok: true,
      value: { user: { tier: 'STANDARD' }, generatedPassword: expect.stringMatching(/^(\w{4}-){4}\w{4}$/) },
    })
  })

  it('change roles, tier and password', async () => {
    const { call } = open()
    await call('user.add', alice)
    const changed = await call('user.change', { username: 'alice', roles: ['VIEWER'], tier: 'STANDARD' })
    expect(changed).toEqual({ ok: true, value: { ...view, roles: ['VIEWER'], tier: 'STANDARD' } })
    const password = await call('user.setPassword', { username: 'alice', password: 'another, just as long' })
    expect(password).toMatchObject({ ok: true, value: { generatedPassword: null } })
  })

  it('create a token that is valid immediately', async () => {
    const { call, identity } = open()
    await call('user.add', alice)
    const minted = await call('token.mint', { username: 'alice', ttlMs: 60_000 })
    expect(minted).toEqual({
      ok: true,
      value: {
        accessToken: expect.any(String),
        sessionId: expect.stringMatching(/^ses_/),
        expiresAt: '2026-01-02T03:05:06.000Z',
      },
    })
    const { accessToken } = (minted as { value: { accessToken: string } }).value
    expect(await identity.authenticate(accessToken)).toMatchObject({ ok: true, value: { username: 'alice' } })
  })

  it.each([
    { verb: 'user.add', args: null, code: 'BAD_ARGUMENT' },
    { verb: 'user.add', args: [], code: 'BAD_ARGUMENT' },
    { verb: 'user.add', args: { roles: ['VIEWER'] }, code: 'BAD_ARGUMENT' },
    { verb: 'user.add', args: { username: 1, roles: ['VIEWER'] }, code: 'BAD_ARGUMENT' },
    { verb: 'user.add', args: { username: 'bob' }, code: 'BAD_ARGUMENT' },
    { verb: 'user.add', args: { username: 'bob', roles: 'VIEWER' }, code: 'BAD_ARGUMENT' },
    { verb: 'user.add', args: { username: 'bob', roles: [1] }, code: 'BAD_ARGUMENT' },
    { verb: 'user.add', args: { username: 'bob', roles: ['BOSS'] }, code: 'ROLE_UNKNOWN' },
    { verb: 'user.add', args: { username: 'bob', roles: [] }, code: 'ROLES_EMPTY' },
    { verb: 'user.add', args: { username: 'bob', roles: ['VIEWER'], tier: 'GOLD' }, code: 'TIER_UNKNOWN' },
    { verb: 'user.add', args: { username: 'bob', roles: ['VIEWER'], password: 'short' }, code: 'PASSWORD_TOO_SHORT' },
    { verb: 'user.add', args: { username: 'b', roles: ['VIEWER'] }, code: 'USERNAME_INVALID' },
    { verb: 'user.add', args: alice, code: 'USERNAME_TAKEN' },
    { verb: 'user.change', args: { username: 'bob' }, code: 'USER_NOT_FOUND' },
    { verb: 'user.change', args: { username: 'alice', roles: ['BOSS'] }, code: 'ROLE_UNKNOWN' },
    { verb: 'user.disable', args: {}, code: 'BAD_ARGUMENT' },
    { verb: 'user.disable', args: { username: 'bob' }, code: 'USER_NOT_FOUND' },
    { verb: 'user.enable', args: { username: 'bob' }, code: 'USER_NOT_FOUND' },
    { verb: 'user.setPassword', args: { username: 'alice', password: 'x'.repeat(200) }, code: 'PASSWORD_TOO_LONG' },
    { verb: 'token.mint', args: { username: 'bob' }, code: 'USER_NOT_FOUND' },
    { verb: 'token.mint', args: { username: 'alice', ttlMs: '1' }, code: 'BAD_ARGUMENT' },
    { verb: 'token.mint', args: { username: 'alice', ttlMs: 1 }, code: 'TTL_OUT_OF_RANGE' },
  ])('reject $verb of $args with $code and change nothing', async ({ verb, args, code }) => {
    const { call } = open()
    await call('user.add', alice)
    const refused = await call(verb, args)
    expect(refused).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(/^\S.*\.$/) } })
    expect(JSON.stringify(refused)).not.toMatch(/\$scrypt|x{20}|short"/)
    expect(await call('user.list', {})).toEqual({ ok: true, value: { items: [view] } })
  })
})
