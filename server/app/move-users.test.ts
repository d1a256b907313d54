import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openIdentityStore } from '../adapters/store/sqlite/identity/identity-store.ts'
import { addUser, harbourOn, PASSWORD } from '../identity/identity-fixture.ts'
import { moveUsersIn, moveUsersOut } from './move-users.ts'

const aStore = () => {
  const store = openIdentityStore(join(aTempDirectory(), 'identity.sqlite'))
  onTestFinished(store.close)
  return store
}

/** A data directory with a user that has a token and is logged in, and an empty shared store. */
const open = async () => {
  const from = aStore()
  const to = aStore()
  const { identity, now } = harbourOn(from)
  await addUser(identity, 'alice', ['TRADER', 'VIEWER'])
  const minted = await identity.mintToken({ username: 'alice', ttlMs: undefined })
  const loggedIn = await identity.login({ username: 'alice', password: PASSWORD, address: '192.0.2.7' })
  if (!minted.ok || !loggedIn.ok) throw new Error('alice has a token and a session')
  return { from, to, now, identity, token: minted.value.accessToken, session: loggedIn.value }
}

describe('the users of a data directory', () => {
  it('have their roles, passwords and tokens in the shared store, and log in again', async () => {
    const { from, to, now, token } = await open()
    expect(moveUsersIn({ from, to, now: now() })).toEqual([])
    const shared = harbourOn(to).identity
    expect(shared.listUsers()).toMatchObject([{ username: 'alice', roles: ['TRADER', 'VIEWER'], sessions: 1 }])
    expect(await shared.authenticate(token)).toMatchObject({ ok: true, value: { username: 'alice' } })
    expect(await shared.login({ username: 'alice', password: PASSWORD, address: '192.0.2.7' })).toMatchObject({
      ok: true,
    })
    expect(
      to
        .liveSessions(now())
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['HOST_TOKEN', 'LOGIN'])
  })

  it('are not restored by a repeated move', async () => {
    const { from, to, now, token } = await open()
    moveUsersIn({ from, to, now: now() })
    const shared = harbourOn(to)
    shared.identity.disableUser('alice')
    expect(moveUsersIn({ from, to, now: now() })).toEqual([])
    const reopened = shared.reopen()
    expect(reopened.listUsers()).toMatchObject([{ username: 'alice', disabledAt: expect.any(Number) }])
    expect(await reopened.authenticate(token)).toMatchObject({ ok: false })
  })

  it('do not replace other users of the same name', async () => {
    const { from, to, now } = await open()
    const shared = harbourOn(to)
    shared.advance(1)
    await addUser(shared.identity, 'Alice', ['ADMIN'])
    expect(moveUsersIn({ from, to, now: now() })).toEqual(['alice'])
    expect(to.users()).toMatchObject([{ username: 'Alice', roles: ['ADMIN'] }])
  })

  it('are moved back as they are in the shared store, without any session', async () => {
    const { from, to, now, token } = await open()
    moveUsersIn({ from, to, now: now() })
    const shared = harbourOn(to).identity
    shared.changeUser({ username: 'alice', roles: ['VIEWER'], tier: undefined })
    await addUser(shared, 'bob')
    moveUsersOut({ from: to, to: from, now: now() })
    const own = harbourOn(from).identity
    expect(own.listUsers()).toMatchObject([
      { username: 'alice', roles: ['VIEWER'], sessions: 0 },
      { username: 'bob', sessions: 0 },
    ])
    expect(await own.authenticate(token)).toMatchObject({ ok: false })
  })
})
