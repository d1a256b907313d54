import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import type { BackupCheck, BackupOrder, MadeBackup } from './backup-parts.ts'
import { aLocalServer, aTerminal, engineParts } from './cli-fixture.ts'
import { CliFailure, EXIT } from './failure.ts'
import { runCli } from './program.ts'

const MADE: MadeBackup = { path: '/b/plimsoll-1', atMs: 0, bytes: 9, files: 2, entries: 3, removed: [] }

/** A copy made before the server signed the first checkpoint of its audit log. */
const YOUNG: BackupCheck = { newestAtMs: 0, entries: 3, commits: 4, ledgers: 1, checkpoint: null, findings: [] }

interface Run {
  readonly program?: readonly string[]
  /** The backup of this number ends the process, as a signal would. */
  readonly endsAt?: number
}

/** Runs one command line. */
const run = async (args: readonly string[], { program = ['backup'], endsAt = 3 }: Run = {}) => {
  const orders: BackupOrder[] = []
  const waits: number[] = []
  const { terminal, output } = aTerminal()
  const parts = engineParts(aLocalServer())
  const { time } = parts
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms)
    await time.wait(ms)
  }
  const makeBackup = async (order: BackupOrder): Promise<MadeBackup> => {
    orders.push(order)
    if (orders.length === endsAt) throw new Error('ended')
    if (orders.length === 2) throw new CliFailure(EXIT.failure, { code: 'BACKUP_FAILED', message: 'No space.' })
    await time.wait(1_000)
    return MADE
  }
  const exit = await runCli(
    {
      ...parts,
      version: '0',
      terminal,
      start: async () => {},
      dataDir: () => '/data',
      host: () => ({ call: async () => ({ ok: true, value: null }) }),
      audit: () => {
        throw new Error('not for these')
      },
      time: { ...time, wait },
      makeBackup,
      checkBackup: async () => YOUNG,
    },
    [...program, ...args],
  )
  return { exit, orders, waits, ...output }
}

it('makes one backup and prints its folder', async () => {
  const { exit, out, orders } = await run(['--out', '/b'])
  expect([exit, out]).toEqual([0, '/b/plimsoll-1\n'])
  expect(orders).toEqual([{ dataDir: '/data', out: '/b', withKeys: false, keep: null }])
  expect((await run(['--out', '/b', '--json'])).out).toBe(
    '{"path":"/b/plimsoll-1","at":"1970-01-01T00:00:00.000Z","bytes":9,"files":2,"entries":3,"removed":[]}\n',
  )
})

it('repeats at equal intervals, also after a backup that failed', async () => {
  const { orders, waits, out, err } = await run(['--out', '/b', '--every', '1h', '--keep', '48', '--with-keys'])
  expect(orders[0]).toEqual({ dataDir: '/data', out: '/b', withKeys: true, keep: 48 })
  expect([orders.length, waits]).toEqual([3, [3_599_000, 3_600_000]])
  expect([out, err]).toEqual(['/b/plimsoll-1\n', expect.stringContaining('plimsoll: No space.\n')])
})

it.each([
  [[]],
  [['--out', '/b', '--every', '1s']],
  [['--out', '/b', '--every', 'x']],
  [['--out', '/b', '--keep', '0']],
])('rejects %j', async (args) => {
  expect(await run(args)).toMatchObject({ exit: 2, orders: [] })
})

it.each([['check'], ['restore']])(
  '%s refuses a folder that contains backups, and names the newest',
  async (command) => {
    const folder = aTempDirectory()
    for (const name of ['plimsoll-20261122T010000000Z', 'plimsoll-20261123T010000000Z']) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'manifest.json'), '{}')
    }
    const { exit, err } = await run([command, folder], { program: command === 'check' ? ['backup'] : [] })
    expect([exit, err]).toEqual([
      2,
      `plimsoll: ${folder} contains backups. Specify one of them, the newest for example: ${folder}/plimsoll-20261123T010000000Z\n`,
    ])
  },
)

it('accepts a copy without a signed checkpoint, as a restore does, and states what is not verified', async () => {
  const copy = aTempDirectory()
  const { exit, out, err } = await run(['check', copy])
  expect([exit, err]).toEqual([0, ''])
  expect(out).toContain('Result       can be restored\n')
  expect(out).toContain('Note         The copy has no signed checkpoint yet')
  expect(JSON.parse((await run(['check', copy, '--json'])).out)).toMatchObject({
    ok: true,
    checkpoint: null,
  })
})
