import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { postgresMissing } from '../../test/support/postgres.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openLogSegments } from '../adapters/store/postgres/log-segments.ts'
import { setPostgres } from '../adapters/store/postgres/postgres-fixture.ts'
import { openSnapshotStore } from '../adapters/store/postgres/snapshots.ts'
import { LogTrimmed } from '../scaled/ports.ts'
import { from, killUntilDone, numbersIn, type OpenedLog, openLog } from './archive-fixture.ts'
import { checkArchive } from './check-archive.ts'

describe.skipIf(postgresMissing)('the archive of a log', () => {
  const postgres = setPostgres()
  const open = (batches: number, checkpoints: readonly number[], unpartitioned = 0) =>
    openLog(postgres, { batches, checkpoints, unpartitioned })

  it('receives whole partitions that the checkpoint before the newest one contains', async () => {
    const opened = await open(45, [25, 39])
    const { account, archive, logs, to, folder } = opened
    expect(await archive()).toEqual({ account, directory: folder, files: 2, batches: 19 })
    expect(await numbersIn(opened)).toEqual(from(20, 45))
    expect(readdirSync(folder)).toEqual([
      'SHA256SUMS',
      'engine-000000000001-000000000009.jsonl.zst',
      'engine-000000000010-000000000019.jsonl.zst',
    ])
    expect(await checkArchive(to)).toEqual([
      { account, files: 2, engine: { first: 1, last: 19 }, exchange: null, findings: [] },
    ])
    expect(await archive()).toMatchObject({ files: 0 })
    await expect(logs.engine.readAfter(0, 1)).rejects.toThrow(LogTrimmed)
    expect((await logs.engine.readAfter(19, 1))[0]?.number).toBe(20)
    await logs.engine.append({ number: 46, epoch: 1, host: 'host-a', body: '{}' })
  })

  it('receives nothing that is younger, without two checkpoints, or the newest batch', async () => {
    const young = await open(25, [20, 25])
    expect(await young.archive(60_000)).toMatchObject({ files: 0 })
    const single = await open(25, [25])
    expect(await single.archive()).toMatchObject({ files: 0 })
    const whole = await open(19, [19, 20])
    expect(await whole.archive()).toMatchObject({ files: 1, batches: 9 })
    expect(await numbersIn(whole)).toEqual(from(10, 19))
  })

  it('receives the batches of a version without partitions', async () => {
    const opened = await open(35, [25, 35], 14)
    expect(await opened.archive()).toMatchObject({ files: 2, batches: 19 })
    expect(await numbersIn(opened)).toEqual(from(20, 35))
    expect(await checkArchive(opened.to)).toMatchObject([{ engine: { first: 1, last: 19 }, findings: [] }])
  })

  it('makes earlier versions refuse to build a copy, which would lack the archived batches', async () => {
    const opened = await open(25, [20, 25])
    await opened.archive()
    const [row] = await opened.connection.query<{ parts: number; digest: Buffer }>({
      text: 'SELECT parts, digest FROM snapshots WHERE account = $1',
      values: [opened.account],
    })
    expect([row?.parts, row?.digest.length]).toEqual([0, 0])
    const path = join(aTempDirectory(), 'file')
    expect(await openSnapshotStore(opened.connection, opened.account).fetch('engine', path)).toBe(false)
  })

  it('refuses a batch that is damaged in PostgreSQL, and deletes nothing', async () => {
    const opened = await open(25, [20, 25])
    await opened.connection.query({
      text: `UPDATE log_batches SET body = '{}' WHERE account = $1 AND number = 4`,
      values: [opened.account],
    })
    await expect(opened.archive()).rejects.toThrow('batch 4 is damaged')
    expect(await numbersIn(opened)).toEqual(from(1, 25))
  })

  it('is made by one process at a time', async () => {
    const opened = await open(25, [20, 25])
    await openLogSegments(opened.connection, opened.account).lock()
    await expect(opened.archive()).rejects.toThrow('Another process archives')
  })

  it('is found damaged when a file is changed, missing, not listed, or has other batches', async () => {
    const opened = await open(45, [40, 45])
    await opened.archive()
    const { to, folder } = opened
    const findings = async (): Promise<string> => (await checkArchive(to)).flatMap((check) => check.findings).join('\n')
    const path = join(folder, 'engine-000000000010-000000000019.jsonl.zst')
    const intact = readFileSync(path)
    expect(await findings()).toBe('')
    const changed = Buffer.from(intact)
    changed[40] = (changed[40] ?? 0) ^ 1
    writeFileSync(path, changed)
    expect(await findings()).toMatch(/engine-000000000010.*(is damaged|differs)/)
    writeFileSync(path, intact.subarray(0, intact.length - 20))
    expect(await findings()).toContain('is damaged')
    writeFileSync(path, zstdCompressSync(Buffer.from('{}\n')))
    expect(await findings()).toContain('is damaged')
    rmSync(path)
    expect(await findings()).toContain(`${path} is missing.`)
    writeFileSync(path, intact)
    const list = join(folder, 'SHA256SUMS')
    const lines = readFileSync(list, 'utf8').split('\n')
    writeFileSync(list, lines.filter((line) => !line.includes('000000000010')).join('\n'))
    expect(await findings()).toBe(
      `The batches 10 to 19 of the log engine of ${opened.account} are missing.\n${path} is not in SHA256SUMS.`,
    )
    await expect(checkArchive(aTempDirectory())).rejects.toThrow('has no archive')
  })

  /** Verifies that every batch is in PostgreSQL, or in a listed and intact file. */
  const expectAll = async (opened: OpenedLog, newest: number): Promise<void> => {
    const archived = existsSync(join(opened.folder, 'SHA256SUMS')) ? (await checkArchive(opened.to))[0] : undefined
    const findings = (archived?.findings ?? []).filter((finding) => !finding.includes('is not in SHA256SUMS'))
    expect(findings).toEqual([])
    const left = await numbersIn(opened)
    expect((archived?.engine?.last ?? 0) + 1).toBeGreaterThanOrEqual(left[0] ?? 0)
    expect(left.at(-1)).toBe(newest)
  }

  it('loses nothing when the process is killed at any time', async () => {
    const opened = await open(400, [390, 400], 155)
    await killUntilDone(opened, 'archive', () => expectAll(opened, 400))
    expect(await numbersIn(opened)).toEqual(from(390, 400))
    expect(await checkArchive(opened.to)).toMatchObject([{ engine: { first: 1, last: 389 }, files: 39, findings: [] }])
  }, 300_000)
})
