import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { auditFiles } from '../adapters/store/audit/audit-files.ts'
import { openAuditLog } from '../adapters/store/audit/audit-log.ts'
import { anEntry, entries } from '../adapters/store/audit/audit-samples.ts'
import type { AuditEntry } from '../engine/model/facts.ts'
import { aTerminal, engineParts } from './cli-fixture.ts'
import type { CliParts } from './parts.ts'
import { runCli } from './program.ts'

const HOST = { type: 'HOST', sub: null, sid: null, ip: null } as const

/** The program on a log with these entries, with a terminal that remembers. */
const open = (written: readonly AuditEntry[] = entries(3)) => {
  const directory = aTempDirectory()
  const log = openAuditLog({ directory, clock: () => anEntry(100).atMs })
  log.append(written)
  log.close()
  const run = async (...args: string[]) => {
    const { terminal, output } = aTerminal()
    const parts: CliParts = {
      version: '0',
      terminal,
      start: async () => {},
      dataDir: () => directory,
      host: () => ({ call: async () => ({ ok: true, value: { items: [{ username: 'Alice', id: 'usr_1' }] } }) }),
      audit: auditFiles,
      ...engineParts(),
    }
    return { exit: await runCli(parts, ['audit', ...args]), ...output }
  }
  return { run, log, path: (file: string) => join(directory, file) }
}

const changeLog = (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('ord_2', 'ord_9'))

describe('plimsoll audit verify', () => {
  it('reports that the log is intact, and what only an external checkpoint can show', async () => {
    expect(await open().run('verify')).toEqual({
      exit: 0,
      out: 'The audit log is intact: 3 entries up to 2026-01-02T03:04:08.000Z, 1 checkpoints.\n',
      err: 'Only a checkpoint stored on another machine can show that the whole log was not rewritten: see --checkpoint.\n',
    })
    expect((await open([]).run('verify')).out).toBe('The audit log is intact: no entries yet.\n')
  })

  it('prints each finding in a line with its remedy, the verdict last', async () => {
    const { run, path } = open()
    changeLog(path('log.jsonl'))
    const { exit, out, err } = await run('verify')
    expect(exit).toBe(1)
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^CHAIN_BROKEN log\.jsonl line 3, entry 3, byte \d+: .* Keep a copy of the folder/),
    ])
    expect(err).toBe('plimsoll: The audit log was altered or damaged: 1 finding.\n')
  })

  it('compares an external checkpoint with the log', async () => {
    const { run, path } = open()
    const { run: other } = open()
    await other('checkpoint', '--out', path('kept'))
    await run('checkpoint', '--out', path('own'))
    expect(await run('verify', '--checkpoint', path('own'))).toMatchObject({ exit: 0, err: '' })
    const { exit, out } = await run('verify', '--checkpoint', path('kept'))
    expect(exit).toBe(1)
    expect(out).toContain('OUTSIDE_OTHER_KEY the checkpoint given entry 3: ')
    expect(await run('verify', '--checkpoint', path('nothing'))).toMatchObject({ exit: 2, out: '' })
  })

  it('prints JSON only with --json', async () => {
    const { run, path } = open()
    expect(JSON.parse((await run('verify', '--json')).out)).toMatchObject({ ok: true, size: 3, findings: [] })
    changeLog(path('log.jsonl'))
    const { exit, out, err } = await run('verify', '--json')
    expect(exit).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ ok: false, findings: [{ code: 'CHAIN_BROKEN', where: { line: 3 } }] })
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'AUDIT_FINDINGS' } })
  })

  it('prints notes on standard error', async () => {
    const { run, path } = open()
    writeFileSync(path('spool.jsonl'), '')
    const { exit, err } = await run('verify')
    expect(exit).toBe(0)
    expect(err).toMatch(/^Note: spool\.jsonl: Entries that could not be written to the log are pending here/)
  })
})

