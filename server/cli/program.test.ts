import { describe, expect, it } from 'vitest'
import { auditFiles } from '../adapters/store/audit/audit-files.ts'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { userVerbs } from '../host/user-verbs.ts'
import { answerVerb, type HostAnswer } from '../host/verb.ts'
import { harbourOn, PASSWORD } from '../identity/identity-fixture.ts'
import { aTerminal, engineParts } from './cli-fixture.ts'
import type { CliParts, StartFlags } from './parts.ts'
import { runCli } from './program.ts'

interface Setting {
  readonly isInteractive?: boolean
  readonly input?: string
  readonly answer?: HostAnswer
  readonly startFails?: Error
}

/** The program on a real identity, with a terminal that remembers. */
const open = ({ isInteractive = false, input = '', answer, startFails }: Setting = {}) => {
  const { identity } = harbourOn(temporaryStore())
  const verbs = userVerbs(identity)
  const started: StartFlags[] = []
  const directories: string[] = []
  const run = async (...args: string[]) => {
    const { terminal, output } = aTerminal({ isInteractive, input })
    const parts: CliParts = {
      version: '1.2.3',
      terminal,
      start: async (flags) => {
        if (startFails) throw startFails
        started.push(flags)
      },
      dataDir: (flag = '/default') => flag,
      audit: auditFiles,
      ...engineParts(),
      host: (dataDir) => {
        directories.push(dataDir)
        return { call: async (verb, given) => answer ?? answerVerb(verbs, verb, given) }
      },
    }
    return { exit: await runCli(parts, args), ...output }
  }
  return { run, identity, started, directories }
}

const GENERATED = /^([a-km-np-z2-9]{4}-){4}[a-km-np-z2-9]{4}\n$/

describe('plimsoll start', () => {
  it('passes on the given flags as they were typed', async () => {
    const { run, started } = open()
    expect(await run('start')).toEqual({ exit: 0, out: '', err: '' })
    await run('start', '--port', '0', '--host', '::1', '--seed', '7', '--log-level', 'debug', '--data-dir', '/d')
    await run('start', '--json', '--replay', 'f', '--speed', 'max', '--loop', '--instruments', 'i')
    expect(started).toEqual([
      {},
      { port: '0', host: '::1', seed: '7', logLevel: 'debug', dataDir: '/d' },
      { json: true, replay: 'f', speed: 'max', loop: true, instruments: 'i' },
    ])
  })

  it('reports in one line why it did not start', async () => {
    const { run } = open({ startFails: new Error('Port 8080 is taken.') })
    expect(await run('start')).toEqual({ exit: 1, out: '', err: 'plimsoll: Port 8080 is taken.\n' })
  })
})

