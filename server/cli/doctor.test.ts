import { randomBytes } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { createSecret } from '../adapters/keys/exchange-keys.ts'
import { openKeyring } from '../adapters/keys/keyring.ts'
import { readPassphrase } from '../adapters/keys/read-passphrase.ts'
import { auditFiles } from '../adapters/store/audit/audit-files.ts'
import { planMigration } from '../app/migrate-data.ts'
import type { Flags } from '../config/settings.ts'
import { err, ok, type Result } from '../core/result.ts'
import { exchangeFacts } from '../doctor/exchange-fixture.ts'
import type { BusFact } from '../doctor/host-checks.ts'
import { DEFAULT_CONSTITUTION } from '../domain/risk/default-constitution.ts'
import type { LocalServer } from '../host/local-server.ts'
import { aLocalServer, aTerminal, engineParts } from './cli-fixture.ts'
import type { CliParts, DoctorParts } from './parts.ts'
import { runCli } from './program.ts'

const PASSPHRASE = 'a passphrase for testing'
const KEYS = { apiKey: 'canaryKEYcanaryKEYcanaryKEY0', secret: 'canary-secret', password: null }

interface Setting extends Partial<Pick<DoctorParts, 'settings' | 'constitution' | 'inspect' | 'tryBus'>> {
  readonly localServer?: Partial<LocalServer>
  readonly typed?: readonly string[]
}

/** The program on a data directory that is as it should be, but for what is given. */
const open = ({ localServer = {}, typed, ...over }: Setting = {}) => {
  const directory = aTempDirectory()
  chmodSync(directory, 0o700)
  const keyring = openKeyring(directory, { N: 16, r: 1, p: 1 })
  const inspected: unknown[] = []
  const addKeys = (exchange: string) =>
    keyring.add({ exchange, label: 'main', keys: KEYS, atMs: 0, entropy: randomBytes }, createSecret(PASSPHRASE))
  const run = async (...args: string[]) => {
    const { terminal, output } = aTerminal(typed ? { isInteractive: true, typed } : {})
    const parts: CliParts = {
      version: '0',
      terminal,
      start: async () => {},
      dataDir: () => directory,
      host: () => {
        throw new Error('not for these')
      },
      ...engineParts(aLocalServer({ directory, ...localServer })),
      audit: () => auditFiles(join(directory, 'audit')),
      keys: () => ({ ...keyring, seal: async () => undefined }),
      passphrase: (source) => readPassphrase({ ...source, env: {} }),
      settings: async ({ exchange, symbols = 'BTCUSDT', passphraseFile }: Flags) =>
        ok({
          host: '127.0.0.1',
          port: 0,
          constitutionPath: null,
          exchange:
            exchange === 'okx' || exchange === 'bybit'
              ? {
                  id: exchange,
                  symbols: symbols.split(','),
                  url: undefined,
                  practice: false,
                  passphrasePath: passphraseFile,
                }
              : null,
        }),
      constitution: () => ok(DEFAULT_CONSTITUTION),
      planMigration: async (dataDir) => planMigration(dataDir),
      inspect: async (exchange, keys) => {
        inspected.push(exchange.id, keys && [keys.apiKey, keys.secret, keys.password])
        const facts = exchangeFacts()
        return keys ? facts : { ...facts, account: null }
      },
      ...over,
    }
    return { exit: await runCli(parts, ['doctor', ...args]), ...output }
  }
  return { run, inspected, directory, addKeys }
}

