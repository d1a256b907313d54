/**
 * PostgreSQL tables between gateways and the active engine of an account: requests and answers, and the state that the
 * engine publishes.
 */

import { oneAtATime } from '../../../core/one-at-a-time.ts'
import { type Holder, readGrants, rolesOn, splitWords } from '../../../identity/grants.ts'
import type { Role } from '../../../identity/role.ts'
import type {
  GatewayRequest,
  Notice,
  OpenNotices,
  Publication,
  PublicationStore,
  RequestInbox,
  RequestOutbox,
  TakenRequest,
} from '../../../scaled/ports.ts'
import type { PostgresConnection } from './connection.ts'

/**
 * Opens the outbox of one gateway's requests in PostgreSQL. Requests that arrive during a statement are sent together by
 * the next one.
 */
export const openRequestOutbox = ({ connection, account, gateway, notices }: RequestOutboxParts): RequestOutbox => {
  const waiting: GatewayRequest[] = []

  const sendWaiting = oneAtATime(async () => {
    const requests = waiting.splice(0)
    await connection.query({
      name: 'send-commands',
      text: `WITH sent AS (
          INSERT INTO commands (account, gateway, id, session_id, body)
          SELECT $1::text, $2::text, * FROM unnest($3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING
        ) ${andNotify('commands', '$6')}`,
      values: [
        ...[account, gateway, requests.map(({ id }) => id)],
        ...[requests.map(({ sessionId }) => sessionId), requests.map(({ body }) => body), notices.channel],
      ],
    })
    if (notices.channel === null) notices.send('commands')
  })

  return {
    send(request) {
      waiting.push(request)
      return sendWaiting()
    },
    receive: () =>
      connection.query({
        name: 'receive-answers',
        text: 'DELETE FROM commands WHERE gateway = $1 AND answer IS NOT NULL RETURNING id, answer AS body',
        values: [gateway],
      }),
    async withdraw(id) {
      const rows = await connection.query({
        text: 'DELETE FROM commands WHERE gateway = $1 AND id = $2 AND taken_epoch IS NULL RETURNING id',
        values: [gateway, id],
      })
      return rows.length > 0
    },
  }
}

export interface RequestInboxParts {
  readonly connection: PostgresConnection
  readonly account: string
  readonly notices: Pick<OpenNotices, 'channel' | 'send'>
}

export interface RequestOutboxParts extends RequestInboxParts {
  readonly gateway: string
}

/**
 * Returns the end of a statement that also sends a notification, below the channel in a parameter: the other processes
 * are notified without a further round trip. Null sends none.
 */
const andNotify = (notice: Notice, parameter: string): string =>
  `SELECT pg_notify(${parameter}::text || ' ${notice}', '') WHERE ${parameter}::text IS NOT NULL`

/** Time for which a request may be taken, and after which its row is deleted. */
const TAKEN_WITHIN = "interval '2 s'"
const RETENTION = "interval '1 minute'"

const TAKE = `
  WITH held AS (SELECT FROM leases WHERE account = $1 AND epoch = $2 AND holder IS NOT NULL),
  waiting AS (
    SELECT number FROM commands, held
    WHERE account = $1 AND taken_epoch IS NULL AND sent_at > clock_timestamp() - ${TAKEN_WITHIN}
    ORDER BY number LIMIT $3 FOR UPDATE OF commands SKIP LOCKED
  )
  UPDATE commands SET taken_epoch = $2 FROM waiting WHERE commands.number = waiting.number
  RETURNING commands.number, commands.id, commands.body, (
    SELECT json_build_object('id', users.id, 'roles', roles, 'grants', grants, 'accounts', sessions.accounts) FROM sessions JOIN users ON users.id = user_id
    WHERE sessions.id = session_id AND revoked_at_ms IS NULL AND disabled_at_ms IS NULL
      AND ends_at_ms > extract(epoch FROM clock_timestamp()) * 1000
  ) AS user`

const TAKEN_MAX = 256

/** Requests of all gateways of an account in PostgreSQL. */
export const openRequestInbox = ({ connection, account, notices }: RequestInboxParts): RequestInbox => ({
  async take(epoch) {
    const rows = await connection.query<TakenRow>({
      name: 'take-commands',
      text: TAKE,
      values: [account, epoch, TAKEN_MAX],
    })
    return rows
      .toSorted((a, b) => Number(a.number) - Number(b.number))
      .map(({ user, ...row }) => ({ ...row, user: user && { id: user.id, roles: rolesOn(toHolder(user), account) } }))
  },
  async answer(answers) {
    await connection.query({
      name: 'answer-commands',
      text: `WITH answered AS (
          UPDATE commands SET answer = answers.body
          FROM unnest($1::bigint[], $2::text[], $3::text[]) AS answers (number, id, body)
          WHERE commands.number = answers.number AND commands.id = answers.id
        ) ${andNotify('answers', '$4')}`,
      values: [
        ...[answers.map(({ number }) => number), answers.map(({ id }) => id), answers.map(({ body }) => body)],
        notices.channel,
      ],
    })
    if (notices.channel === null) notices.send('answers')
  },
  async hasGateways() {
    const [row] = await connection.query<{ alive: boolean }>({
      name: 'has-gateways',
      text: `WITH old AS (DELETE FROM commands WHERE account = $1 AND sent_at < clock_timestamp() - ${RETENTION})
        SELECT EXISTS (SELECT FROM gateways WHERE account = $1 AND alive_at > clock_timestamp() - interval '10 s') AS alive`,
      values: [account],
    })
    return row?.alive ?? false
  },
})

interface TakenRow extends Omit<TakenRequest, 'user'> {
  readonly user: StoredUser | null
}

/** A user and session as stored. */
interface StoredUser {
  readonly id: string
  readonly roles: string
  readonly grants: string
  readonly accounts: string | null
}

const toHolder = ({ roles, grants, accounts }: StoredUser): Holder => ({
  roles: splitWords(roles) as Role[],
  grants: readGrants(grants),
  accounts: accounts === null ? null : splitWords(accounts),
})

/** The published state of an account in PostgreSQL. */
export const openPublicationStore = (connection: PostgresConnection, account: string): PublicationStore => ({
  async publish(kind, epoch, body) {
    await connection.query({
      name: 'publish-picture',
      text: `INSERT INTO pictures (account, kind, epoch, body)
        SELECT $1::text, $2::text, $3::bigint, $4::text FROM leases WHERE account = $1 AND epoch = $3
        ON CONFLICT (account, kind) DO UPDATE
          SET epoch = $3, body = $4, version = DEFAULT, published_at = clock_timestamp()`,
      values: [account, kind, epoch, body],
    })
  },
  async readAfter(version, { host, bus }) {
    const rows = await connection.query<Omit<Publication, 'version' | 'ageMs'> & { version: string; age: string }>({
      name: 'read-pictures',
      text: `WITH alive AS (
          INSERT INTO gateways (account, gateway, bus) VALUES ($1, $3, $4) ON CONFLICT (account, gateway) DO UPDATE
            SET alive_at = clock_timestamp(), bus = $4 WHERE gateways.alive_at < clock_timestamp() - interval '1 s'
        )
        SELECT kind, version, body, extract(epoch FROM clock_timestamp() - published_at) * 1000 AS age
        FROM pictures WHERE account = $1 AND version > $2 ORDER BY version`,
      values: [account, version, host, JSON.stringify(bus)],
    })
    return rows.map(({ kind, body, ...row }) => ({
      kind,
      body,
      version: Number(row.version),
      ageMs: Math.max(0, Number(row.age)),
    }))
  },
})
