import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBackup } from '../../server/app/check-backup.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { copyDirectory, killedDirectory } from './data-directory.ts'

const check = (directory: string) => checkBackup(directory, () => NOON_MS)

describe('a copy of a data directory', () => {
  const base = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  let seed: string
  let older: string
  beforeAll(async () => {
    ;({ seed, older } = await killedDirectory(base))
  })
  afterAll(() => rmSync(base, { recursive: true }))

  const aCopy = (): string => copyDirectory(seed, join(aTempDirectory(), 'copy'))

  it('can be restored when it is complete, taken from a running server or not', async () => {
    expect(await check(older)).toMatchObject({ ledgers: 1, findings: [] })
    const checked = await check(seed)
    expect(checked).toMatchObject({ ledgers: 1, findings: [] })
    expect(checked.commits).toBeGreaterThan((await check(older)).commits)
    expect(checked.newestAtMs).toBe(NOON_MS)
  })

  it('is not changed by the check', async () => {
    const copy = aCopy()
    const files = (): readonly string[] => readdirSync(copy, { recursive: true, encoding: 'utf8' }).sort()
    const contents = (): readonly string[] =>
      files()
        .filter((file) => file.includes('.'))
        .map((file) => readFileSync(join(copy, file), 'base64'))
    const [before, content] = [files(), contents()]
    await check(copy)
    expect([files(), contents()]).toEqual([before, content])
  })

  it.each([
    ['its ledger is of an earlier time', 'simulated-paper/engine.sqlite-wal', 'is behind the audit log'],
    ['its identity store is missing', 'identity.sqlite', 'identity.sqlite is missing'],
    ['it has no ledger', 'simulated-paper/engine.sqlite', 'contains an engine.sqlite'],
    ['its audit log is missing', 'audit/log.jsonl', 'LOG_MISSING'],
  ])('cannot be restored when %s', async (_what, file, finding) => {
    const copy = aCopy()
    rmSync(join(copy, file))
    expect((await check(copy)).findings.join(' ')).toContain(finding)
  })

  it('cannot be restored when its audit log was changed or a database was cut', async () => {
    const changed = aCopy()
    const log = join(changed, 'audit', 'log.jsonl')
    writeFileSync(log, readFileSync(log, 'utf8').replace('USER_ADD', 'USER_SET'))
    expect((await check(changed)).findings.join(' ')).toContain('audit: ')
    const cut = aCopy()
    rmSync(join(cut, 'simulated-paper', 'engine.sqlite-wal'))
    truncateSync(join(cut, 'simulated-paper', 'engine.sqlite'), 3 * 4_096 + 100)
    expect((await check(cut)).findings.join(' ')).toContain(join(cut, 'simulated-paper', 'engine.sqlite'))
  })
})