describe('plimsoll doctor', () => {
  it('reports a host that is ready in one line per check', async () => {
    const { run, directory, inspected } = open()
    const { exit, out, err: talk } = await run()
    expect([exit, talk, inspected]).toEqual([0, '', []])
    const lines = out.split('\n').map((line) => line.replace(/\d{4}-\S+Z|\d+\.\d GB|\d+\.\d+\.\d+$/g, '…'))
    expect(lines).toEqual([
      '      CHECK           RESULT',
      'ok    node            …',
      `ok    data directory  ${directory}, mode 0700`,
      'ok    disk space      … free',
      'info  server          not running',
      'ok    settings        can be read',
      'ok    constitution    built-in defaults',
      'ok    port            127.0.0.1:0 is free',
      'info  audit           no log yet',
      'ok    clock           …',
      'info  keys file       no keys stored',
      '',
    ])
  })

  it.each([
    [
      ok({ kind: 'NATS', servers: ['a:4222', 'b:4222'], fault: null }),
      0,
      /^ok {4}bus +messages are delivered by a:4222, b:4222$/m,
    ],
    [
      ok({ kind: 'NATS', servers: ['a:4222'], fault: 'refused' }),
      0,
      /^warn {2}bus +a:4222 cannot be used: refused\. Check the NATS/m,
    ],
    [
      ok({ kind: 'POSTGRES', servers: ['PostgreSQL'], fault: 'notifications do not arrive' }),
      1,
      /^fail {2}bus +PostgreSQL cannot be used: notifications do not arrive\. Check the server .* without a connection pooler/m,
    ],
    [err('The bus must be a list.'), 1, /^fail {2}bus +The bus must be a list\. docs\/guide\/scale\.md/m],
  ] satisfies [Result<BusFact, string>, number, RegExp][])(
    'tests the bus of a shared account',
    async (bus, exitCode, line) => {
      const { exit, out } = await open({ tryBus: async () => bus }).run()
      expect([exit, out]).toEqual([exitCode, expect.stringMatching(line)])
    },
  )

  it('prints the remedy beside each fault, and exits 1', async () => {
    const { run, directory } = open({ settings: async () => err(['PLIMSOLL_PROT is not a setting.']) })
    chmodSync(directory, 0o755)
    const { exit, out, err: talk } = await run()
    expect([exit, talk]).toEqual([1, 'plimsoll: 1 of 9 checks failed.\n'])
    expect(out).toContain(
      `: accessible to other users of this machine. Restrict it to your user: chmod 700 '${directory}'.\n`,
    )
    expect(out).toMatch(/^fail {2}settings +PLIMSOLL_PROT is not a setting/m)
  })

  it('answers in JSON alone', async () => {
    const { exit, out, err: talk } = await open({ constitution: () => err('It is no JSON.') }).run('--json')
    expect(exit).toBe(1)
    const { ok: isFit, findings } = JSON.parse(out)
    expect(isFit).toBe(false)
    expect(findings).toContainEqual({
      check: 'constitution',
      level: 'fail',
      seen: 'It is no JSON.',
      remedy: expect.any(String),
    })
    expect(JSON.parse(talk)).toMatchObject({ error: { code: 'DOCTOR_FOUND' } })
  })

  it('detects a running server, and a hanging one', async () => {
    const running = open({ localServer: { request: async () => ({ ok: true, value: { state: 'RUNNING' } }) } })
    expect((await running.run()).out).toMatch(/^ok {4}server +running, RUNNING$/m)
    expect((await running.run()).out).not.toContain('port')
    const hung = await open({ localServer: { holder: () => ({ pid: 42 }) } }).run()
    expect([hung.exit, hung.out]).toEqual([1, expect.stringContaining('process 42 holds the data directory')])
  })

  it('detects a modified audit log, and a keys file that is accessible to others', async () => {
    const { run, directory, addKeys } = open()
    await addKeys('okx')
    expect((await run()).out).toMatch(/^ok {4}keys file +encrypted, accessible only to you: okx$/m)
    chmodSync(join(directory, 'keys.json'), 0o644)
    const result = await run()
    expect([result.exit, result.out]).toEqual([1, expect.stringMatching(/^fail {2}keys file .*mode 0644.*chmod 600/m)])
  })

  it('checks an exchange too, without keys when there are none', async () => {
    const { run, inspected } = open()
    const { exit, out } = await run('--exchange', 'okx', '--symbols', 'BTCUSDT')
    expect([exit, inspected]).toEqual([0, ['okx', undefined]])
    expect(out).toMatch(/^ok {4}BTCUSDT +tick 0.1, lot 0.001/m)
    expect(out).toMatch(/^info {2}keys +none given/m)
  })

  it('opens the keys with the passphrase from a file or a prompt, and prints neither', async () => {
    const { run, inspected, addKeys, directory } = open({ typed: [PASSPHRASE] })
    await addKeys('okx')
    const file = join(directory, 'passphrase')
    writeFileSync(file, PASSPHRASE, { mode: 0o600 })
    const results = [
      await run('--exchange', 'okx'),
      await run('--exchange', 'okx', '--passphrase-file', file, '--json'),
    ]
    const given = ['okx', [KEYS.apiKey, KEYS.secret, null]]
    expect(inspected).toEqual([...given, ...given])
    expect(results.map(({ exit }) => exit)).toEqual([0, 0])
    for (const secret of [PASSPHRASE, 'canary']) expect(JSON.stringify(results)).not.toContain(secret)
  })

  it.each([
    ['their permissions', {}, { rejection: null, permissions: { trade: true, withdraw: false } }],
    [
      'that the exchange rejects them',
      { wallet: async () => err({ kind: 'KEY_REJECTED', detail: '50111 Invalid OK-ACCESS-KEY' } as const) },
      { permissions: null, rejection: '50111 Invalid OK-ACCESS-KEY' },
    ],
  ])('records %s on a running server', async (_what, account, key) => {
    const recorded: unknown[] = []
    const request: LocalServer['request'] = async (verb, args) => {
      if (verb === 'check.recordKey') recorded.push(args)
      return { ok: true, value: { state: 'RUNNING' } }
    }
    const facts = exchangeFacts()
    const inspect = async () => ({ ...facts, account: facts.account && { ...facts.account, ...account } })
    const { run, addKeys } = open({ typed: [PASSPHRASE], localServer: { request }, inspect })
    await addKeys('okx')
    const { err: talk } = await run('--exchange', 'okx')
    expect(recorded).toMatchObject([{ fingerprint: expect.any(String), key: { exchange: 'okx', url: null, ...key } }])
    expect(talk).toContain('Recorded for the readiness gates')
  })

  it('continues without keys that cannot be opened, and reports it', async () => {
    const { run, inspected, addKeys } = open({ typed: ['another passphrase'] })
    await addKeys('okx')
    const { exit, out } = await run('--exchange', 'okx')
    expect([exit, inspected]).toEqual([1, ['okx', undefined]])
    expect(out).toMatch(/^fail {2}sealed keys +The passphrase does not decrypt the keys of okx\. /m)
    const nobody = open()
    await nobody.addKeys('okx')
    const alone = await nobody.run('--exchange', 'okx')
    expect([alone.exit, alone.out]).toEqual([0, expect.stringMatching(/^warn {2}sealed keys .*no terminal to prompt/m)])
  })
})
