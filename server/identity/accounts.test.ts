import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../test/support/runs.ts'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { ADDRESS, addUser, harbourOn, PASSWORD, refreshFrom, signIn } from './identity-fixture.ts'

const open = () => {
  const store = temporaryStore()
  return { ...harbourOn(store), store }
}

describe('a user', () => {
  it('is created with the given password, and listed without it', async () => {
    const { identity, now } = open()
    const added = await identity.addUser({ username: 'alice', roles: ['TRADER'], tier: 'PRO', password: PASSWORD })
    const view = {
      id: expect.stringMatching(/^usr_/),
      username: 'alice',
      roles: ['TRADER'],
      grants: new Map(),
      tier: 'PRO',
      passwordOrigin: 'CHOSEN',
      passwordWeak: false,
      secondFactor: false,
      createdAt: now(),
      disabledAt: null,
      sessions: 0,
    }
    expect(added).toEqual({ ok: true, value: { user: view, generatedPassword: null } })
    expect(identity.listUsers()).toEqual([view])
    const id = added.ok ? added.value.user.id : ''
    expect([identity.findUser(id), identity.findUser('usr_nobody')]).toEqual([view, undefined])
  })

  it('gets a generated password when none is given, returned once', async () => {
    const { identity } = open()
    const added = await identity.addUser({ username: 'alice', roles: ['VIEWER'], tier: 'STANDARD' })
    const password = added.ok ? (added.value.generatedPassword ?? '') : ''
    expect(password).toMatch(/^(\w{4}-){4}\w{4}$/)
    expect((await signIn(identity, 'alice', password)).user.roles).toEqual(['VIEWER'])
    expect(identity.listUsers()[0]).toMatchObject({ passwordOrigin: 'GENERATED', passwordWeak: false })
  })

  it.each([
    { username: 'a', kind: 'usernameInvalid' },
    { username: '-alice', kind: 'usernameInvalid' },
    { username: 'a b', kind: 'usernameInvalid' },
    { username: 'älice', kind: 'usernameInvalid' },
    { username: 'alice\n', kind: 'usernameInvalid' },
    { username: 'a'.repeat(33), kind: 'usernameInvalid' },
    { username: 'ALICE', kind: 'usernameTaken' },
    { username: 'bob', password: 'short', kind: 'passwordTooShort' },
    { username: 'bob', password: 'x'.repeat(129), kind: 'passwordTooLong' },
    { username: 'bob', roles: [], kind: 'rolesEmpty' },
  ])('named "$username" is refused: $kind', async ({ username, password, roles, kind }) => {
    const { identity } = open()
    await addUser(identity, 'alice')
    const refused = await identity.addUser({ username, roles: roles ?? ['TRADER'], tier: 'STANDARD', password })
    expect(refused).toMatchObject({ ok: false, error: { kind } })
    expect(identity.listUsers()).toHaveLength(1)
  })

  it('is created once when two callers request the name at the same time', async () => {
    const { identity, store } = open()
    const answers = await Promise.all(
      ['alice', 'ALICE'].map((username) => identity.addUser({ username, roles: ['TRADER'], tier: 'STANDARD' })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(store.users()).toHaveLength(1)
  })

  it('can be disabled and enabled, any number of times, and is the same after a restart', async () => {
    const { identity, now, reopen } = open()
    await addUser(identity, 'alice')
    expect(identity.disableUser('Alice')).toMatchObject({ ok: true, value: { disabledAt: now() } })
    expect(identity.disableUser('alice')).toMatchObject({ ok: true, value: { disabledAt: now() } })
    expect(reopen().listUsers()).toEqual(identity.listUsers())
    expect(identity.enableUser('alice')).toMatchObject({ ok: true, value: { disabledAt: null } })
    expect(identity.enableUser('alice')).toMatchObject({ ok: true, value: { disabledAt: null } })
    expect(reopen().listUsers()).toEqual(identity.listUsers())
  })

  it('has only the new password once it is set', async () => {
    const { identity } = open()
    await addUser(identity, 'alice')
    const changed = await identity.setPassword({ username: 'alice', password: 'a new one for the captain' })
    expect(changed).toMatchObject({ ok: true, value: { generatedPassword: null } })
    expect((await identity.login({ username: 'alice', password: PASSWORD, address: ADDRESS })).ok).toBe(false)
    expect((await signIn(identity, 'alice', 'a new one for the captain')).user.username).toBe('alice')
  })

  it('retains what is not changed', async () => {
    const { identity } = open()
    await addUser(identity, 'alice', ['VIEWER'])
    expect(identity.changeUser({ username: 'alice', tier: 'PRO' })).toMatchObject({
      ok: true,
      value: { roles: ['VIEWER'], tier: 'PRO' },
    })
    expect(identity.changeUser({ username: 'alice', roles: ['ADMIN'] })).toMatchObject({
      ok: true,
      value: { roles: ['ADMIN'], tier: 'PRO' },
    })
    expect(identity.changeUser({ username: 'alice', roles: [] })).toEqual({ ok: false, error: { kind: 'rolesEmpty' } })
  })

  it('that is unknown is rejected by every verb', async () => {
    const { identity } = open()
    const unknown = { ok: false, error: { kind: 'userUnknown', username: 'bob' } }
    expect(identity.disableUser('bob')).toEqual(unknown)
    expect(identity.enableUser('bob')).toEqual(unknown)
    expect(identity.changeUser({ username: 'bob' })).toEqual(unknown)
    expect(await identity.setPassword({ username: 'bob' })).toEqual(unknown)
    expect(await identity.mintToken({ username: 'bob' })).toEqual(unknown)
  })

  it('rejects a short password without changing anything', async () => {
    const { identity } = open()
    await addUser(identity, 'alice')
    const refused = await identity.setPassword({ username: 'alice', password: 'short' })
    expect(refused).toEqual({ ok: false, error: { kind: 'passwordTooShort', length: 5, min: 8 } })
    expect((await signIn(identity, 'alice')).user.username).toBe('alice')
  })
})

describe('the first user', () => {
  it('is an ADMIN of the standard tier with a generated password', async () => {
    const { identity } = open()
    const first = await identity.bootstrap({})
    expect(first).toMatchObject({
      ok: true,
      value: {
        user: { username: 'admin', roles: ['ADMIN'], tier: 'STANDARD', passwordOrigin: 'GENERATED' },
        generatedPassword: expect.stringMatching(/^(\w{4}-){4}\w{4}$/),
      },
    })
  })

  it('has the given name and password, weak or not', async () => {
    const { identity } = open()
    const first = await identity.bootstrap({ name: 'captain', password: 'x' })
    expect(first).toMatchObject({
      ok: true,
      value: { user: { passwordOrigin: 'BOOTSTRAP', passwordWeak: true }, generatedPassword: null },
    })
    expect((await signIn(identity, 'captain', 'x')).user.roles).toEqual(['ADMIN'])
  })

  it('is stored once the given promise has resolved, and never when it rejects', async () => {
    const { identity } = open()
    const after = Promise.reject(new Error('the port is in use'))
    await expect(identity.bootstrap({ after })).rejects.toThrow('the port is in use')
    expect(identity.listUsers()).toEqual([])
    const countBefore = setTimeout(200).then(() => identity.listUsers().length)
    expect(await identity.bootstrap({ after: countBefore })).toMatchObject({ ok: true })
    expect([await countBefore, identity.listUsers().length]).toEqual([0, 1])
  })

  it('is never created when any user exists, even a disabled one', async () => {
    const { identity, reopen } = open()
    await addUser(identity, 'alice', ['VIEWER'])
    identity.disableUser('alice')
    expect(await identity.bootstrap({})).toEqual({ ok: false, error: { kind: 'usersExist' } })
    expect(await reopen().bootstrap({})).toEqual({ ok: false, error: { kind: 'usersExist' } })
  })

  it.each([
    { name: 'no name', kind: 'usernameInvalid' },
    { password: '', kind: 'passwordTooShort' },
  ])('is refused: $kind', async ({ kind, ...admin }) => {
    const { identity } = open()
    expect(await identity.bootstrap(admin)).toMatchObject({ ok: false, error: { kind } })
    expect(identity.listUsers()).toEqual([])
  })
})

describe('passwords unfit for a network', () => {
  it('are weak ones of users who may log in', async () => {
    const { identity } = open()
    await identity.bootstrap({ name: 'boot', password: 'admin' })
    await addUser(identity, 'strong')
    for (const username of ['short', 'gone'])
      await identity.addUser({ username, roles: ['VIEWER'], tier: 'STANDARD', password: 'kq7vultures' })
    identity.disableUser('gone')
    expect(identity.exposedPasswords()).toEqual([
      { username: 'boot', reason: 'WEAK' },
      { username: 'short', reason: 'WEAK' },
    ])
    await identity.setPassword({ username: 'boot', password: PASSWORD })
    await identity.setPassword({ username: 'short', password: PASSWORD })
    expect(identity.exposedPasswords()).toEqual([])
  })

  it('include the generated one of the first user, not those the host has generated since', async () => {
    const { identity, advance, reopen } = open()
    await identity.bootstrap({})
    advance(1)
    await identity.addUser({ username: 'aaron', roles: ['ADMIN'], tier: 'STANDARD' })
    expect(identity.exposedPasswords()).toEqual([{ username: 'admin', reason: 'GENERATED' }])
    expect(reopen().exposedPasswords()).toEqual([{ username: 'admin', reason: 'GENERATED' }])
    await identity.setPassword({ username: 'admin' })
    expect(identity.exposedPasswords()).toEqual([])
  })
})

it('never includes a hash, a password or a token in the view of a user', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[A-Za-z0-9]{16,40}$/), async (password) => {
      const { identity, store } = harbourWith(temporaryStore())
      const outputs: unknown[] = [
        await identity.addUser({ username: 'alice', roles: ['ADMIN'], tier: 'PRO', password }),
        await identity.addUser({ username: 'alice', roles: ['ADMIN'], tier: 'PRO', password }),
        await identity.addUser({ username: 'bob', roles: ['ADMIN'], tier: 'PRO', password: password.repeat(9) }),
      ]
      const signed = await signIn(identity, 'alice', password)
      outputs.push(identity.listUsers(), identity.exposedPasswords(), identity.jwks())
      outputs.push(identity.sessions(store.users()[0]?.id ?? 'usr_none'))
      outputs.push(await identity.login({ username: 'alice', password: `${password}x`, address: ADDRESS }))
      outputs.push(
        await identity.authenticate(`${signed.accessToken}x`),
        await identity.authenticate(signed.accessToken),
      )
      outputs.push(await identity.setPassword({ username: 'alice', password }), identity.disableUser('alice'))
      outputs.push(await refreshFrom(identity, signed.refreshToken), await identity.mintToken({ username: 'alice' }))
      const text = JSON.stringify(outputs)
      const [user] = store.users()
      const [key] = store.signingKeys()
      const secrets = [password, user?.passwordHash, '$scrypt$', key?.jwk.d, signed.accessToken, signed.refreshToken]
      for (const secret of secrets) expect(text).not.toContain(secret)
    }),
    { numRuns: runs(9) },
  )
})

const harbourWith = (store: ReturnType<typeof temporaryStore>) => ({ ...harbourOn(store), store })
