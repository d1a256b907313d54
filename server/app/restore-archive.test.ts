import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { postgresMissing } from '../../test/support/postgres.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openLogSegments } from '../adapters/store/postgres/log-segments.ts'
import { setPostgres } from '../adapters/store/postgres/postgres-fixture.ts'
import { LogTrimmed } from '../scaled/ports.ts'
import { from, killUntilDone, type LogOrder, numbersIn, type OpenedLog, openLog } from './archive-fixture.ts'
import { restoreArchive } from './restore-archive.ts'

const FIRST = 'engine-000000000001-000000000009.jsonl.zst'
const SECOND = 'engine-000000000010-000000000019.jsonl.zst'

describe.skipIf(postgresMissing)('the restore of an archive', () => {
  const postgres = setPostgres()
  const open = (order: Partial<LogOrder> = {}) => openLog(postgres, { batches: 45, checkpoints: [25, 39], ...order })

  const openArchived = async (order: Partial<LogOrder> = {}): Promise<OpenedLog> => {
    const opened = await open(order)
    expect(await opened.archive()).toMatchObject({ files: 2, batches: 19 })
    return opened
  }

  const rowsIn = ({ connection, account }: OpenedLog): Promise<unknown[]> =>
    connection.query({
      text: `SELECT stream, number, epoch, host, date_trunc('milliseconds', stored_at), digest, body
        FROM batches WHERE account = $1 ORDER BY stream, number`,
      values: [account],
    })

  const listIn = ({ folder }: OpenedLog): string => join(folder, 'SHA256SUMS')

  /** Writes the list of digests anew, for the files that are in the folder. */
  const listFiles = (opened: OpenedLog): void => {
    const files = readdirSync(opened.folder).filter((name) => name.endsWith('.zst'))
    const lines = files.map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(opened.folder, name)))
          .digest('hex')}  ${name}\n`,
    )
    writeFileSync(listIn(opened), lines.join(''))
  }

  const expectRefused = async (opened: OpenedLog, reason: RegExp): Promise<void> => {
    const before = await rowsIn(opened)
    await expect(opened.restore()).rejects.toThrow(reason)
    expect(await rowsIn(opened)).toEqual(before)
  }

  it('stores every batch again as it was, and the next archive moves them out again', async () => {
    const opened = await open({ unpartitioned: 14 })
    const { account, archive, restore, logs, folder } = opened
    await logs.exchange.append({ number: 1, epoch: 1, host: 'host-a', body: '{}' })
    const before = await rowsIn(opened)
    await archive()
    expect(await numbersIn(opened)).toEqual(from(20, 45))
    const files = readdirSync(folder)
    expect(await restore()).toEqual({ account, directory: folder, files: 2, batches: 19 })
    expect(await rowsIn(opened)).toEqual(before)
    expect((await logs.engine.readAfter(0, 50)).map(({ number }) => number)).toEqual(from(1, 45))
    await logs.engine.append({ number: 46, epoch: 1, host: 'host-a', body: '{}' })
    expect(await restore()).toMatchObject({ files: 0, batches: 0 })
    expect(readdirSync(folder)).toEqual(files)
    expect(await archive()).toMatchObject({ files: 2, batches: 19 })
    expect(await numbersIn(opened)).toEqual(from(20, 46))
    await expect(logs.engine.readAfter(0, 1)).rejects.toThrow(LogTrimmed)
  })

  it('stores the batches that an interrupted archive has deleted', async () => {
    const opened = await open()
    const before = await rowsIn(opened)
    await opened.archive()
    await opened.restore()
    await opened.connection.query({
      text: 'DELETE FROM unpartitioned_batches WHERE account = $1 AND number <= 4',
      values: [opened.account],
    })
    expect(await opened.restore()).toMatchObject({ files: 1, batches: 4 })
    expect(await rowsIn(opened)).toEqual(before)
  })

  it('continues an archive in another folder, once that is restored', async () => {
    const opened = await open()
    await opened.archive()
    const older = aTempDirectory()
    cpSync(opened.to, older, { recursive: true })
    rmSync(join(older, opened.account, SECOND))
    listFiles({ ...opened, folder: join(older, opened.account) })
    const restoreOlder = () => restoreArchive(opened.shared, older)
    await expect(restoreOlder()).rejects.toThrow(
      /batches 10 to 19 of the log engine .* neither in .* nor in PostgreSQL/,
    )
    rmSync(join(opened.folder, FIRST))
    listFiles(opened)
    expect(await opened.restore()).toMatchObject({ files: 1, batches: 10 })
    expect(await restoreOlder()).toMatchObject({ files: 1, batches: 9 })
    expect(await numbersIn(opened)).toEqual(from(1, 45))
  })

  it('refuses a file that is missing, or that differs from its digest', async () => {
    const opened = await openArchived()
    const path = join(opened.folder, FIRST)
    const content = readFileSync(path)
    rmSync(path)
    await expectRefused(opened, /is missing\. Nothing is restored: copy an intact file/)
    for (const at of [40, content.length >> 1, content.length - 1]) {
      const changed = Buffer.from(content)
      changed[at] = (changed[at] ?? 0) ^ 1
      writeFileSync(path, changed)
      await expectRefused(opened, /(is damaged|differs from its digest).*Nothing is restored: copy an intact file/)
    }
    writeFileSync(path, content)
    expect(await opened.restore()).toMatchObject({ files: 2 })
  })

  it('refuses files between which batches are missing, or that contain the same ones', async () => {
    const opened = await openArchived()
    renameSync(join(opened.folder, SECOND), join(opened.to, SECOND))
    listFiles(opened)
    await expectRefused(opened, /batches 10 to 19 .* Copy their file/)
    renameSync(join(opened.to, SECOND), join(opened.folder, SECOND))
    cpSync(join(opened.folder, SECOND), join(opened.folder, 'engine-000000000005-000000000012.jsonl.zst'))
    listFiles(opened)
    await expectRefused(opened, /contain the same batches\. Move one of them/)
  })

  it('refuses the files of another account, and rewritten ones, although their list matches', async () => {
    const opened = await openArchived()
    const other = await openArchived()
    const newer = await openArchived({ epoch: 2 })
    for (const { folder } of [other, newer]) {
      rmSync(opened.folder, { recursive: true })
      cpSync(folder, opened.folder, { recursive: true })
      await expectRefused(opened, /does not contain the batches that were archived from the account/)
    }
    await opened.connection.query({
      text: 'DELETE FROM archived_segments WHERE account = $1',
      values: [opened.account],
    })
    await expectRefused(opened, /does not contain the batches that were archived from the account/)
  })

  it('refuses files that differ from the batches in PostgreSQL, or are newer than these', async () => {
    const opened = await openArchived()
    await opened.restore()
    const { connection, account } = opened
    const damage = (sql: string) => connection.query({ text: sql, values: [account] })
    await damage(`UPDATE unpartitioned_batches SET digest = sha256('other') WHERE account = $1 AND number = 12`)
    await expectRefused(opened, /does not contain the batches that were archived/)
    await damage('DELETE FROM unpartitioned_batches WHERE account = $1 AND number > 15')
    await damage('DELETE FROM log_batches WHERE account = $1')
    await expectRefused(opened, /ends before the archive\. Restore PostgreSQL from a newer backup/)
  })

  it('refuses a folder without an archive of the account, an account without a log, and a second process', async () => {
    const opened = await openArchived()
    const { account, shared, to, connection } = opened
    await expect(restoreArchive(shared, aTempDirectory())).rejects.toThrow(`has no archive of the account ${account}`)
    const unknown = { ...shared, account: 'unknown' }
    cpSync(opened.folder, join(to, 'unknown'), { recursive: true })
    await expect(restoreArchive(unknown, to)).rejects.toThrow('ends before the archive')
    await openLogSegments(connection, account).lock()
    await expectRefused(opened, /Another process archives or restores/)
  })

  it('neither loses nor doubles a batch when the process is killed at any time', async () => {
    const opened = await open({ batches: 400, checkpoints: [390, 400], unpartitioned: 155 })
    const before = await rowsIn(opened)
    await opened.archive()
    await killUntilDone(opened, 'restore', async () => {
      const numbers = await numbersIn(opened)
      expect(numbers).toEqual(from(numbers[0] ?? 0, 400))
    })
    expect(await rowsIn(opened)).toEqual(before)
  }, 300_000)
})
