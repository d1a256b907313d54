import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../server/core/random.ts'
import { authRoutes } from '../../server/http/routes/auth.ts'
import { createLimiters, PUBLISHED_QUOTAS } from '../../server/http/security/quotas.ts'
import { ADDRESS, PASSWORD, signIn } from '../../server/identity/identity-fixture.ts'
import { totpCode } from '../../server/identity/second-factor.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { copyDirectory, flipBit, killedDirectory, openDataDirectory, type Started, startOn } from './data-directory.ts'

const base = mkdtempSync(join(tmpdir(), 'plimsoll-lost-'))
let seed: string
let older: string
let copies = 0
let whole: Started

beforeAll(async () => {
  ;({ seed, older } = await killedDirectory(base))
  whole = await startOn(copyDirectory(seed, join(base, 'whole')))
})
afterAll(() => rmSync(base, { recursive: true }))

const NEXT = 'a harbour with forty lanterns'
const ENGINE = join('simulated-paper', 'engine.sqlite')

/** Returns the result of a start on a damaged copy: a refusal with a file and a remedy, or the recovered state. */
const startDamaged = async (damage: (directory: string) => void) => {
  const directory = copyDirectory(seed, join(base, `copy-${++copies}`))
  damage(directory)
  try {
    return await startOn(directory)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    expect(error.message).toMatch(/^(\/\S+|The journal|Row \d+) .*(Restore|[Dd]elete|Choose|[Mm]ake) /)
    return null
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Nothing is lost in silence: the start is refused, finds what is missing, or has everything. */
const expectNoSilentLoss = (started: Awaited<ReturnType<typeof startDamaged>>): void => {
  if (started === null || started.findings.length > 0) return
  expect(started).toEqual(whole)
}

it('reports nothing for a directory left by a kill', () => {
  expect(whole).toMatchObject({ findings: [], facts: 14, users: ['admin active', 'leaver disabled'] })
})

describe('a flipped bit', () => {
  it.each([
    [`${ENGINE}-wal`, 24],
    [ENGINE, 8],
    ['identity.sqlite', 8],
    [join('audit', 'log.jsonl'), 4],
    [join('audit', 'head'), 4],
    [join('audit', 'key'), 2],
    [join('simulated-paper', 'engine.seal'), 4],
  ])('in %s never loses commits silently, at %d places', async (file, places) => {
    const random = createRandom(places)
    const bits = readFileSync(join(seed, file)).length * 8
    for (let place = 0; place < places; place++) {
      const bit = Math.floor(random() * bits)
      const started = await startDamaged((directory) => flipBit(join(directory, file), bit))
      if (started !== null && started.findings.length === 0) {
        expect([bit, started.facts, started.orders.length, started.users]).toEqual([
          bit,
          whole.facts,
          whole.orders.length,
          whole.users,
        ])
      }
    }
  })

  it('in the last frame of the write-ahead log is detected, although no audit entry belongs to its commit', async () => {
    const wal = readFileSync(join(seed, `${ENGINE}-wal`)).length
    const started = await startDamaged((directory) => flipBit(join(directory, `${ENGINE}-wal`), (wal - 100) * 8))
    expect(started?.facts).toBe(13)
    expect(started?.findings).toEqual([
      expect.stringMatching(
        /engine\.sqlite is behind the audit log: 1 commit is missing, .* No audit entry belongs to them\. Restore/,
      ),
    ])
  })
})

describe('a file that is missing, truncated or old', () => {
  it('halts and reports how much is missing when the write-ahead log of the ledger is missing', async () => {
    const started = await startDamaged((directory) => rmSync(join(directory, `${ENGINE}-wal`)))
    expect([started?.facts, started?.findings]).toEqual([
      6,
      [
        expect.stringMatching(
          /engine\.sqlite is behind the audit log: 8 commits are missing, its newest is from .*\. 5 audit entries from .* on, the first ORDER_PLACE of order 7\. Restore .* plimsoll stop clear\.$/,
        ),
      ],
    ])
  })

  it('halts even without the seal, by the audit log alone', async () => {
    const started = await startDamaged((directory) => {
      rmSync(join(directory, `${ENGINE}-wal`))
      rmSync(join(directory, 'simulated-paper', 'engine.seal'))
    })
    expect(started?.findings).toEqual([expect.stringContaining('engine.sqlite is behind the audit log: 7 commits')])
  })

  it.each([
    ['a ledger that is gone', (at: string) => rmSync(join(at, 'simulated-paper'), { recursive: true }), '13 commits'],
    ['a ledger of before', (at: string) => restore(at, 'simulated-paper'), '7 commits'],
    ['a write-ahead log that is cut', (at: string) => cut(join(at, `${ENGINE}-wal`)), 'commits are missing'],
  ])('halts on %s', async (_, damage, missing) => {
    const started = await startDamaged(damage)
    expect(started?.findings).toEqual([expect.stringContaining(missing)])
  })

  it('rejects a user who was disabled after an outdated identity store was saved', async () => {
    const started = await startDamaged((directory) => restore(directory, 'identity.sqlite'))
    expect([started?.users, started?.findings]).toEqual([
      ['admin active', 'leaver disabled'],
      [
        expect.stringMatching(
          /identity\.sqlite is behind the audit log: 1 change missing\. .* USER_DISABLE of leaver\. Every session has ended; disabled: leaver\. Restore/,
        ),
      ],
    ])
  })

  it('rejects a user who has since changed a password or two-factor authentication, repeatedly within a minute', async () => {
    const directory = join(base, 'accounts')
    const live = openDataDirectory(directory)
    const { identity, access } = live
    for (const username of ['alice', 'bob', 'carol']) {
      await live.user('add', { username, roles: ['TRADER'], password: PASSWORD })
    }
    const alice = await signIn(identity, 'alice')
    const bob = await signIn(identity, 'bob')
    const changed = (username: string, action: string): void => {
      const actor = { type: 'USER', sub: null, sid: null, ip: ADDRESS } as const
      access.noteChange({ action, target: username, outcome: 'DONE', actor, requestId: null, reason: null })
    }
    const changePassword = async (password: string, next: string): Promise<void> => {
      expect(
        await identity.changePassword({ sessionId: alice.sessionId, password, address: ADDRESS }, next),
      ).toMatchObject({ ok: true })
      changed('alice', 'PASSWORD_CHANGED')
    }
    await changePassword(PASSWORD, NEXT)
    const before = live.killed(join(base, 'accounts-before'))
    await changePassword(NEXT, PASSWORD)
    const begun = await identity.beginSecondFactor({ sessionId: bob.sessionId, password: PASSWORD, address: ADDRESS })
    if (!begun.ok) throw new Error(begun.error.kind)
    expect(identity.confirmSecondFactor(bob.sessionId, totpCode(begun.value.secret, NOON_MS))).toMatchObject({
      ok: true,
    })
    changed('bob', 'SECOND_FACTOR_ENABLED')
    live.close()
    cpSync(join(before, 'identity.sqlite'), join(directory, 'identity.sqlite'))
    const started = await startOn(directory)
    expect(started.users).toEqual(['alice disabled', 'bob disabled', 'carol active'])
    expect(started.findings).toEqual([
      expect.stringMatching(/2 changes missing\. .* PASSWORD_CHANGED of alice\. .*; disabled: .*alice.*bob|bob.*alice/),
    ])
  })

  it('rejects a user who has since used a recovery code, and makes no recovery code valid again', async () => {
    const directory = join(base, 'recovery')
    const live = openDataDirectory(directory)
    const { identity, access } = live
    await live.user('add', { username: 'alice', roles: ['TRADER'], password: PASSWORD })
    const { sessionId } = await signIn(identity, 'alice')
    const begun = await identity.beginSecondFactor({ sessionId, password: PASSWORD, address: ADDRESS })
    const secret = begun.ok ? begun.value.secret : ''
    const confirmed = identity.confirmSecondFactor(sessionId, totpCode(secret, NOON_MS))
    const [code = ''] = confirmed.ok ? confirmed.value.recoveryCodes : []
    const before = live.killed(join(base, 'recovery-before'))
    const credentials = { username: 'alice', password: PASSWORD, code }
    const app = Fastify()
    const limiters = createLimiters(PUBLISHED_QUOTAS, () => 0)
    await app.register(authRoutes({ identity, limiters, record: access, inFleet: false, hostCommand: 'plimsoll' }))
    const logIn = await app.inject({ method: 'POST', url: '/login', payload: credentials })
    expect(logIn.statusCode).toBe(200)
    await app.close()
    live.close()
    cpSync(join(before, 'identity.sqlite'), join(directory, 'identity.sqlite'))
    const started = await startOn(directory)
    expect(started.users).toEqual(['alice disabled'])
    expect(started.findings).toEqual([expect.stringMatching(/RECOVERY_CODE_USED of alice\. .*; disabled: alice\./)])
    const restored = openDataDirectory(directory)
    restored.identity.enableUser('alice')
    expect(await restored.identity.login({ ...credentials, address: ADDRESS })).toMatchObject({
      error: { kind: 'secondFactorWrong' },
    })
    restored.close()
  })

  it('creates no first user when the identity store is missing', async () => {
    const started = await startDamaged((directory) => rmSync(join(directory, 'identity.sqlite')))
    expect([started?.users, started?.findings]).toEqual([
      [],
      [expect.stringContaining('3 changes missing'), expect.stringContaining('no first user is created')],
    ])
  })

  it('loses nothing of the identity store without its write-ahead log', async () => {
    expect(readFileSync(join(seed, 'identity.sqlite-wal')).length).toBe(0)
    const started = await startDamaged((directory) => rmSync(join(directory, 'identity.sqlite-wal')))
    expect(started).toEqual(whole)
  })

  it('records an audit log that was replaced as the first entry of the new one', async () => {
    const started = await startDamaged((directory) => rmSync(join(directory, 'audit'), { recursive: true }))
    expect(started?.findings).toEqual([
      expect.stringMatching(
        /^The audit log was replaced or truncated: simulated-paper refers to \d+ entries of it, up to run 1, but/,
      ),
    ])
  })

  it.each(filesIn())('never loses commits silently when %s is missing, emptied or truncated', async (file) => {
    for (const damage of [rmSync, (path: string) => truncateSync(path, 0), cut]) {
      expectNoSilentLoss(await startDamaged((directory) => damage(join(directory, file))))
    }
  })
})

it.each([['identity.sqlite'], [ENGINE]])('names file and remedy wherever %s is truncated', async (file) => {
  const size = readFileSync(join(seed, file)).length
  for (let part = 1; part < CUTS; part++) {
    const length = Math.floor((size * part) / CUTS)
    expectNoSilentLoss(await startDamaged((directory) => truncateSync(join(directory, file), length)))
  }
})

it('names file and remedy when a stored order cannot be read', async () => {
  const started = startDamaged((directory) => {
    const database = new DatabaseSync(join(directory, ENGINE))
    database.exec('UPDATE orders SET body = substr(body, 2)')
    database.close()
  })
  expect(await started).toBeNull()
})

const CUTS = 40
const cut = (path: string): void => truncateSync(path, Math.floor(readFileSync(path).length / 2))

/** Puts the older copy of a store into the place of the present one, with all files that belong to it. */
const restore = (directory: string, name: string): void => {
  for (const file of readdirSync(directory)) {
    if (file.startsWith(name)) rmSync(join(directory, file), { recursive: true })
  }
  for (const file of readdirSync(older)) {
    if (file.startsWith(name)) cpSync(join(older, file), join(directory, file), { recursive: true })
  }
}

/** Every file of a data directory. */
function filesIn(): string[] {
  return [
    ENGINE,
    `${ENGINE}-shm`,
    `${ENGINE}-wal`,
    join('simulated-paper', 'engine.seal'),
    'identity.sqlite',
    'identity.sqlite-wal',
    join('audit', 'log.jsonl'),
    join('audit', 'head'),
    join('audit', 'key'),
    join('audit', 'checkpoints.jsonl'),
  ]
}
