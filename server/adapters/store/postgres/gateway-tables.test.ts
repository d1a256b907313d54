import { setTimeout } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { aStopOrder } from '../../../../test/support/memory-stop-store.ts'
import { postgresMissing, toPatientUrl } from '../../../../test/support/postgres.ts'
import { aUser } from '../../../identity/identity-fixture.ts'
import { openFleetStore } from './fleet-store.ts'
import { openPublicationStore, openRequestInbox, openRequestOutbox } from './gateway-tables.ts'
import { openPostgresIdentity } from './identity-store.ts'
import { openAccount, openLeaseStore, openStopStore } from './lease-store.ts'
import { openNotices } from './notices.ts'
import { setPostgres } from './postgres-fixture.ts'

const COMMAND = { id: 'a', sessionId: null, body: 'body' }

const BUS = { kind: 'NATS', state: 'CONNECTED', sinceMs: 5, fault: null } as const

describe.skipIf(postgresMissing)('gateways in PostgreSQL', () => {
  const postgres = setPostgres()
  const { connect } = postgres
  let accounts = 0

  /** A new account whose lease an engine holds with epoch 1. */
  const open = async () => {
    const account = `acc-${++accounts}`
    const connection = connect()
    await openAccount(connection, account, 'market')
    const lease = openLeaseStore(connection, account)
    await lease.take({ last: await lease.read(), epoch: 1, holder: 'a', host: 'host-a' })
    const sent: string[] = []
    const notices = { channel: null, send: (notice: string) => void sent.push(notice) }
    const openOutbox = (gateway: string) => openRequestOutbox({ connection: connect(), account, gateway, notices })
    return { account, connection, sent, openOutbox, inbox: openRequestInbox({ connection, account, notices }) }
  }

  test('a command is executed once, by the engine with the lease, and answered to the gateway that sent it', async () => {
    const { inbox, openOutbox, sent } = await open()
    const one = openOutbox('one')
    const two = openOutbox('two')
    await one.send({ ...COMMAND, body: 'first' })
    await one.send({ ...COMMAND, body: 'first' })
    await two.send({ ...COMMAND, body: 'second' })
    expect(await inbox.take(2)).toEqual([])
    const taken = await inbox.take(1)
    expect(taken.map(({ body }) => body)).toEqual(['first', 'second'])
    expect(await inbox.take(1)).toEqual([])
    expect(await one.withdraw('a')).toBe(false)
    await inbox.answer(taken.map(({ user: _user, ...request }) => ({ ...request, body: `${request.body} done` })))
    expect(await two.receive()).toEqual([{ id: 'a', body: 'second done' }])
    expect(await two.receive()).toEqual([])
    expect(sent).toEqual(['commands', 'commands', 'commands', 'answers'])
  })

  test('requests that are sent at once are stored in their order', async () => {
    const { inbox, openOutbox, sent } = await open()
    const outbox = openOutbox('at once')
    const ids = Array.from({ length: 20 }, (_, index) => String(index))
    await Promise.all(ids.map((id) => outbox.send({ ...COMMAND, id, sessionId: id === '1' ? 'ses_0' : null })))
    expect((await inbox.take(1)).map(({ id }) => id)).toEqual(ids)
    expect(sent).toEqual(['commands', 'commands'])
  })

  test('requests and answers notify over PostgreSQL by their own statements', async () => {
    const { account, connection } = await open()
    const notices = openNotices(toPatientUrl(postgres.server.url), account)
    const received: string[] = []
    for (const notice of ['commands', 'answers', 'log'] as const)
      notices.listen(notice, () => void received.push(notice))
    await vi.waitFor(() => {
      notices.send('log')
      expect(received).toContain('log')
    }, 5_000)
    const parts = { connection, account, notices: { channel: notices.channel, send: () => {} } }
    await openRequestOutbox({ ...parts, gateway: 'six' }).send(COMMAND)
    await vi.waitFor(() => expect(received).toContain('commands'), 5_000)
    const inbox = openRequestInbox(parts)
    await inbox.answer(await inbox.take(1))
    await vi.waitFor(() => expect(received).toContain('answers'), 5_000)
    await notices.close()
  })

  test('an answer from before a crash of the store reaches no request that has its number', async () => {
    const { account, connection, inbox, openOutbox } = await open()
    const gateway = openOutbox('before and after')
    await gateway.send({ ...COMMAND, body: 'before' })
    const taken = await inbox.take(1)
    await connection.query({ text: 'DELETE FROM commands WHERE account = $1', values: [account] })
    await connection.query({ text: `SELECT setval('command_numbers', $1, false)`, values: [taken[0]?.number] })
    await gateway.send({ ...COMMAND, id: 'later', body: 'later' })
    const [later] = await inbox.take(1)
    expect(later?.number).toBe(taken[0]?.number)
    await inbox.answer(taken)
    expect(await gateway.receive()).toEqual([])
    await inbox.answer(later ? [later] : [])
    expect(await gateway.receive()).toEqual([{ id: 'later', body: 'later' }])
  })

  test('the fleet is the state of every account, and a stop of it is stored for all or none', async () => {
    const [one, two] = [await open(), await open()]
    const moved = await open()
    await moved.connection.query({
      text: 'UPDATE accounts SET moved_at = now() WHERE account = $1',
      values: [moved.account],
    })
    const fleet = openFleetStore(one.connection)
    const summary = {
      state: 'RUNNING',
      executionMode: 'PAPER',
      verdict: 'OK',
      equity: '10.5',
      dayNet: '1',
      openRisk: null,
      openPositions: 2,
      positionsWithoutStop: 1,
      bus: BUS,
    } as const
    await fleet.report(one.account, 1, summary)
    await fleet.report(one.account, 2, { ...summary, equity: '0' })
    await fleet.noteStandby(one.account, 'host-b', 0)
    await fleet.noteStandby(one.account, 'host-a', 0)
    const publications = openPublicationStore(connect(), one.account)
    await publications.readAfter(0, { host: 'gateway', bus: BUS })
    await one.connection.query({
      text: `INSERT INTO gateways (account, gateway, alive_at) VALUES ($1, 'earlier', clock_timestamp()),
        ($1, 'gone', clock_timestamp() - interval '11 s')`,
      values: [one.account],
    })
    const listAccounts = async () =>
      (await fleet.read()).filter(({ account }) => [one, two, moved].some((each) => each.account === account))
    expect(await listAccounts()).toEqual([
      {
        ...{ account: one.account, market: 'market', epoch: 1, host: 'host-a', stop: null },
        report: { summary, ageMs: expect.any(Number) },
        standbys: [{ host: 'host-b', batchesBehind: 0, ageMs: expect.any(Number) }],
        gateways: [
          { host: 'earlier', bus: null },
          { host: 'gateway', bus: BUS },
        ],
      },
      {
        ...{ account: two.account, market: 'market', epoch: 1, host: 'host-a', stop: null },
        ...{ report: null, standbys: [], gateways: [] },
      },
    ])
    for (const each of await listAccounts()) {
      const { report: _report, standbys: _standbys, ...rest } = each
      expect(await fleet.find(each.account)).toMatchObject(rest)
    }
    expect([await fleet.find(moved.account), await fleet.find('unknown')]).toEqual([undefined, undefined])

    const stops = openStopStore(one.connection, one.account)
    const stop = aStopOrder(7)
    const stopped = await stops.engageEverywhere(stop)
    expect(await stops.engageEverywhere(stop)).toEqual(stopped)
    expect(stopped).toEqual(expect.arrayContaining([one.account, two.account]))
    expect(stopped).not.toContain(moved.account)
    expect((await listAccounts()).map((each) => each.stop)).toEqual([stop, stop])
    await openStopStore(two.connection, two.account).release(stop.stopId, 1)
    expect((await listAccounts()).map((each) => each.stop)).toEqual([stop, null])
    await connect().query({ text: 'UPDATE stops SET released_at = now() WHERE released_at IS NULL' })
  })

  test('a withdrawn command, or one older than two seconds, is never executed', async () => {
    const { inbox, connection, openOutbox } = await open()
    const outbox = openOutbox('three')
    await outbox.send({ ...COMMAND, id: 'b' })
    expect(await outbox.withdraw('b')).toBe(true)
    await outbox.send({ ...COMMAND, id: 'c' })
    await connection.query({ text: `UPDATE commands SET sent_at = sent_at - interval '3 s' WHERE gateway = 'three'` })
    expect(await inbox.take(1)).toEqual([])
  })

  test('a command has the user of its session, as long as session and user are valid', async () => {
    const { connection, inbox, openOutbox } = await open()
    const outbox = openOutbox('four')
    const user = aUser({ roles: ['TRADER', 'VIEWER'] })
    const identity = await openPostgresIdentity(toPatientUrl(postgres.server.url))
    identity.insertUser(user)
    const session = {
      id: 'ses_1',
      userId: user.id,
      kind: 'LOGIN',
      createdAt: 0,
      lastUsedAt: 0,
      revokedAt: null,
      accounts: null,
    } as const
    identity.insertSession({ ...session, endsAt: Date.now() + 60_000, address: null, secondFactor: false }, null)
    const takeOne = async () => {
      await outbox.send({ ...COMMAND, id: String(Math.random()), sessionId: 'ses_1' })
      const [taken] = await inbox.take(1)
      return taken?.user
    }
    expect(await takeOne()).toEqual({ id: user.id, roles: ['TRADER', 'VIEWER'] })
    identity.updateUser({ ...user, disabledAt: 1 })
    expect(await takeOne()).toBeNull()
    identity.updateUser(user)
    identity.revokeSession('ses_1', 1)
    expect(await takeOne()).toBeNull()
    await identity.close()
    await connection.query({ text: 'TRUNCATE users CASCADE' })
  })

  test('publications of the engine with the lease are read once, by the gateways alive at that time', async () => {
    const { account, connection, inbox } = await open()
    const publications = openPublicationStore(connection, account)
    expect(await inbox.hasGateways()).toBe(false)
    await publications.publish('engine', 1, 'one')
    await publications.publish('reports', 1, 'reports')
    await publications.publish('engine', 1, 'two')
    await publications.publish('engine', 2, 'of another engine')
    const read = await publications.readAfter(0, { host: 'gateway', bus: BUS })
    expect(read.map(({ kind, body }) => [kind, body])).toEqual([
      ['reports', 'reports'],
      ['engine', 'two'],
    ])
    expect(await publications.readAfter(read.at(-1)?.version ?? 0, { host: 'gateway', bus: BUS })).toEqual([])
    expect(await inbox.hasGateways()).toBe(true)
  })

  test('a notice reaches every process of the account, also after its connection was lost', async () => {
    const [sender, receiver] = [openNotices(postgres.server.url, 'acc-n'), openNotices(postgres.server.url, 'acc-n')]
    const received: string[] = []
    receiver.listen('log', () => void received.push('log'))
    const untilReceived = () =>
      vi.waitFor(() => {
        sender.send('commands')
        sender.send('log')
        expect(received).not.toEqual([])
      }, 60_000)
    await untilReceived()
    await connect().query({
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plimsoll listens acc-n'`,
    })
    await setTimeout(100)
    received.length = 0
    await untilReceived()
    await Promise.all([sender.close(), receiver.close()])
  })
})
