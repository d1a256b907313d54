import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { auditFiles } from '../adapters/store/audit/audit-files.ts'
import { openAuditLog } from '../adapters/store/audit/audit-log.ts'
import { anEntry, entries } from '../adapters/store/audit/audit-samples.ts'
import type { HostAnswer } from '../host/verb.ts'
import type { BackupCheck } from './backup-parts.ts'
import { aLocalServer, aTerminal, engineParts } from './cli-fixture.ts'
import { runCli } from './program.ts'

const BY = userInfo().username
const AT_MS = anEntry(100).atMs

const CHECK = {
  kind: 'LIMITS_REVIEW',
  by: 'alice',
  at: '2026-01-02T03:04:05.678Z',
  recordedAt: '2026-01-02T03:04:05.678Z',
  subject: 'c'.repeat(64),
  count: 1,
  faults: 0,
  note: 'read line by line',
}

/** The program on a data directory with an audit log of three entries, and a server that answers so; none when left out. */
const open = (answer?: HostAnswer) => {
  const directory = aTempDirectory()
  const log = openAuditLog({ directory, clock: () => AT_MS })
  log.append(entries(3))
  log.close()
  const requests: [string, unknown][] = []
  const request = async (verb: string, args: unknown): Promise<HostAnswer> => {
    requests.push([verb, args])
    return answer ?? { ok: false, error: { code: 'SERVER_UNREACHABLE', message: 'No server answers.' } }
  }
  const backup: { checked: BackupCheck } = {
    checked: { newestAtMs: AT_MS, entries: 3, commits: 9, ledgers: 1, checkpoint: null, findings: [] },
  }
  const run = async (...args: string[]) => {
    const { terminal, output } = aTerminal()
    const parts = {
      version: '0',
      terminal,
      start: async () => {},
      dataDir: () => directory,
      host: () => ({ call: request }),
      audit: auditFiles,
      ...engineParts(aLocalServer({ directory, request: request })),
      checkBackup: async () => backup.checked,
    }
    return { exit: await runCli(parts, args), ...output }
  }
  const copyCheckpoint = async (): Promise<string> => {
    const path = join(directory, 'kept.json')
    await run('audit', 'checkpoint', '--out', path)
    return path
  }
  return { run, requests, backup, directory, copyCheckpoint, newest: () => auditFiles(directory).newestCheckpoint() }
}

const DONE: HostAnswer = { ok: true, value: CHECK }

describe('plimsoll live review', () => {
  it('records a review of the limits by the user of the host', async () => {
    const { run, requests } = open(DONE)
    const { exit, err } = await run('live', 'review', '--reason', 'read line by line')
    expect([exit, err]).toEqual([0, `The review of the limits ${'c'.repeat(64)} by alice is recorded for 90 days.\n`])
    expect(requests).toEqual([['check.reviewLimits', { reason: 'read line by line', by: BY }]])
    expect((await open().run('live', 'review', '--reason', 'x')).exit).toBe(3)
  })

  it('is listed by live checks', async () => {
    const { run } = open({ ok: true, value: [CHECK] })
    expect((await run('live', 'checks')).out).toMatch(/LIMITS_REVIEW .*alice .*read line by line/)
  })
})

describe('plimsoll audit verify --checkpoint', () => {
  it('records the time of the checkpoint, what it covers and the findings', async () => {
    const { run, requests, copyCheckpoint } = open(DONE)
    const { exit, err } = await run('audit', 'verify', '--checkpoint', await copyCheckpoint())
    expect([exit, err]).toEqual([0, 'Recorded for the readiness gates: plimsoll live checks.\n'])
    expect(requests).toEqual([['check.record', { check: 'CHECKPOINT', atMs: AT_MS, count: 3, faults: 0, by: BY }]])
  })

  it('prints nothing about the record when no server runs', async () => {
    const { run, copyCheckpoint } = open()
    expect(await run('audit', 'verify', '--checkpoint', await copyCheckpoint())).toMatchObject({ exit: 0, err: '' })
  })
})

describe('plimsoll backup check', () => {
  it('records a copy of this data directory that can be restored', async () => {
    const { run, requests, backup, directory, newest } = open(DONE)
    backup.checked = { ...backup.checked, checkpoint: (await newest()) ?? null }
    const { exit, out } = await run('backup', 'check', directory)
    expect([exit, out]).toEqual([0, expect.stringContaining('can be restored')])
    expect(requests).toEqual([['check.record', { check: 'RESTORE', atMs: AT_MS, count: 9, faults: 0, by: BY }]])
  })

  it('fails and records the faults of a copy that is damaged, or not of this data directory', async () => {
    const { run, requests, backup, directory, newest } = open(DONE)
    backup.checked = { ...backup.checked, checkpoint: (await newest()) ?? null, findings: ['x is damaged'] }
    expect(await run('backup', 'check', directory)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('The copy cannot be restored: one fault.'),
    })
    backup.checked = { ...backup.checked, checkpoint: (await open().newest()) ?? null, findings: [] }
    expect((await run('backup', 'check', directory)).out).toContain('The copy belongs to another data directory')
    expect(requests.map(([, args]) => args)).toMatchObject([{ faults: 1, note: 'x is damaged' }, { faults: 1 }])
    expect((await run('backup', 'check', join(directory, 'nothing'))).exit).toBe(2)
  })
})
