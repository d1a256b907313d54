import { afterEach, describe, expect, it } from 'vitest'
import { postgresMissing, startPostgres, type TestPostgres } from '../../../../test/support/postgres.ts'
import { watchNotices } from '../../../../test/support/watched-notices.ts'
import type { OpenNotices } from '../../../scaled/ports.ts'
import { openPostgres } from './connection.ts'
import { findNoticesFault, openNotices } from './notices.ts'

const WITHIN_MS = 20_000

/** Tests must not disturb a server that is not theirs. */
const isExternal = process.env.PLIMSOLL_TEST_POSTGRES !== undefined

/** A port on which nothing listens. */
const NOWHERE = 'postgresql://plimsoll@127.0.0.1:9/plimsoll?sslmode=disable'

describe.skipIf(postgresMissing)('the state of notices over PostgreSQL', () => {
  const running: TestPostgres[] = []
  const opened: OpenNotices[] = []
  const start = async (): Promise<TestPostgres> => {
    const server = await startPostgres()
    running.push(server)
    return server
  }
  const open = (url: string) => {
    const watched = watchNotices((onChange) => openNotices(url, 'main', onChange), WITHIN_MS)
    opened.push(watched.notices)
    return watched
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((notices) => notices.close()))
    await Promise.all(running.splice(0).map((server) => server.stop()))
  })

  it('is reported once when no server can be reached', async () => {
    const { notices, states, untilStates } = open(NOWHERE)
    await untilStates([false])
    for (let sent = 0; sent < 3; sent++) notices.send('log')
    expect(states).toEqual([{ isUp: false, fault: expect.stringContaining('ECONNREFUSED') }])
    expect(await findNoticesFault(NOWHERE, 'main')).toContain('ECONNREFUSED')
  })

  it.skipIf(isExternal)(
    'is reported at each change, also when the server hangs',
    async () => {
      const server = await start()
      const pid = server.pid ?? 0
      expect(await findNoticesFault(server.url, 'main')).toBeUndefined()
      const { states, untilStates, untilReceived } = open(server.url)
      await untilReceived()
      await untilStates([true])
      process.kill(pid, 'SIGKILL')
      await untilStates([true, false])
      await server.restart()
      await untilReceived()
      await untilStates([true, false, true])
      const connection = openPostgres(server.url, 'test')
      const [backend] = await connection.query<{ pid: number }>({
        text: `SELECT pid FROM pg_stat_activity WHERE application_name = 'plimsoll listens main'`,
      })
      await connection.close()
      process.kill(backend?.pid ?? 0, 'SIGSTOP')
      await untilStates([true, false, true, false, true])
      process.kill(backend?.pid ?? 0, 'SIGCONT')
      expect(states[3]).toEqual({ isUp: false, fault: 'the connection to PostgreSQL was lost' })
      await untilReceived()
    },
    60_000,
  )

  it('is not reported after they are closed', async () => {
    const server = await start()
    const { notices, states, untilStates } = open(server.url)
    await untilStates([true])
    await notices.close()
    expect(states).toHaveLength(1)
  })
})
