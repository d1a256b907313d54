import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { kills } from '../../test/support/kills.ts'
import { toPatientUrl } from '../../test/support/postgres.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openAccountLog } from '../adapters/store/postgres/account-log.ts'
import { openCheckpointStore } from '../adapters/store/postgres/checkpoints.ts'
import { openAccount, openLeaseStore } from '../adapters/store/postgres/lease-store.ts'
import type { setPostgres } from '../adapters/store/postgres/postgres-fixture.ts'
import { archiveLog } from './archive-log.ts'
import { restoreArchive } from './restore-archive.ts'

/** Batches in a partition of these tests. */
const SIZE = 10
const NOW = 0
let accounts = 0

export interface LogOrder {
  readonly batches: number
  /** Numbers of the batches up to which a checkpoint exists. */
  readonly checkpoints: readonly number[]
  /** Number of the newest batch that a version without partitions stored. */
  readonly unpartitioned?: number
  readonly epoch?: number
}

/** Creates an account with a log in PostgreSQL, in partitions of ten batches, and an empty folder for its archive. */
export const openLog = async (
  postgres: ReturnType<typeof setPostgres>,
  { batches, checkpoints, unpartitioned = 0, epoch = 1 }: LogOrder,
) => {
  const connection = postgres.connect()
  await connection.query({
    text: `CREATE OR REPLACE FUNCTION log_partition_size() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT ${SIZE}::bigint'`,
  })
  const account = `acc-${++accounts}`
  await openAccount(connection, account, 'market')
  const lease = openLeaseStore(connection, account)
  await lease.take({ last: await lease.read(), epoch, holder: 'a', host: 'host-a' })
  const logs = {
    engine: openAccountLog(connection, account, 'engine'),
    exchange: openAccountLog(connection, account, 'exchange'),
  }
  if (unpartitioned > 0) {
    await connection.query({
      text: `INSERT INTO unpartitioned_batches (account, stream, number, epoch, host, digest, body)
        SELECT $1, 'engine', number, $3, 'host-a', sha256(convert_to(number::text, 'UTF8')), number::text
        FROM generate_series(1, $2::int) AS number`,
      values: [account, unpartitioned, epoch],
    })
  }
  for (let number = unpartitioned + 1; number <= batches; number++) {
    const body = `{"n":${number},"of":"${account}","text":"a\u2028b\\n"}`
    await logs.engine.append({ number, epoch, host: 'host-a', body })
  }
  const store = openCheckpointStore(connection, account)
  const path = join(aTempDirectory(), 'file')
  writeFileSync(path, 'database')
  for (const number of checkpoints) {
    await store.put({
      checkpoint: { number, exchange: number, facts: 0, host: 'host-a', build: 'b' },
      files: [{ name: 'engine', path }],
      epoch,
    })
  }
  const shared = { account, url: { text: toPatientUrl(postgres.server.url) } }
  const to = aTempDirectory()
  return {
    ...{ account, connection, logs, shared, to, folder: join(to, account) },
    archive: (keepMs = NOW) => archiveLog(shared, { to, keepMs }),
    restore: () => restoreArchive(shared, to),
  }
}

export type OpenedLog = Awaited<ReturnType<typeof openLog>>

/** Returns the numbers of the engine's batches in PostgreSQL. */
export const numbersIn = async ({ connection, account }: OpenedLog): Promise<number[]> => {
  const rows = await connection.query<{ number: string }>({
    text: `SELECT number FROM batches WHERE account = $1 AND stream = 'engine' ORDER BY number`,
    values: [account],
  })
  return rows.map(({ number }) => Number(number))
}

/** Returns the numbers from `first` to `last`. */
export const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const SCRIPTS = {
  archive: `
    import { archiveLog } from '${new URL('./archive-log.ts', import.meta.url).href}'
    const run = (shared, folder) => archiveLog(shared, { to: folder, keepMs: 0 })`,
  restore: `
    import { restoreArchive } from '${new URL('./restore-archive.ts', import.meta.url).href}'
    const run = restoreArchive`,
}

const RUN = `
  const [account, text, folder] = process.argv.slice(2)
  process.send('ready')
  await run({ account, url: { text } }, folder)
  process.disconnect()`

const KILLS = kills(6)

/** Runs the command again and again in a process that is killed at different times, until a run is complete. */
export const killUntilDone = async (
  { account, shared, to }: OpenedLog,
  command: keyof typeof SCRIPTS,
  onKilled: () => Promise<void>,
): Promise<void> => {
  const script = join(aTempDirectory(), `${command}.ts`)
  writeFileSync(script, SCRIPTS[command] + RUN)
  for (let run = 0; ; run++) {
    const child = spawn(process.execPath, [script, account, shared.url.text, to], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const exited = once(child, 'exit')
    await once(child, 'message')
    await Promise.race([exited, setTimeout(run < KILLS ? (run * 37) % 200 : 60_000)])
    child.kill('SIGKILL')
    const [code] = await exited
    await onKilled()
    if (code === 0) return
    expect(run).toBeLessThan(2 * KILLS)
  }
}
