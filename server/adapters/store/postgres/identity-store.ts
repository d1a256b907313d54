/**
 * Users, sessions and signing keys of all gateways in PostgreSQL. Its calls are synchronous: a worker thread sends the
 * statements.
 */

import { once } from 'node:events'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { assert } from '../../../core/assert.ts'
import { StoreFailure } from '../../../core/errors.ts'
import type { IdentityStore, KeyStore, SessionStore, UserStore } from '../../../identity/identity-store.ts'
import type { User } from '../../../identity/user.ts'
import {
  failuresOfRow,
  knownAddressOfRow,
  refreshTokenOfRow,
  refreshTokenRow,
  sessionOfRow,
  sessionRow,
  signingKeyOfRow,
  signingKeyRow,
  userOfRow,
  userRow,
} from '../sqlite/identity/rows.ts'
import { StoreError } from '../sqlite/store-error.ts'
import type { PostgresConnection, Statement } from './connection.ts'
import type { StatementReply, StatementThreadData } from './statement-thread.ts'

/** Identity store in PostgreSQL, with a worker thread to close. */
export interface PostgresIdentityStore extends IdentityStore {
  close(): Promise<void>
}

/** Module of the worker thread, in the sources or in the bundle. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './statement-thread.ts' : './statement-thread.js',
  import.meta.url,
)

/** Maximum time the event loop waits for a response, and pause before the next attempt after a timeout. */
const ANSWER_WITHIN_MS = 2_000
const PAUSE_MS = 3_000

type Carried = Extract<StatementReply, { kind: 'rows' }>['rows']

/** Executes statements as one transaction and returns their rows when it is durable. */
type Transact = (...statements: Statement[]) => Carried

/**
 * Opens the store. Its calls block until PostgreSQL has responded. After a timeout, calls fail immediately for a pause.
 * Rejects with a `StoreFailure` when PostgreSQL does not respond at startup.
 */
export const openPostgresIdentity = async (url: string): Promise<PostgresIdentityStore> => {
  const { port1: port, port2 } = new MessageChannel()
  const done = new Int32Array(new SharedArrayBuffer(4))
  const workerData: StatementThreadData = { url, port: port2, done }
  const worker = new Worker(THREAD, { workerData, transferList: [port2] })
  const [fault]: (string | null)[] = await once(worker, 'message')
  worker.unref()
  let last = 0
  let awayUntilMs = 0

  const receive = (number: number): StatementReply | undefined => {
    const untilMs = performance.now() + ANSWER_WITHIN_MS
    for (;;) {
      const before = Atomics.load(done, 0)
      const reply: StatementReply | undefined = receiveMessageOnPort(port)?.message
      if (reply?.number === number) return reply
      if (reply) continue
      const leftMs = untilMs - performance.now()
      if (leftMs <= 0) return undefined
      Atomics.wait(done, 0, before, leftMs)
    }
  }

  const transact: Transact = (...statements) => {
    if (performance.now() < awayUntilMs) throw new StoreFailure(AWAY)
    const number = ++last
    port.postMessage({ number, statements })
    const reply = receive(number)
    if (reply?.kind === 'rows') return reply.rows
    if (!reply || reply.kind === 'storeFailure') {
      awayUntilMs = performance.now() + PAUSE_MS
      throw new StoreFailure(reply?.message ?? AWAY)
    }
    throw new StoreError(reply.message)
  }

  const close = async (): Promise<void> => {
    port.postMessage('close')
    await once(worker, 'exit')
  }

  if (typeof fault === 'string') {
    await close()
    throw new StoreFailure(fault)
  }
  return {
    ...userPart(transact),
    ...sessionPart(transact),
    ...keyPart(transact),
    close,
  }
}

const AWAY = 'PostgreSQL does not respond, so changes to users and sessions cannot be stored for now.'

/** Increments the version, so that other processes reload users, sessions and keys. */
const CHANGED: Statement = { name: 'identity-changed', text: 'UPDATE identity_version SET version = version + 1' }

/** Returns the number of the newest change of users, sessions and keys. */
export const readIdentityVersion = async (connection: PostgresConnection): Promise<number> => {
  const [row] = await connection.query<{ version: string }>({
    name: 'identity-version',
    text: 'SELECT version FROM identity_version',
  })
  return Number(row?.version ?? 0)
}

