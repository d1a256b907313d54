import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { aStopOrder } from '../../../../test/support/memory-stop-store.ts'
import { postgresMissing } from '../../../../test/support/postgres.ts'
import { StoreFailure } from '../../../core/errors.ts'
import { type AccountLog, Fenced, type LeaseStore, type LoggedBatch, type StopStore } from '../../../scaled/ports.ts'
import { openAccountLog } from './account-log.ts'
import { findUnsafeSetting, openPostgres, type PostgresConnection, targetsIn } from './connection.ts'
import { openAccount, openLeaseStore, openStopStore } from './lease-store.ts'
import { setPostgres } from './postgres-fixture.ts'

/** Timeout for a busy machine. */
const SOON = { timeout: 60_000, interval: 50 }

const batch = (number: number, more: Partial<LoggedBatch> = {}): LoggedBatch => ({
  number,
  epoch: 1,
  host: 'host-a',
  body: `{"n":${number}}`,
  ...more,
})

const stop = aStopOrder()

describe.skipIf(postgresMissing)('PostgreSQL', () => {
  const postgres = setPostgres()
  const { connect } = postgres
  let accounts = 0

  interface Opened {
    readonly account: string
    readonly connection: PostgresConnection
    readonly log: AccountLog
    readonly lease: LeaseStore
    readonly stops: StopStore
  }

  const openAs = (account: string): Opened => {
    const connection = connect()
    return {
      account,
      connection,
      log: openAccountLog(connection, account, 'engine'),
      lease: openLeaseStore(connection, account),
      stops: openStopStore(connection, account),
    }
  }

  /** A new account whose lease `host-a` holds with epoch 1. */
  const open = async (): Promise<Opened> => {
    const opened = openAs(`acc-${++accounts}`)
    await openAccount(opened.connection, opened.account, 'market')
    const last = await opened.lease.read()
    expect(await opened.lease.take({ last, epoch: 1, holder: 'a', host: 'host-a' })).toBe(true)
    return opened
  }

  /** Takes the lease away, as a second engine does. */
  const takeOver = async (account: string, epoch: number): Promise<Opened> => {
    const other = openAs(account)
    const last = await other.lease.read()
    expect(await other.lease.take({ last, epoch, holder: 'b', host: 'host-b' })).toBe(true)
    return other
  }

  test('a log returns its batches in order, and the rest after any of them', async () => {
    const { log } = await open()
    expect(await log.newest()).toBe(0)
    for (const number of [1, 2, 3]) await log.append(batch(number))
    expect(await log.newest()).toBe(3)
    expect(await log.readAfter(0, 10)).toEqual([batch(1), batch(2), batch(3)])
    expect(await log.readAfter(1, 1)).toEqual([batch(2)])
    expect(await log.readAfter(3, 10)).toEqual([])
  })

  test('the logs of two streams and accounts are separate', async () => {
    const { log, connection, account } = await open()
    const { log: other } = await open()
    await log.append(batch(1))
    await openAccountLog(connection, account, 'exchange').append(batch(1, { body: 'x' }))
    expect(await log.readAfter(0, 10)).toEqual([batch(1)])
    expect(await other.newest()).toBe(0)
  })

  test('appending the same batch again confirms it, with the open stop', async () => {
    const { log, stops } = await open()
    await log.append(batch(1))
    await stops.engage(stop)
    expect(await log.append(batch(1))).toEqual(stop)
    expect(await log.newest()).toBe(1)
  })

  test('a database that may lose confirmed writes is named', async () => {
    const connection = connect()
    expect(await findUnsafeSetting(connection)).toBeUndefined()
    await connection.query({ text: 'SET synchronous_commit = off' })
    expect(await findUnsafeSetting(connection)).toBe('synchronous_commit')
  })

  test('a batch is rejected when another one has its number or the one before it is missing', async () => {
    const { log } = await open()
    await log.append(batch(1))
    await expect(log.append(batch(1, { body: 'other' }))).rejects.toThrow(Fenced)
    await expect(log.append(batch(3))).rejects.toThrow(Fenced)
    expect(await log.newest()).toBe(1)
  })

  test('an engine without the lease appends nothing and loses its heartbeat', async () => {
    const { log, lease, account } = await open()
    await log.append(batch(1))
    await lease.heartbeat(1, 1)
    const other = await takeOver(account, 2)
    await expect(log.append(batch(2))).rejects.toThrow(Fenced)
    await expect(lease.heartbeat(1, 2)).rejects.toThrow(Fenced)
    await other.log.append(batch(2, { epoch: 2, host: 'host-b' }))
    expect((await log.readAfter(0, 10)).map(({ epoch }) => epoch)).toEqual([1, 2])
  })

  test('of several engines that take the same lease at the same time, one succeeds', async () => {
    const { account, lease } = await open()
    const last = await lease.read()
    const rivals = Array.from({ length: 6 }, () => openAs(account))
    const takes = rivals.map(({ lease: rival }, index) =>
      rival.take({ last, epoch: 2, holder: `r${index}`, host: `h${index}` }),
    )
    const taken = await Promise.all(takes)
    expect(taken.filter(Boolean)).toHaveLength(1)
    const { holder, epoch, heartbeat } = await lease.read()
    expect([holder, epoch, heartbeat]).toEqual([`r${taken.indexOf(true)}`, 2, 0])
  })

  test('an epoch never decreases', async () => {
    const { account, lease } = await open()
    await takeOver(account, 9)
    const last = await lease.read()
    expect(await lease.take({ last, epoch: 9, holder: 'c', host: 'c' })).toBe(false)
    expect(await lease.take({ last, epoch: 4, holder: 'c', host: 'c' })).toBe(false)
  })

  test('a heartbeat is read by others; a released lease has no holder', async () => {
    const { account, lease } = await open()
    await lease.heartbeat(1, 5)
    const other = openAs(account)
    expect(await other.lease.read()).toEqual({ epoch: 1, holder: 'a', host: 'host-a', heartbeat: 5 })
    await lease.release(1)
    expect((await other.lease.read()).holder).toBeNull()
    await expect(lease.heartbeat(1, 6)).rejects.toThrow(Fenced)
  })

  test('a takeover waits for an append in progress, which is then in the log', async () => {
    const { log, account, connection } = await open()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const appended = connection.transact(async (query) => {
      await query({ text: 'SELECT FROM leases WHERE account = $1 FOR SHARE', values: [account] })
      lock()
      await setTimeout(200)
      await query({
        text: `INSERT INTO batches (account, stream, number, epoch, host, digest, body)
          VALUES ($1, 'engine', 1, 1, 'host-a', '', 'late')`,
        values: [account],
      })
    })
    await locked
    const other = await takeOver(account, 2)
    expect((await other.log.readAfter(0, 10)).map(({ body }) => body)).toEqual(['late'])
    await appended
    expect(await log.newest()).toBe(1)
  })

  test('every append returns the open stop until that is released', async () => {
    const { log, stops, account } = await open()
    expect(await log.append(batch(1))).toBeNull()
    await openAs(account).stops.engage(stop)
    expect(await stops.listOpen()).toEqual([stop])
    expect(await log.append(batch(2))).toEqual(stop)
    await stops.release(stop.stopId, 1)
    expect(await stops.listOpen()).toEqual([])
    expect(await log.append(batch(3))).toBeNull()
  })

  test('a log is written over a Unix socket as well', async ({ skip }) => {
    const { socketUrl } = postgres.server
    if (socketUrl === undefined) return skip('an external server need not have one')
    const { account } = await open()
    const connection = openPostgres(socketUrl, 'test')
    onTestFinished(() => connection.close())
    const log = openAccountLog(connection, account, 'engine')
    await log.append(batch(1))
    expect(await log.readAfter(0, 10)).toEqual([batch(1)])
  })

  test('an account retains its market', async () => {
    const { account, connection } = await open()
    await openAccount(connection, account, 'market')
    await expect(openAccount(connection, account, 'other')).rejects.toThrow('Choose another --account')
  })

  test('a connection that PostgreSQL ends is reopened', async () => {
    const { log, account } = await open()
    await log.append(batch(1))
    await connect().query({
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'plimsoll test' AND pid <> pg_backend_pid()`,
    })
    await vi.waitFor(() => log.append(batch(2)), SOON)
    expect(await openAs(account).log.newest()).toBe(2)
  })

  test('an append to a frozen database fails within the response timeout and is stored once', async ({ skip }) => {
    const { log } = await open()
    await log.append(batch(1))
    const { pid } = postgres.server
    if (pid === undefined) return skip('an external server is not disturbed')
    const backend = await connect().query<{ pid: number }>({
      text: `SELECT pid FROM pg_stat_activity WHERE application_name = 'plimsoll test' AND pid <> pg_backend_pid()`,
    })
    for (const { pid: each } of backend) process.kill(each, 'SIGSTOP')
    try {
      const since = performance.now()
      await expect(log.append(batch(2))).rejects.toThrow(StoreFailure)
      expect(performance.now() - since).toBeLessThan(20_000)
    } finally {
      for (const { pid: each } of backend) process.kill(each, 'SIGCONT')
    }
    await log.append(batch(2))
    await log.append(batch(3))
    expect(await log.newest()).toBe(3)
  })

  test('a killed database retains what it confirmed', async ({ skip }) => {
    const { log, lease } = await open()
    const { pid } = postgres.server
    if (pid === undefined) return skip('an external server is not disturbed')
    await log.append(batch(1))
    process.kill(pid, 'SIGKILL')
    // Its processes end once they notice; until then they store the batch, which a repetition leaves unchanged.
    await expect.poll(() => log.append(batch(2)).catch((error) => error)).toBeInstanceOf(StoreFailure)
    await postgres.server.restart()
    await log.append(batch(2))
    expect(await log.newest()).toBe(2)
    await lease.heartbeat(1, 9)
  })
})

describe('the URL of the store', () => {
  test('may name several hosts, an encoded password, TLS and a timeout', () => {
    const targets = targetsIn(
      'postgresql://me:p%40ss%2Fword@db1.example.org,db2.example.org:6432/trading?sslmode=verify-full&connect_timeout=5',
    )
    const both = { database: 'trading', user: 'me', password: 'p@ss/word', ssl: true, connectionTimeoutMillis: 5_000 }
    expect(targets).toEqual([
      { host: 'db1.example.org', port: 5432, ...both },
      { host: 'db2.example.org', port: 6432, ...both },
    ])
  })

  test('has defaults for user, port, database and timeout', () => {
    const own = { database: 'plimsoll', user: 'plimsoll', password: undefined, ssl: false }
    expect(targetsIn('postgres://127.0.0.1')).toEqual([
      { host: '127.0.0.1', port: 5432, ...own, connectionTimeoutMillis: 2_000 },
    ])
  })

  test('may name the directory of a Unix socket', () => {
    expect(targetsIn('postgresql://me@%2Frun%2Fpostgresql:5433/trading')).toMatchObject([
      { host: '/run/postgresql', port: 5433, database: 'trading', user: 'me' },
    ])
    expect(targetsIn('postgresql://%2Frun%2Fpostgresql')).toMatchObject([{ host: '/run/postgresql', port: 5432 }])
  })

  test.each(['mysql://db/x', 'postgresql://', 'postgresql://u:secret@/db', 'db.example.org'])(
    '%s is refused',
    (url) => {
      expect(() => targetsIn(url)).toThrow('The store must be a URL')
      expect(() => targetsIn(url)).not.toThrow('secret')
    },
  )

  test('names the TLS modes it supports', () => {
    expect(() => targetsIn('postgresql://db/x?sslmode=require')).toThrow('verify-full')
  })

  test.each(['0', '61', '1.5', 'soon'])('refuses a connect_timeout of %s', (text) => {
    expect(() => targetsIn(`postgresql://db/x?connect_timeout=${text}`)).toThrow('must be 1 to 60 seconds')
  })
})
