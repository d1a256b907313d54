import { expect, vi } from 'vitest'
import { openNatsNotices } from '../server/adapters/bus/nats-notices.ts'
import { openNotices } from '../server/adapters/store/postgres/notices.ts'
import { describeNotices } from './notices.contract.ts'
import { natsMissing, startNats } from './support/nats.ts'
import { postgresMissing, startPostgres } from './support/postgres.ts'

const onPostgres = async () => {
  const server = await startPostgres()
  return {
    open: (account: string) => openNotices(server.url, account),
    async restart() {
      const { pid = 0 } = server
      process.kill(pid, 'SIGQUIT')
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 20_000 })
      await server.restart()
    },
    stop: server.stop,
  }
}

const onNats = async () => {
  const server = await startNats()
  const servers = { addresses: [server.address], usesTls: false, login: { kind: 'none' } } as const
  return {
    open: (account: string) => openNatsNotices({ servers, account, onChange: () => {} }),
    async restart() {
      await server.kill()
      await server.restart()
    },
    stop: server.stop,
  }
}

describeNotices('PostgreSQL', onPostgres, postgresMissing)
describeNotices('NATS', onNats, natsMissing)
