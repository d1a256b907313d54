import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { createSecret } from '../adapters/keys/exchange-keys.ts'
import { openKeyring } from '../adapters/keys/keyring.ts'
import { readPassphrase } from '../adapters/keys/read-passphrase.ts'
import { createIds } from '../core/id.ts'
import { createRandom } from '../core/random.ts'
import type { AuditEntry } from '../engine/model/facts.ts'
import { auditedVerbs } from '../host/audited-verbs.ts'
import { keyVerbs } from '../host/key-verbs.ts'
import { answerVerb } from '../host/verb.ts'
import { aTerminal, engineParts } from './cli-fixture.ts'
import { runCli } from './program.ts'

const CHEAP = { N: 16, r: 1, p: 1 }
const API_KEY = 'canaryKEYcanaryKEYcanaryKEY0'
const SECRET = 'canary-secret-4711'
const PASSWORD = 'canary password 4712'
const PASSPHRASE = 'canary passphrase 4713'
const CANARIES = [API_KEY, SECRET, PASSWORD, PASSPHRASE]

type Sitting = NonNullable<Parameters<typeof aTerminal>[0]>

/** The program on a data directory of its own, with an audit that records. */
const open = () => {
  const dataDir = aTempDirectory()
  const keyring = openKeyring(dataDir, CHEAP)
  const entries: AuditEntry[] = []
  const ids = createIds({ now: () => 0, random: createRandom(1) })
  const verbs = auditedVerbs(keyVerbs(keyring), {
    audit: {
      append(added) {
        entries.push(...added)
        return 'RECORDED'
      },
    },
    auditId: () => ids('aud'),
    now: () => 0,
    epoch: () => null,
    describeRights: () => null,
  })
  const passphraseFile = join(dataDir, 'passphrase')
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 })
  let everything = ''
  const run = async (sitting: Sitting, ...args: string[]) => {
    const { terminal, output, questions } = aTerminal(sitting)
    const parts = {
      version: '0',
      terminal,
      start: async () => {},
      dataDir: () => dataDir,
      audit: () => {
        throw new Error('not for these')
      },
      ...engineParts(),
      host: () => ({ call: (verb: string, given: unknown) => answerVerb(verbs, verb, given) }),
      keys: () => ({
        ...keyring,
        seal: (order: Parameters<typeof keyring.seal>[0], passphrase: ReturnType<typeof createSecret>) =>
          keyring.seal({ ...order, entropy: randomBytes }, passphrase),
      }),
      passphrase: (source: { file: string | undefined; prompt: (() => Promise<string>) | undefined }) =>
        readPassphrase({ ...source, env: {} }),
    }
    const exit = await runCli(parts, ['keys', ...args])
    everything += JSON.stringify([output, questions])
    return { exit, ...output, questions }
  }
  const opened = async (exchange: string) => {
    const keys = await keyring.open(exchange, createSecret(PASSPHRASE))
    return keys.ok ? [keys.value.apiKey, keys.value.secret, keys.value.password] : keys.error.code
  }
  return { run, opened, entries, dataDir, passphraseFile, everything: () => everything + JSON.stringify(entries) }
}

const PERSON = { isInteractive: true }