describe('plimsoll user', () => {
  it('adds a user and prints only the generated password', async () => {
    const { run, identity } = open()
    const { exit, out, err } = await run('user', 'add', 'alice', '--role', 'trader, VIEWER', '--tier', 'pro')
    expect(exit).toBe(0)
    expect(out).toMatch(GENERATED)
    expect(err).toBe(
      'Created user alice: VIEWER, TRADER, PRO.\nPassword, shown only once. Until it is changed, it places no orders after a day and expires after 7 days:\n',
    )
    const signed = await identity.login({ username: 'alice', password: out.trim(), address: '::1' })
    expect(signed.ok).toBe(true)
  })

  it('adds a user with a password given as a flag or piped in, and prints none', async () => {
    const { run, identity } = open({ input: PASSWORD })
    expect(await run('user', 'add', 'alice', '--role', 'ADMIN', '--password', PASSWORD)).toEqual({
      exit: 0,
      out: '',
      err: 'Created user alice: ADMIN, STANDARD.\n',
    })
    await run('user', 'add', 'bob', '--role', 'ADMIN', '--password-stdin')
    for (const username of ['alice', 'bob']) {
      expect((await identity.login({ username, password: PASSWORD, address: '::1' })).ok).toBe(true)
    }
  })

  it('accepts a weak password with a warning', async () => {
    const { run } = open()
    const { exit, err } = await run('user', 'add', 'alice', '--role', 'ADMIN', '--password', 'mild-anvil')
    expect(exit).toBe(0)
    expect(err).toContain('The password is weak')
  })

  it('rejects a common password', async () => {
    const { run } = open()
    const { exit, err } = await run('user', 'add', 'alice', '--role', 'ADMIN', '--password', 'Password1')
    expect(exit).toBe(1)
    expect(err).toContain('on a list of breached passwords')
  })

  it('disables two-factor authentication of a user', async () => {
    const { run } = open()
    await run('user', 'add', 'alice', '--role', 'ADMIN', '--password', PASSWORD)
    const { exit, err } = await run('user', 'reset-second-factor', 'alice')
    expect([exit, err]).toEqual([
      0,
      'alice no longer uses two-factor authentication; all sessions have ended, tokens stay valid.\n',
    ])
  })

  it('lists users in a table, with what needs attention', async () => {
    const { run, identity } = open()
    await run('user', 'add', 'alice', '--role', 'TRADER,ADMIN', '--tier', 'PRO', '--password', PASSWORD)
    await run('user', 'add', 'bo', '--role', 'VIEWER', '--password', 'mild-anvil')
    await run('user', 'add', 'c.d', '--role', 'VIEWER')
    await run('user', 'disable', 'bo')
    await identity.login({ username: 'alice', password: PASSWORD, address: '::1' })
    expect((await run('user', 'list')).out).toBe(
      [
        'NAME   ROLES         TIER      STATE     PASSWORD   TWO-FACTOR  SESSIONS  SINCE',
        'alice  TRADER,ADMIN  PRO       active    chosen     no          1         2026-01-02',
        'bo     VIEWER        STANDARD  disabled  weak       no          0         2026-01-02',
        'c.d    VIEWER        STANDARD  active    generated  no          0         2026-01-02',
        '',
      ].join('\n'),
    )
  })

  it('reports when there are no users', async () => {
    expect(await open().run('user', 'list')).toEqual({ exit: 0, out: '', err: 'There are no users yet.\n' })
  })

  it('changes, disables and enables a user', async () => {
    const { run } = open()
    await run('user', 'add', 'alice', '--role', 'TRADER', '--password', PASSWORD)
    expect(await run('user', 'set', 'alice', '--role', 'VIEWER', '--tier', 'PRO')).toEqual({
      exit: 0,
      out: '',
      err: 'alice is now VIEWER, PRO.\n',
    })
    expect((await run('user', 'disable', 'alice')).err).toContain('alice is disabled')
    expect((await run('user', 'enable', 'alice')).err).toContain('alice may log in again')
  })

  it('generates a password at a terminal, and requires one otherwise', async () => {
    const { run } = open({ isInteractive: true })
    await run('user', 'add', 'alice', '--role', 'TRADER', '--password', PASSWORD)
    expect((await run('user', 'passwd', 'alice')).out).toMatch(GENERATED)
    expect(await open().run('user', 'passwd', 'alice')).toEqual({
      exit: 2,
      out: '',
      err: 'plimsoll: Specify --password or --password-stdin: without a terminal no password is generated.\n',
    })
  })

  it('sets the password piped in', async () => {
    const { run, identity } = open({ input: 'another, just as long' })
    await run('user', 'add', 'alice', '--role', 'TRADER', '--password', PASSWORD)
    expect((await run('user', 'passwd', 'alice', '--password-stdin')).exit).toBe(0)
    const signed = await identity.login({ username: 'alice', password: 'another, just as long', address: '::1' })
    expect(signed.ok).toBe(true)
  })
})

