import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postgresMissing, startPostgres, type TestPostgres, toPatientUrl } from '../../../../test/support/postgres.ts'
import { StoreFailure } from '../../../core/errors.ts'
import { createIds } from '../../../core/id.ts'
import { createIdentity } from '../../../identity/identity.ts'
import { CHEAP, PASSWORD, START } from '../../../identity/identity-fixture.ts'
import { IDENTITY_STORE_CASES } from '../../../identity/identity-store.contract.ts'
import { openPostgres, type PostgresConnection } from './connection.ts'
import { openPostgresIdentity, type PostgresIdentityStore, readIdentityVersion } from './identity-store.ts'
import { migrate } from './migrate.ts'

describe.skipIf(postgresMissing)('the PostgreSQL identity store', () => {
  let server: TestPostgres
  let connection: PostgresConnection
  let store: PostgresIdentityStore

  beforeAll(async () => {
    server = await startPostgres()
    connection = openPostgres(toPatientUrl(server.url), 'test')
    await migrate(connection)
    store = await openPostgresIdentity(toPatientUrl(server.url))
  })

  beforeEach(async () => {
    await connection.query({ text: 'TRUNCATE users, signing_keys CASCADE' })
  })

  afterAll(async () => {
    await store.close()
    await connection.close()
    await server.stop()
  })

  it.each(IDENTITY_STORE_CASES)('$title', ({ check }) => check({ store, reopen: () => store }))

  describe('shared by two processes', () => {
    let nowMs = START
    const opened: PostgresIdentityStore[] = []

    const open = async () => {
      const own = await openPostgresIdentity(toPatientUrl(server.url))
      opened.push(own)
      let version = await readIdentityVersion(connection)
      const hasChanged = async (): Promise<boolean> => {
        const before = version
        version = await readIdentityVersion(connection)
        return version !== before
      }
      const clock = () => nowMs
      const random = () => Math.random()
      return createIdentity({ store: own, clock, ids: createIds({ now: clock, random }), hashCost: CHEAP, hasChanged })
    }

    const openTwo = async () => {
      const first = await open()
      await first.bootstrap({ name: 'admin', password: PASSWORD })
      return [first, await open()] as const
    }

    const logIn = async (identity: Awaited<ReturnType<typeof open>>) => {
      const signedIn = await identity.login({ username: 'admin', password: PASSWORD, address: '192.0.2.1' })
      if (!signedIn.ok) throw new Error(signedIn.error.kind)
      return signedIn.value
    }

    afterEach(async () => {
      await Promise.all(opened.splice(0).map((each) => each.close()))
    })

    it('a session opened in one is valid in the other immediately, and ended by it for both', async () => {
      const [first, second] = await openTwo()
      const { accessToken, sessionId } = await logIn(first)
      expect(await second.authenticate(accessToken)).toMatchObject({ ok: true, value: { username: 'admin' } })
      second.logout(sessionId)
      await first.catchUp()
      expect(first.recall(accessToken)).toBeUndefined()
      expect(await first.authenticate(accessToken)).toMatchObject({ ok: false, error: { kind: 'sessionRevoked' } })
    })

    it('a refresh token presented to both is exchanged once, for the same successor', async () => {
      const [first, second] = await openTwo()
      const { refreshToken } = await logIn(first)
      nowMs += 60_000
      const refreshing = { refreshToken, address: '192.0.2.1' }
      const both = await Promise.all([first.refresh(refreshing), second.refresh(refreshing)])
      const [one, two] = both.map((result) => (result.ok ? result.value.refreshToken : result.error.kind))
      expect([one, one === refreshToken]).toEqual([two, false])
      nowMs += 60_000
      expect(await second.refresh(refreshing)).toMatchObject({ ok: false, error: { kind: 'refreshReused' } })
      await first.catchUp()
      const next = await first.refresh({ refreshToken: String(one), address: '192.0.2.1' })
      expect(next).toMatchObject({ ok: false, error: { kind: 'sessionRevoked' } })
    })
  })

  it('fails within two seconds while PostgreSQL does not respond, and then immediately', async ({ skip }) => {
    const { pid } = server
    if (pid === undefined) return skip('an external server is not disturbed')
    store.users()
    const backends = await connection.query<{ pid: number }>({
      text: `SELECT pid FROM pg_stat_activity WHERE application_name = 'plimsoll identity'`,
    })
    for (const backend of backends) process.kill(backend.pid, 'SIGSTOP')
    try {
      expect(() => store.users()).toThrow(StoreFailure)
      const since = performance.now()
      expect(() => store.users()).toThrow(StoreFailure)
      expect(performance.now() - since).toBeLessThan(1_500)
    } finally {
      for (const backend of backends) process.kill(backend.pid, 'SIGCONT')
    }
    await expect.poll(() => store.users()).toEqual([])
  })
})