const insert = (table: string, row: object, more = ''): Statement => {
  const columns = Object.keys(row)
  const places = columns.map((_column, index) => `$${index + 1}`)
  return {
    name: `insert-${table}${more === '' ? '' : '-or'}`,
    text: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) ${more}`,
    values: Object.values(row),
  }
}

/** Like `insert`; an earlier row with the same key is replaced. */
const put = (table: string, key: string, row: object): Statement => {
  const columns = Object.keys(row).filter((column) => column !== key)
  const changes = columns.map((column) => `${column} = excluded.${column}`)
  return insert(table, row, `ON CONFLICT (${key}) DO UPDATE SET ${changes.join(', ')}`)
}

type Stored = Parameters<typeof userOfRow>[0]

const first = (carried: Carried): Stored[] => (carried[0] ?? []) as Stored[]

const userPart = (transact: Transact): UserStore => {
  const update = (user: User): Statement => {
    const { id, ...row } = userRow(user)
    const changes = Object.keys(row).map((column, index) => `${column} = $${index + 2}`)
    return {
      name: 'update-user',
      text: `UPDATE users SET ${changes.join(', ')} WHERE id = $1 RETURNING id`,
      values: [id, ...Object.values(row)],
    }
  }
  const assertStored = (user: User, carried: Carried): void =>
    assert(first(carried).length === 1, `user ${user.id} must be stored`)
  return {
    users: () => first(transact({ text: 'SELECT * FROM users ORDER BY id' })).map(userOfRow),
    insertUser: (user) =>
      first(transact(insert('users', userRow(user), 'ON CONFLICT DO NOTHING RETURNING id'), CHANGED)).length === 1,
    updateUser: (user) => assertStored(user, transact(update(user), CHANGED)),
    updateUserAndRevoke: (user, revokedAt) =>
      assertStored(
        user,
        transact(
          update(user),
          {
            text: 'UPDATE sessions SET revoked_at_ms = $1 WHERE user_id = $2 AND revoked_at_ms IS NULL',
            values: [revokedAt, user.id],
          },
          CHANGED,
        ),
      ),
    loginFailures: () => first(transact({ text: 'SELECT * FROM login_failures ORDER BY user_id' })).map(failuresOfRow),
    saveLoginFailures: (failures) =>
      void transact(
        ...failures.map(({ userId, count, lastAt }) =>
          count === 0
            ? { text: 'DELETE FROM login_failures WHERE user_id = $1', values: [userId] }
            : put('login_failures', 'user_id', { user_id: userId, count, last_at_ms: lastAt }),
        ),
      ),
    knownAddresses: () =>
      first(transact({ text: 'SELECT * FROM known_addresses ORDER BY last_at_ms' })).map(knownAddressOfRow),
    saveKnownAddresses: (userId, addresses) =>
      void transact(
        { text: 'DELETE FROM known_addresses WHERE user_id = $1', values: [userId] },
        ...addresses.map(({ address, lastAt }) =>
          insert('known_addresses', { user_id: userId, address, last_at_ms: lastAt }),
        ),
      ),
  }
}

const sessionPart = (transact: Transact): SessionStore => ({
  liveSessions: (now) =>
    first(
      transact({
        text: 'SELECT * FROM sessions WHERE revoked_at_ms IS NULL AND ends_at_ms > $1 ORDER BY id',
        values: [now],
      }),
    ).map(sessionOfRow),
  insertSession: (session, refreshToken) =>
    void transact(
      insert('sessions', sessionRow(session)),
      ...(refreshToken ? [insert('refresh_tokens', refreshTokenRow(refreshToken))] : []),
      CHANGED,
    ),
  revokeSession: (id, revokedAt) =>
    void transact(
      {
        text: 'UPDATE sessions SET revoked_at_ms = $1 WHERE id = $2 AND revoked_at_ms IS NULL',
        values: [revokedAt, id],
      },
      CHANGED,
    ),
  saveLastUses: (uses) =>
    void transact(
      ...uses.map(({ id, lastUsedAt }) => ({
        text: 'UPDATE sessions SET last_used_at_ms = greatest(last_used_at_ms, $1) WHERE id = $2',
        values: [lastUsedAt, id],
      })),
      CHANGED,
    ),
  purgeSessions: (now) => void transact({ text: 'DELETE FROM sessions WHERE ends_at_ms <= $1', values: [now] }),
  findRefreshToken(hash) {
    const [row] = first(transact({ text: 'SELECT * FROM refresh_tokens WHERE hash = $1', values: [hash] }))
    return row && refreshTokenOfRow(row)
  },
  rotateRefreshToken: (spent, successor) => {
    const { hash, session_id, created_at_ms, spent_at_ms, successor: next, spent_from } = refreshTokenRow(spent)
    const spend = `WITH spent AS (
        UPDATE refresh_tokens SET spent_at_ms = $1, successor = $2, spent_from = $3
        WHERE hash = $4 AND spent_at_ms IS NULL RETURNING hash
      )
      INSERT INTO refresh_tokens (hash, session_id, created_at_ms) SELECT $5, $6, $7 FROM spent RETURNING hash`
    assert(
      session_id === successor.sessionId && created_at_ms !== undefined,
      'a successor must belong to the same session',
    )
    const values = [spent_at_ms, next, spent_from, hash, successor.hash, successor.sessionId, successor.createdAt]
    return first(transact({ text: spend, values })).length === 1
  },
})

const keyPart = (transact: Transact): KeyStore => ({
  signingKeys: () =>
    first(transact({ text: 'SELECT * FROM signing_keys ORDER BY created_at_ms, kid' })).map(signingKeyOfRow),
  saveSigningKey: (key) => void transact(put('signing_keys', 'kid', signingKeyRow(key)), CHANGED),
  deleteSigningKey: (kid) => void transact({ text: 'DELETE FROM signing_keys WHERE kid = $1', values: [kid] }, CHANGED),
})