describe('grants on individual accounts', () => {
  it('are given, replaced and revoked, listed, and limit a token', async () => {
    const { run, identity } = open()
    const added = await run(
      'user',
      'add',
      'carol',
      '--grant',
      'hedge=TRADER',
      '--grant',
      'main=VIEWER',
      '--password',
      PASSWORD,
    )
    expect(added.err).toContain('Created user carol: hedge=TRADER, main=VIEWER, STANDARD.')
    const changed = await run('user', 'set', 'carol', '--grant', 'hedge=OPERATOR', '--revoke', 'main', '--role', 'none')
    expect(changed).toMatchObject({ exit: 0, err: 'carol is now hedge=OPERATOR, STANDARD.\n' })
    expect((await run('user', 'list')).out).toContain('hedge=OPERATOR')
    expect((await run('user', 'set', 'carol', '--revoke', 'hedge')).err).toContain('needs at least one role')
    const { out } = await run('token', '--user', 'carol', '--accounts', 'hedge')
    expect(await identity.authenticate(out.trimEnd())).toMatchObject({ ok: true, value: { accounts: ['hedge'] } })
  })
})

describe('plimsoll token', () => {
  it('prints only the token', async () => {
    const { run, identity } = open()
    await run('user', 'add', 'bot', '--role', 'VIEWER', '--password', PASSWORD)
    const { exit, out, err } = await run('token', '--user', 'bot', '--ttl', '12h')
    expect(exit).toBe(0)
    expect(err).toBe('Token for bot, valid until 2026-01-02T15:04:06.000Z:\n')
    expect(await identity.authenticate(out.trimEnd())).toMatchObject({ ok: true, value: { username: 'bot' } })
    expect(out.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('every command', () => {
  it.each([
    { args: ['user', 'add', 'alice', '--role', 'VIEWER'], keys: ['generatedPassword', 'user'] },
    { args: ['user', 'set', 'bob', '--role', 'VIEWER'], keys: expect.arrayContaining(['roles', 'username']) },
    { args: ['user', 'disable', 'bob'], keys: expect.arrayContaining(['disabledAt']) },
    { args: ['user', 'enable', 'bob'], keys: expect.arrayContaining(['disabledAt']) },
    { args: ['user', 'passwd', 'bob', '--password', PASSWORD], keys: ['generatedPassword', 'user'] },
    { args: ['user', 'list'], keys: ['items'] },
    { args: ['token', '--user', 'bob'], keys: ['accessToken', 'expiresAt', 'sessionId'] },
  ])('prints only JSON when --json is given, before or after the command: $args', async ({ args, keys }) => {
    const { run, directories } = open()
    await run('user', 'add', 'bob', '--role', 'VIEWER', '--password', PASSWORD)
    const after = await run(...args, '--json', '--data-dir', '/d')
    expect(after).toMatchObject({ exit: 0, err: '' })
    expect(Object.keys(JSON.parse(after.out)).sort()).toEqual(keys)
    expect(after.out.trimEnd().split('\n')).toHaveLength(1)
    if (args[1] !== 'add') expect((await run('--json', ...args)).exit).toBe(0)
    expect(directories.slice(0, 2)).toEqual(['/default', '/d'])
  })

  const commands = [
    [],
    ['start'],
    ['status'],
    ['stop'],
    ['stop', 'clear'],
    ['pause'],
    ['resume'],
    ['live', 'arm'],
    ['venue'],
    ['record'],
    ['doctor'],
    ['keys', 'add'],
    ['keys', 'list'],
    ['keys', 'remove'],
    ['user'],
    ['user', 'add'],
    ['user', 'set'],
    ['user', 'disable'],
    ['user', 'enable'],
  ]
  it.each([...commands, ['user', 'passwd'], ['user', 'list'], ['token']])(
    'prints help with an example and the global options: %s %s',
    async (...args) => {
      const { exit, out, err } = await open().run(...args.filter((arg) => arg), '--help')
      expect({ exit, err }).toEqual({ exit: 0, err: '' })
      expect(out).toMatch(/^Usage: plimsoll/)
      if (args[0] !== 'user' || args[1]) expect(out).toMatch(/Examples?:\n {2}\$ /)
      expect(out).toContain('--data-dir <directory>')
      expect(out).toContain('--json')
    },
  )

  it('prints its version', async () => {
    expect(await open().run('--version')).toEqual({ exit: 0, out: '1.2.3\n', err: '' })
  })

  it.each([
    { args: [], err: /^Usage: plimsoll/ },
    { args: ['user'], err: /^Usage: plimsoll user/ },
    { args: ['strat'], err: /Unknown command 'strat'\. \(Did you mean start\?\) See/ },
    { args: ['start', '--prot', '1'], err: /Unknown option '--prot'.*--port/ },
    { args: ['start', '--port'], err: /argument missing/ },
    { args: ['start', 'now'], err: /Too many arguments/ },
    { args: ['user', 'disable'], err: /Missing required argument 'name'\. See --help\.\n$/ },
    { args: ['user', 'add', 'alice'], err: /Specify --role, or --grant/ },
    { args: ['user', 'add', 'alice', '--role', 'BOSS'], err: /'BOSS' is invalid.*VIEWER, OPERATOR, TRADER, ADMIN/ },
    { args: ['user', 'add', 'alice', '--role', ''], err: /is invalid/ },
    { args: ['user', 'add', 'alice', '--role', 'VIEWER', '--tier', 'GOLD'], err: /'GOLD' is invalid.*STANDARD, PRO/ },
    { args: ['user', 'add', 'a', '--role', 'VIEWER'], err: /'a' is not a valid user name.*2 to 32/ },
    {
      args: ['user', 'add', 'alice', '--role', 'VIEWER', '--password', 'short'],
      err: /has 5 characters; at least 8 are required/,
    },
    {
      args: ['user', 'add', 'al', '--role', 'ADMIN', '--password', 'x', '--password-stdin'],
      err: /cannot be used with/,
    },
    { args: ['user', 'add', 'al', '--role', 'ADMIN', '--password-stdin'], err: /found no password/ },
    { args: ['user', 'set', 'alice'], err: /nothing to change/ },
    { args: ['token'], err: /Required option '--user <name>' not specified/ },
    { args: ['token', '--user', 'bot', '--ttl', '30'], err: /'30' is invalid.*30d/ },
    { args: ['token', '--user', 'bot', '--ttl', '91d'], err: /between 1 minute and 90 days/ },
  ])('answers a mistake with one line, no stack and exit 2: $args', async ({ args, err }) => {
    const result = await open().run(...args)
    expect(result).toMatchObject({ exit: 2, out: '' })
    expect(result.err).toMatch(err)
    expect(result.err).not.toMatch(/\n {4}at /)
    if (!result.err.startsWith('Usage')) expect(result.err.trimEnd().split('\n')).toHaveLength(1)
  })

  it('refuses to read a password from the keyboard', async () => {
    const result = await open({ isInteractive: true }).run('user', 'passwd', 'alice', '--password-stdin')
    expect(result).toMatchObject({ exit: 2, err: expect.stringContaining('piped to standard input') })
  })

  it('exits with 1 and a remedy for a refusal, as JSON with --json', async () => {
    const { run } = open()
    expect(await run('user', 'disable', 'bob')).toEqual({
      exit: 1,
      out: '',
      err: 'plimsoll: There is no user named bob. List the users: plimsoll user list.\n',
    })
    const { exit, out, err } = await run('user', 'disable', 'bob', '--json')
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(JSON.parse(err)).toEqual({
      error: {
        code: 'USER_NOT_FOUND',
        message: 'There is no user named bob.',
        remedy: 'List the users: plimsoll user list.',
      },
    })
  })

  it('exits 3 when the server cannot be reached', async () => {
    const fault = { code: 'SERVER_UNREACHABLE', message: 'The server cannot be reached: it broke off.' }
    const { run } = open({ answer: { ok: false, error: fault } })
    expect(await run('user', 'list')).toEqual({ exit: 3, out: '', err: `plimsoll: ${fault.message}\n` })
  })
})