describe('plimsoll audit list', () => {
  it('lists the newest entries, the newest last', async () => {
    const { run } = open([...entries(3), anEntry(4, { actor: HOST, action: 'stop', target: 'engine', reason: 'odd' })])
    expect((await run('list', '--limit', '2')).out).toBe(
      [
        'SEQ  AT                        ACTOR  ACTION      TARGET  OUTCOME   REASON',
        '3    2026-01-02T03:04:08.000Z  usr_1  placeOrder  ord_3   ACCEPTED',
        '4    2026-01-02T03:04:09.000Z  HOST   stop        engine  ACCEPTED  odd',
        '',
      ].join('\n'),
    )
  })

  it.each([
    [
      ['--actor', 'alice'],
      [1, 2, 3],
    ],
    [
      ['--actor', 'usr_1'],
      [1, 2, 3],
    ],
    [['--actor', 'usr_2'], []],
    [['--actor', 'HOST'], [4]],
    [['--action', 'stop'], [4]],
    [
      ['--since', '2026-01-02T03:04:08Z'],
      [3, 4],
    ],
    [['--since', '1s'], []],
  ])('finds with %j', async (args, seqs) => {
    const { run } = open([...entries(3), anEntry(4, { actor: HOST, action: 'stop' })])
    const { exit, out } = await run('list', '--json', ...args)
    expect(exit).toBe(0)
    expect(JSON.parse(out).items.map(({ seq }: { seq: number }) => seq)).toEqual(seqs)
  })

  it('finds entries farther back than one read reaches', async () => {
    const { run } = open(
      entries(1_000).map((entry) => ({ ...entry, action: entry.target, reason: 'x'.repeat(20_000) })),
    )
    const { out } = await run('list', '--json', '--action', 'ord_2')
    expect(JSON.parse(out).items).toMatchObject([{ seq: 2, at: '2026-01-02T03:04:07.000Z' }])
  })

  it('reports when there is no match, and when there is no such user', async () => {
    expect(await open([]).run('list')).toEqual({ exit: 0, out: '', err: 'No matching entries.\n' })
    expect((await open().run('list', '--actor', 'bob')).err).toBe(
      'plimsoll: There is no user named bob. List the users: plimsoll user list.\n',
    )
  })

  it.each([
    ['--limit', '0'],
    ['--limit', 'all'],
    ['--since', 'yesterday'],
    ['--since', '2026-13-01T00:00:00Z'],
  ])('refuses %s %s', async (...args) => {
    expect(await open().run('list', ...args)).toMatchObject({ exit: 2, out: '' })
  })
})

describe('plimsoll audit export', () => {
  it('writes the lines of the log unchanged, with the newest checkpoint on standard error', async () => {
    const { run, path } = open()
    const { exit, out, err } = await run('export')
    expect({ exit, out }).toEqual({ exit: 0, out: readFileSync(path('log.jsonl'), 'utf8') })
    expect(JSON.parse(err)).toMatchObject({ size: 3, publicKey: expect.any(String) })
  })

  it('writes into a file, from an entry on', async () => {
    const { run, path } = open()
    expect(await run('export', '--out', path('to'), '--from', '3')).toMatchObject({ exit: 0, out: '' })
    expect(JSON.parse(readFileSync(path('to'), 'utf8'))).toMatchObject({ seq: 3 })
    expect(await run('export', '--out', path('no/where'))).toMatchObject({ exit: 1, out: '' })
    expect(await run('export', '--from', '0')).toMatchObject({ exit: 2 })
  })
})

describe('plimsoll audit checkpoint', () => {
  it('prints the newest one with its key', async () => {
    const { run, log } = open()
    const { exit, out } = await run('checkpoint')
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ size: 3, rootHash: log.state().root, publicKey: expect.any(String) })
  })

  it('reports that there is none, and that only the server makes one', async () => {
    expect(await open([]).run('checkpoint')).toEqual({
      exit: 1,
      out: '',
      err: 'plimsoll: No checkpoint has been signed yet. Only a running server signs checkpoints: within a minute of the first entry, and when it stops.\n',
    })
  })
})

it.each([[], ['verify'], ['list'], ['export'], ['checkpoint']])('audit %s prints its help', async (...args) => {
  const { exit, out } = await open().run(...args.filter(Boolean), '--help')
  expect(exit).toBe(0)
  expect(out).toMatch(/^Usage: plimsoll audit/)
})
