import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAccountLog } from '../server/adapters/store/postgres/account-log.ts'
import { openPostgres } from '../server/adapters/store/postgres/connection.ts'
import { openAccount, openLeaseStore } from '../server/adapters/store/postgres/lease-store.ts'
import { createLoggedWriter, type LoggedWriter } from '../server/adapters/store/postgres/logged-writer.ts'
import { migrate } from '../server/adapters/store/postgres/migrate.ts'
import type { Durability } from '../server/adapters/store/sqlite/database.ts'
import { openStoreWriter, type StoreWriter } from '../server/adapters/store/writer/store-writer.ts'
import type { Fact } from '../server/engine/model/facts.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { atLeast, median, perSecond, type Row, times } from './measure.ts'

const BATCHES = 200
const ROUNDS = 5

/**
 * Measures group commits of an account in a shared store, each in PostgreSQL and in the database of the host, in turns
 * with those of a single server.
 */
export const sharedStoreRow = async (group: readonly Fact[]): Promise<Row> => {
  await using resources = new AsyncDisposableStack()
  const postgres = resources.adopt(await startPostgres(), (server) => server.stop())
  const connection = resources.adopt(openPostgres(postgres.socketUrl ?? postgres.url, 'bench'), ({ close }) => close())
  await migrate(connection)
  const [single, host] = [await openWriter(resources, 'FULL'), await openWriter(resources, 'NORMAL')]
  await openAccount(connection, 'bench', 'market')
  const lease = openLeaseStore(connection, 'bench')
  await lease.take({ last: await lease.read(), epoch: 1, holder: 'bench', host: 'bench' })
  const shared = createLoggedWriter(host, {
    name: STATE,
    logs: {
      engine: openAccountLog(connection, 'bench', 'engine'),
      exchange: openAccountLog(connection, 'bench', 'exchange'),
    },
    ...{ newest: { engine: 0, exchange: 0 }, epoch: 1, host: 'bench' },
    ...{ monotonic: () => performance.now(), onConfirmed: () => {}, onStop: () => {} },
  })
  const rounds: { readonly alone: number; readonly logged: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = { alone: await timeCommits(single, group), logged: await timeCommits(shared, group) }
    if (round > 0) rounds.push(measured)
  }
  const ratio = median(rounds.map(({ alone, logged }) => alone / logged))
  return {
    what: `durable facts of a shared account, ${group.length} per transaction, in PostgreSQL and on its host`,
    measured: perSecond(median(rounds.map(({ logged }) => logged))),
    against: `a single server: ${perSecond(median(rounds.map(({ alone }) => alone)))}`,
    ratio: times(ratio),
    goals: [atLeast(ratio, [0.6, '×'])],
  }
}

const STATE = 'bench'

const openWriter = async (resources: AsyncDisposableStack, durability: Durability): Promise<StoreWriter> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  resources.defer(() => rmSync(dataDir, { recursive: true }))
  const writer = await openStoreWriter({ dataDir, state: STATE, durability, clock: Date.now, onCommitted: () => {} })
  return resources.adopt(writer, ({ close }) => close())
}

type Timed = Pick<StoreWriter, 'append'> & Partial<Pick<LoggedWriter, 'copied'>>

/** Returns the nanoseconds per fact. */
const timeCommits = async ({ append, copied }: Timed, group: readonly Fact[]): Promise<number> => {
  const since = performance.now()
  for (let batch = 0; batch < BATCHES; batch++) await append({ facts: group, orders: [], positions: [] })
  await copied?.()
  return ((performance.now() - since) * 1e6) / (BATCHES * group.length)
}
