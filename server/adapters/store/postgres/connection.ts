/**
 * Connections to PostgreSQL: statements and transactions with classified errors, notifications, and the parsing of the
 * store's URL.
 */

import pg from 'pg'
import { StoreFailure, toError } from '../../../core/errors.ts'
import { every } from '../../../core/every.ts'
import { StoreError } from '../sqlite/store-error.ts'

/**
 * Durability of the commits of a connection: `VOLATILE` ones do not wait for the disk, for notifications and for tables
 * that a crash of the server empties anyway.
 */
type Durability = 'DURABLE' | 'VOLATILE'

/** Opens a connection to the primary among the hosts of `url`; `purpose` appears in `pg_stat_activity`. */
export const openPostgres = (url: string, purpose: string, durability: Durability = 'DURABLE'): PostgresConnection => {
  const targets = targetsIn(url)
  let opening: Promise<pg.Client> | undefined
  /** Settles when the previous statements are done; never rejects. */
  let turn = Promise.resolve()

  const drop = (client: pg.Client): void => {
    opening = undefined
    client.end().catch(() => {})
  }

  /** Opens a client that is replaced once its server has closed it, even between two statements. */
  const open = (): Promise<pg.Client> => {
    const connecting = connectToPrimary(targets, purpose, durability)
    const forget = (): void => {
      if (opening === connecting) opening = undefined
    }
    connecting.then((client) => client.once('end', forget), forget)
    return connecting
  }

  const getClient = async (): Promise<pg.Client> => {
    opening ??= open()
    try {
      return await opening
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  const run = async <Row>(
    client: pg.Client,
    { name, text, values = [], withinMs = ANSWER_MS }: Statement,
  ): Promise<Row[]> => {
    try {
      const query = { ...(name && { name }), text, values: [...values], query_timeout: withinMs }
      const { rows } = await client.query(query)
      return rows
    } catch (error) {
      const failure = classify(toError(error))
      if (!(failure instanceof DuplicateKey) && !isOfStatement(error)) drop(client)
      throw failure
    }
  }

  const inTurn = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const done = turn.then(async () => work(await getClient()))
    turn = done.then(
      () => {},
      () => {},
    )
    return done
  }

  return {
    query: (statement) => inTurn((client) => run(client, statement)),
    transact: (work) =>
      inTurn(async (client) => {
        await run(client, { text: 'BEGIN' })
        try {
          const result = await work((statement) => run(client, statement))
          await run(client, { text: 'COMMIT' })
          return result
        } catch (error) {
          await client.query('ROLLBACK').catch(() => drop(client))
          throw error
        }
      }),
    async close() {
      const client = await opening?.catch(() => undefined)
      opening = undefined
      await client?.end().catch(() => {})
    },
  }
}

/** Maximum time to open a connection to one host, unless the URL has another. */
const CONNECT_SEC = 2
const CONNECT_MAX_SEC = 60

/** Maximum time of a statement in the database; likewise until its response must have arrived. */
const STATEMENT_MS = 2_000
const ANSWER_MS = 3_000

/** Thrown when a row with the same key already exists. */
export class DuplicateKey extends Error {}

/** A connection to PostgreSQL, opened at the first statement and again after a failure. One statement at a time. */
export interface PostgresConnection {
  /**
   * Returns the rows of a statement. Rejects with a `StoreFailure` when it is uncertain whether it took effect, with
   * `DuplicateKey` when a key exists, and with a `StoreError` when it can never succeed.
   */
  query<Row extends object>(statement: Statement): Promise<Row[]>
  /** Runs `work` in one transaction; same errors as `query`. */
  transact<T>(work: (query: PostgresConnection['query']) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Statement {
  /** Statements with a name are prepared once per connection. */
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
  /** Maximum time until its response has arrived, ms; that of the connection if omitted. */
  readonly withinMs?: number
}

/** Returns the name of a setting that lets the server lose confirmed transactions; undefined when there is none. */
export const findUnsafeSetting = async (connection: Pick<PostgresConnection, 'query'>): Promise<string | undefined> => {
  const [row] = await connection.query<{ name: string }>({
    text: `SELECT name FROM pg_settings
      WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name LIMIT 1`,
  })
  return row?.name
}

interface Listening {
  readonly purpose: string
  /** Returns all channels to listen on. */
  readonly channels: () => Iterable<string>
  /** Called once notifications are received, with a function that also listens on channels added since. */
  readonly onListening: (listen: () => void) => void
  readonly onNotice: (channel: string) => void
  readonly signal: AbortSignal
}

/**
 * Listens on channels until the signal aborts, or the connection is lost or does not respond; rejects when it cannot be
 * opened.
 */
export const listenToPostgres = async (
  url: string,
  { purpose, channels, onListening, onNotice, signal }: Listening,
): Promise<void> => {
  const client = await connectToPrimary(targetsIn(url), purpose, 'VOLATILE')
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  const end = (): void => void client.end().catch(() => {})
  const silent = Promise.withResolvers<void>()
  const stopPinging = every(PING_EVERY_MS, () => void client.query('SELECT').catch(() => silent.resolve()))
  const known = new Set<string>()
  const listen = async (): Promise<void> => {
    for (const channel of channels()) {
      if (known.has(channel)) continue
      known.add(channel)
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
    }
  }
  try {
    client.on('notification', ({ channel }) => onNotice(channel))
    await listen()
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
    else onListening(() => void listen().catch(end))
    await Promise.race([ended, silent.promise])
  } finally {
    stopPinging()
    signal.removeEventListener('abort', end)
    end()
  }
}

/** Interval of the statements that detect a connection whose server no longer responds. */
const PING_EVERY_MS = 5_000

interface Target {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string | undefined
  readonly ssl: pg.ClientConfig['ssl']
  readonly connectionTimeoutMillis: number
}

/**
 * Reads `postgresql://user:password@host1:5432,host2:5432/database?sslmode=verify-full&connect_timeout=5`; throws a
 * `StoreError` without its password. A host may be the directory of a Unix socket, encoded as `%2Frun%2Fpostgresql`.
 */
export const targetsIn = (url: string): Target[] => {
  const [, authority = '', rest = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/.exec(url) ?? []
  const [credentials, hosts] = splitAt(authority, authority.lastIndexOf('@'))
  const parsed = hosts.split(',').map((host) => URL.parse(`postgresql://${credentials}${host}${rest}`))
  return parsed.map((target) => {
    if (!target?.hostname) throw new StoreError(URL_FORM)
    const database = decodeURIComponent(target.pathname.slice(1)) || 'plimsoll'
    return {
      host: decodeURIComponent(target.hostname.replace(/^\[|\]$/g, '')),
      port: Number(target.port || 5432),
      database,
      user: decodeURIComponent(target.username) || 'plimsoll',
      password: decodeURIComponent(target.password) || undefined,
      ssl: sslIn(target.searchParams.get('sslmode')),
      connectionTimeoutMillis: 1_000 * secondsIn(target.searchParams.get('connect_timeout')),
    }
  })
}

const URL_FORM = 'The store must be a URL such as postgresql://plimsoll@db.example.org:5432/plimsoll.'

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at + 1), text.slice(at + 1)]

const sslIn = (mode: string | null): Target['ssl'] => {
  if (mode === null || mode === 'disable') return false
  if (mode === 'verify-full') return true
  throw new StoreError(
    `sslmode=${mode} is not supported in the store's URL. Use verify-full, or disable on a private network.`,
  )
}

const secondsIn = (text: string | null): number => {
  if (text === null) return CONNECT_SEC
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= CONNECT_MAX_SEC) return seconds
  throw new StoreError(`connect_timeout=${text} in the store's URL must be 1 to ${CONNECT_MAX_SEC} seconds.`)
}

const connectToPrimary = async (
  targets: readonly Target[],
  purpose: string,
  durability: Durability,
): Promise<pg.Client> => {
  const reasons: string[] = []
  for (const target of targets) {
    try {
      return await connectTo(target, purpose, durability)
    } catch (error) {
      reasons.push(`${target.host}:${target.port}: ${toError(error).message}`)
    }
  }
  throw new StoreFailure(`PostgreSQL cannot be reached (${reasons.join('; ')}).`)
}

const connectTo = async ({ ssl, ...target }: Target, purpose: string, durability: Durability): Promise<pg.Client> => {
  const commit = durability === 'DURABLE' ? 'on' : 'off'
  const client = new pg.Client({
    ...target,
    ssl: ssl ?? false,
    application_name: `plimsoll ${purpose}`,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    options: `-c search_path=plimsoll -c synchronous_commit=${commit} -c statement_timeout=${STATEMENT_MS}`,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS replica')
    if (rows[0]?.replica) throw new Error('it is a replica')
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505'
const TEMPORARY = /^(?:40|53|55)|^(?:57014|25006)$/
/** The server ends the connection, perhaps after the commit. */
const SHUTDOWN = /^(?:57P|08)/

const getCode = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined)

/** Returns whether the connection is still usable after this error. */
const isOfStatement = (error: unknown): boolean => {
  const code = getCode(error)
  return code !== undefined && code !== '25006' && !SHUTDOWN.test(code)
}

const classify = (error: Error): Error => {
  const code = getCode(error)
  if (code === UNIQUE_VIOLATION) return new DuplicateKey(error.message)
  if (code === undefined || SHUTDOWN.test(code))
    return new StoreFailure(`PostgreSQL does not respond (${error.message}).`)
  if (TEMPORARY.test(code)) return new StoreFailure(`PostgreSQL cannot write at the moment (${error.message}).`)
  return new StoreError(
    `PostgreSQL rejected a statement (${code}: ${error.message}). Check that its user owns the schema plimsoll.`,
  )
}
