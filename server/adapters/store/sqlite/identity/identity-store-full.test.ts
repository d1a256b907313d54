import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aTempDirectory } from '../../../../../test/support/temp-directory.ts'
import { StoreFailure } from '../../../../core/errors.ts'
import { ADDRESS, addUser, harbourOn, PASSWORD, signIn } from '../../../../identity/identity-fixture.ts'
import { IDENTITY_SCHEMA } from '../../migrations/identity.ts'
import { openDatabase } from '../database.ts'
import { createIdentityStore } from './identity-store.ts'

/** A store whose file may not grow past a number of pages. */
const aBoundedStore = () => {
  const database = openDatabase(join(aTempDirectory(), 'identity.sqlite'), IDENTITY_SCHEMA)
  const store = createIdentityStore(database)
  const allow = (pages: number): void => database.exec(`PRAGMA max_page_count = ${pages}`)
  onTestFinished(store.close)
  return { store, fill: () => allow(1), free: () => allow(1_000_000) }
}

const listNames = (users: readonly { readonly username: string }[]): string[] =>
  users.map(({ username }) => username).toSorted()

describe('identity whose database cannot grow', () => {
  it('refuses sign-ins once no page has room for them, retains existing ones, and continues when there is room again', async () => {
    const { store, fill, free } = aBoundedStore()
    const { identity, now } = harbourOn(store)
    const user = await addUser(identity, 'alice')
    fill()
    const credentials = { username: 'alice', password: PASSWORD, address: ADDRESS }
    let answer = await identity.login(credentials)
    for (let tries = 0; answer.ok && tries < 200; tries++) answer = await identity.login(credentials)
    expect(answer).toEqual({ ok: false, error: { kind: 'notStored' } })
    const ids = store.liveSessions(now()).map(({ id }) => id)
    expect(ids.toSorted()).toEqual(
      identity
        .sessions(user.id)
        .map(({ id }) => id)
        .toSorted(),
    )
    free()
    expect((await signIn(identity, 'alice')).user.username).toBe('alice')
  })

  it('reports a failed write with an actionable message', async () => {
    const { store, fill } = aBoundedStore()
    const { identity } = harbourOn(store)
    fill()
    const names = Array.from({ length: 60 }, (_, index) => `user${index}`)
    const adding = (async () => {
      for (const name of names) await addUser(identity, name)
    })()
    await expect(adding).rejects.toThrow(StoreFailure)
    await expect(adding).rejects.toThrow(/identity\.sqlite cannot be written .* Free disk space or repair the disk\./)
    expect(listNames(identity.listUsers())).toEqual(listNames(store.users()))
  })

  it('leaves every other fault unchanged', () => {
    const { store } = aBoundedStore()
    const failures = [{ userId: 'usr_01JGFJJZ00000000000000000Z', count: 1, lastAt: 0 }] as const
    expect(() => store.saveLoginFailures(failures)).toThrow(/FOREIGN KEY/)
    expect(() => store.saveLoginFailures(failures)).not.toThrow(StoreFailure)
  })
})