describe('plimsoll keys', () => {
  it('prompts for the keys of an exchange without echo, and for a passphrase twice', async () => {
    const { run, opened, dataDir } = open()
    const typed = [` ${API_KEY} `, SECRET, PASSPHRASE, PASSPHRASE]
    expect(await run({ ...PERSON, typed }, 'add', '--exchange', 'bybit')).toEqual({
      exit: 0,
      out: '',
      err: `The keys of bybit (cana…KEY0) are stored, encrypted, in ${dataDir}/keys.json.
A running server uses them after its next start. To check them: plimsoll doctor.
`,
      questions: ['API key: ', 'Secret: ', 'New passphrase: ', 'Repeat the passphrase: '],
    })
    expect(await opened('bybit')).toEqual([API_KEY, SECRET, null])
  })

  it('prompts for the password too when an exchange has one', async () => {
    const { run, opened, passphraseFile } = open()
    const result = await run(
      { ...PERSON, typed: [API_KEY, SECRET, PASSWORD] },
      ...['add', '--exchange', 'okx', '--passphrase-file', passphraseFile],
    )
    expect([result.exit, result.questions]).toEqual([0, ['API key: ', 'Secret: ', 'Password of the key: ']])
    expect(await opened('okx')).toEqual([API_KEY, SECRET, PASSWORD])
  })

  it.each([
    { title: 'lines', input: `${API_KEY}\n${SECRET}\n${PASSWORD}\n` },
    { title: 'lines of Windows', input: `${API_KEY}\r\n${SECRET}\r\n${PASSWORD}` },
    { title: 'JSON', input: `\n${JSON.stringify({ apiKey: API_KEY, secret: SECRET, password: PASSWORD }, null, 2)}\n` },
  ])('reads them from standard input as $title', async ({ input }) => {
    const { run, opened, passphraseFile } = open()
    const flags = ['--exchange', 'bitget', '--passphrase-file', passphraseFile, '--label', 'desk 2', '--json']
    const { exit, out, err } = await run({ input }, 'add', ...flags)
    expect([exit, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toMatchObject({ exchange: 'bitget', label: 'desk 2', apiKey: 'cana…KEY0' })
    expect(await opened('bitget')).toEqual([API_KEY, SECRET, PASSWORD])
  })

  it('reads the secret of a key pair, which is a block of lines, from JSON', async () => {
    const { run, opened, passphraseFile } = open()
    const secret = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----'
    const input = JSON.stringify({ apiKey: API_KEY, secret })
    expect((await run({ input }, 'add', '--exchange', 'binanceusdm', '--passphrase-file', passphraseFile)).exit).toBe(0)
    expect(await opened('binanceusdm')).toEqual([API_KEY, secret, null])
  })

  it('lists whose keys are stored, and deletes them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 15, 23, 59) })
    onTestFinished(() => void vi.useRealTimers())
    const { run, passphraseFile } = open()
    expect(await run({}, 'list')).toMatchObject({ exit: 0, out: '', err: 'There are no keys yet.\n' })
    const input = `${API_KEY}\n${SECRET}\n`
    for (const exchange of ['binanceusdm', 'bybit'])
      await run({ input }, 'add', '--exchange', exchange, '--passphrase-file', passphraseFile)
    expect((await run({}, 'list')).out).toBe(
      [
        'EXCHANGE     LABEL  KEY        SINCE',
        'binanceusdm  main   cana…KEY0  2026-01-15',
        'bybit        main   cana…KEY0  2026-01-15',
        '',
      ].join('\n'),
    )
    const removed = await run({}, 'remove', '--exchange', 'bybit')
    expect([removed.exit, removed.err]).toEqual([
      0,
      expect.stringContaining('The keys of bybit (cana…KEY0) were removed'),
    ])
    expect(JSON.parse((await run({}, 'list', '--json')).out).items).toMatchObject([{ exchange: 'binanceusdm' }])
    expect(await run({}, 'remove', '--exchange', 'bybit')).toMatchObject({
      exit: 1,
      err: 'plimsoll: There are no keys of bybit. Add them: plimsoll keys add --exchange bybit.\n',
    })
  })

  it('replaces keys only with --replace, and reports it before anything is typed', async () => {
    const { run, opened, passphraseFile } = open()
    const flags = ['add', '--exchange', 'bybit', '--passphrase-file', passphraseFile]
    await run({ input: `${API_KEY}\n${SECRET}\n` }, ...flags)
    const again = await run({ ...PERSON, typed: ['other-key', 'other-secret'] }, ...flags)
    expect(again).toMatchObject({
      exit: 1,
      questions: [],
      err: expect.stringContaining('Keys of bybit are already stored.'),
    })
    expect((await run({ ...PERSON, typed: ['other-key', 'other-secret'] }, ...flags, '--replace')).exit).toBe(0)
    expect(await opened('bybit')).toEqual(['other-key', 'other-secret', null])
  })

  it.each([
    { title: 'no key at all', exchange: 'bybit', input: '', err: /A key and its secret are required/ },
    { title: 'no secret', exchange: 'bybit', input: `${API_KEY}\n`, err: /A key and its secret are required/ },
    { title: 'a blank inside', exchange: 'bybit', input: `canary KEY\n${SECRET}`, err: /The API key contains spaces/ },
    {
      title: 'a secret with a blank',
      exchange: 'bybit',
      input: `${API_KEY}\nwith blank`,
      err: /The secret contains spaces/,
    },
    { title: 'the key twice', exchange: 'bybit', input: `${API_KEY}\n${API_KEY}`, err: /are the same/ },
    { title: 'no password', exchange: 'okx', input: `${API_KEY}\n${SECRET}`, err: /have a password, chosen/ },
    { title: 'a password', exchange: 'bybit', input: `${API_KEY}\n${SECRET}\n${PASSWORD}`, err: /have no password/ },
    { title: 'more lines', exchange: 'okx', input: `${API_KEY}\n${SECRET}\n${PASSWORD}\nx`, err: /more than three/ },
    { title: 'broken JSON', exchange: 'bybit', input: `{"apiKey": "${API_KEY}"`, err: /is not in the expected format/ },
    { title: 'other JSON', exchange: 'bybit', input: `{"key": "${API_KEY}"}`, err: /is not in the expected format/ },
    {
      title: 'a number',
      exchange: 'bybit',
      input: `{"apiKey": 1, "secret": "${SECRET}"}`,
      err: /expected format/,
    },
  ])('rejects $title in one line that does not reveal the input', async ({ exchange, input, err }) => {
    const { run, passphraseFile, opened } = open()
    const result = await run({ input }, 'add', '--exchange', exchange, '--passphrase-file', passphraseFile)
    expect(result).toMatchObject({ exit: 2, out: '', err: expect.stringMatching(err) })
    expect(result.err.trimEnd().split('\n')).toHaveLength(1)
    expect(result.err).not.toContain('canary')
    expect(await opened(exchange)).toBe('KEY_MISSING')
  })

  it.each([
    { title: 'typed differently', typed: [API_KEY, SECRET, PASSPHRASE, 'another passphrase'], err: /do not match/ },
    {
      title: 'too short',
      typed: [API_KEY, SECRET, 'short', 'short'],
      err: /has 5 characters; at least 12 are required/,
    },
  ])('stores nothing when the passphrase is $title', async ({ typed, err }) => {
    const { run, opened } = open()
    const result = await run({ ...PERSON, typed }, 'add', '--exchange', 'bybit')
    expect(result).toMatchObject({ exit: 2, err: expect.stringMatching(err) })
    expect(await opened('bybit')).toBe('KEY_MISSING')
  })

  it('needs a configured passphrase when there is no interactive terminal', async () => {
    const result = await open().run({ input: `${API_KEY}\n${SECRET}` }, 'add', '--exchange', 'bybit')
    expect(result).toMatchObject({ exit: 1, err: expect.stringContaining('--passphrase-file') })
  })

  it('lists the exchanges', async () => {
    const { run } = open()
    expect(await run({}, 'add', '--exchange', 'mtgox')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('binanceusdm, bybit, okx, bitget'),
    })
    expect(await run({}, 'add')).toMatchObject({ exit: 2 })
    expect(await run({}, 'add', '--exchange', 'bybit', '--secret', SECRET)).toMatchObject({ exit: 2 })
  })

  it('is recorded, and reveals nothing secret there or anywhere else', async () => {
    const { run, entries, everything, dataDir, passphraseFile } = open()
    const flags = ['--exchange', 'okx', '--passphrase-file', passphraseFile]
    const input = `${API_KEY}\n${SECRET}\n${PASSWORD}\n`
    for (const args of [
      ['add', ...flags],
      ['add', ...flags],
      ['add', ...flags, '--replace', '--json'],
      ['list'],
      ['list', '--json'],
    ])
      await run({ input }, ...args)
    await run({ input: input.replace('\n', '') }, 'add', ...flags, '--replace')
    await run({}, 'remove', '--exchange', 'okx')
    expect(entries.map(({ action, target, outcome }) => `${action} ${target} ${outcome}`)).toEqual([
      'KEYS_PUT okx INTENT',
      'KEYS_PUT okx DONE',
      'KEYS_PUT okx INTENT',
      'KEYS_PUT okx DONE',
      'KEYS_REMOVE okx INTENT',
      'KEYS_REMOVE okx DONE',
    ])
    const text = everything() + readFileSync(join(dataDir, 'keys.json'), 'utf8')
    for (const canary of CANARIES) expect(text).not.toContain(canary)
  })
})
