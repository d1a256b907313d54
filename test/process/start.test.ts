import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { json } from '../support/platform.ts'
import { aDirectory, kill, POLL_MS, run, startServer, untilReady } from '../support/process.ts'

const directories: string[] = []
const directory = (): string => {
  const made = aDirectory()
  directories.push(made)
  return made
}
afterEach(() => {
  for (const made of directories.splice(0)) rmSync(made, { recursive: true, force: true })
})

const TRADE = (id: number, at: number): string =>
  `${at}000000 {"e":"trade","E":${at},"T":${at},"s":"ABCUSDT","t":${id},"p":"1.2${id % 10}","q":"3","X":"MARKET","m":false}\n`
const recording = (messages: number): string =>
  Array.from({ length: messages }, (_, id) => TRADE(id, 1_723_161_255_000 + id * 1_000)).join('')

/** Counts as an address of a network, although only this machine reaches it. */
const ON_NETWORK = ['--host', '::ffff:127.0.0.1', '--insecure-http']

/** Runs a start that ends by itself. */
const refuse = async (args: readonly string[], env?: Record<string, string>) => {
  const refused = run(['start', ...args], env)
  const code = await refused.ended
  return { code, out: refused.out(), lines: refused.err().trimEnd().split('\n') }
}

describe('start', () => {
  it('prints its address and the first login, once, and ends cleanly on SIGTERM', async () => {
    const dataDir = directory()
    const first = await startServer(['--data-dir', dataDir])
    expect(first.banner).toMatchObject({ market: 'simulated seed=1', symbols: ['BTCUSDT'] })
    const { username, generatedPassword, passwordFile } = first.banner.firstAdmin ?? {}
    expect([generatedPassword, passwordFile]).toEqual([null, join(dataDir, 'first-password')])
    expect(statSync(passwordFile ?? '').mode & 0o777).toBe(0o600)
    const [, password] = readFileSync(passwordFile ?? '', 'utf8')
      .trim()
      .split(':')
    expect(first.err()).not.toContain(password)
    const login = await fetch(`${first.banner.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    expect(login.status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = await startServer(['--data-dir', dataDir])
    expect(second.banner.firstAdmin).toBeNull()
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    expect(second.err()).toContain('"epoch":2')
  })

  it('restricts its data directory to its owner, one process and one market, and loads no native addon of ws', async () => {
    const dataDir = directory()
    const server = await startServer(['--data-dir', dataDir])
    const fileMode = (name: string): string => (statSync(join(dataDir, name)).mode & 0o777).toString(8)
    expect(['plimsoll.sock', 'identity.sqlite', 'simulated-paper/engine.sqlite'].map(fileMode)).toEqual([
      '600',
      '600',
      '600',
    ])
    if (process.platform === 'linux') {
      const mapped = readFileSync(`/proc/${server.child.pid}/maps`, 'utf8')
      expect(mapped).not.toContain('bufferutil')
    }
    const second = await refuse(['--port', '0', '--data-dir', dataDir])
    expect(second.lines).toEqual([expect.stringMatching(`in use by process ${server.child.pid}`)])
    expect(second.code).toBe(1)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(existsSync(join(dataDir, 'plimsoll.sock'))).toBe(false)

    const other = await refuse(['--port', '0', '--data-dir', dataDir, '--seed', '2'])
    expect(other.lines).toEqual([
      expect.stringMatching(/contains the market 'simulated seed=1', and this start specifies 'simulated seed=2'/),
    ])
    expect(readdirSync(dataDir)).not.toContain('plimsoll.sock')
  })

  it('plays a recording to its end and remains up with the last state', async () => {
    const file = join(directory(), 'abc.jsonl.gz')
    writeFileSync(file, gzipSync(recording(200)))
    const server = await startServer(['--data-dir', directory(), '--replay', file, '--speed', 'max'], {
      PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:admin',
    })
    await untilReady(server)
    const token = await json(
      await fetch(`${server.banner.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"username":"admin","password":"admin"}',
      }),
    )
    const get = async (path: string) =>
      json(
        await fetch(`${server.banner.url}/api/v381/market/${path}`, {
          headers: { authorization: `Bearer ${token.accessToken}` },
        }),
      )
    while ((await get('trades/ABCUSDT?limit=1')).items[0]?.tradeId !== '199') await setTimeout(POLL_MS)
    expect(await get('tickers')).toMatchObject({
      items: [
        {
          symbol: 'ABCUSDT',
          lastPrice: '1.29',
          tickSize: '0.01',
          lotSize: '1',
          indexPrice: null,
          fundingRate: null,
          openInterest: null,
        },
      ],
      source: { origin: 'REPLAY' },
    })
    expect((await get('klines/ABCUSDT')).items.map(({ tradeCount }: { tradeCount: number }) => tradeCount)).toEqual([
      45, 60, 60,
    ])
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})

describe('generated passwords of a server on a network', () => {
  it('that invited users have not changed do not keep it from starting again', async () => {
    const args = [...ON_NETWORK, '--data-dir', directory()]
    const env = { PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:a harbour with forty lanterns' }
    const first = await startServer(args, env)
    const invite = run(['user', 'add', 'bob', '--role', 'ADMIN', ...args.slice(-2)])
    expect(await invite.ended).toBe(0)
    expect(invite.out()).toMatch(/^(\w{4}-){4}\w{4}\n$/)
    await kill(first)
    const second = await startServer(args, env)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  it('keep it from starting if the first user has not changed its own', async () => {
    const dataDir = directory()
    const local = await startServer(['--data-dir', dataDir])
    local.child.kill('SIGTERM')
    await local.ended
    const { code, lines } = await refuse([...ON_NETWORK, '--data-dir', dataDir])
    expect(lines).toEqual([expect.stringMatching(/the password of admin is generated.*plimsoll user passwd admin/)])
    expect(code).toBe(1)
  })
})

describe('an impossible start', () => {
  it.each<[string, string[], Record<string, string>, number, RegExp]>([
    ['an unknown flag', ['--prot', '1'], {}, 2, /Unknown option '--prot'.*--port/],
    ['a bad port', ['--port', '99999'], {}, 2, /--port is '99999'; it must be/],
    ['a bad log level', [], { PLIMSOLL_LOG_LEVEL: 'loud' }, 2, /PLIMSOLL_LOG_LEVEL is 'loud'; it must be one of/],
    [
      'an exchange that is not there',
      [],
      { PLIMSOLL_EXCHANGE: 'mtgox' },
      2,
      /PLIMSOLL_EXCHANGE is 'mtgox'.*--replay FILE/,
    ],
    [
      'an exchange that cannot be reached',
      ['--exchange', 'binanceusdm', '--exchange-url', 'http://127.0.0.1:2'],
      {},
      1,
      /Binance at http:\/\/127\.0\.0\.1:2 cannot be reached \(connect ECONNREFUSED.*plimsoll doctor/,
    ],
    [
      'an exchange without its keys',
      ['--exchange', 'okx', '--execution', 'live'],
      {},
      1,
      /There are no keys of okx in .*plimsoll keys add --exchange okx/,
    ],
    ['a misspelt setting', [], { PLIMSOLL_PROT: '1' }, 2, /PLIMSOLL_PROT is not a setting/],
    ['a recording that is not there', ['--replay', '/nowhere/a.gz'], {}, 1, /There is no file \/nowhere\/a\.gz/],
    ['plain HTTP shown to a network', ['--host', '0.0.0.0'], {}, 2, /unencrypted.*--tls-cert.*--insecure-http/],
    [
      'a generated password shown to a network',
      ['--host', '0.0.0.0', '--insecure-http'],
      {},
      1,
      /generated password.*PLIMSOLL_BOOTSTRAP_ADMIN/,
    ],
    [
      'a symbol that the simulated exchange does not have',
      ['--symbols', 'BTCUSDT,DOGEUSDT'],
      {},
      1,
      /does not have DOGEUSDT\. Choose from BTCUSDT, ETHUSDT, SOLUSDT/,
    ],
    [
      'a weak password shown to a network',
      ['--host', '0.0.0.0', '--insecure-http'],
      { PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:admin' },
      1,
      /weak password of admin/,
    ],
  ])('reports in one line what is wrong with %s', async (...[, args, env, exit, fault]) => {
    const dataDir = join(directory(), 'data')
    const { code, out, lines } = await refuse([...args, '--data-dir', dataDir], env)
    expect(lines).toEqual([expect.stringMatching(fault)])
    expect(out).toBe('')
    expect(code).toBe(exit)
  })

  it.each([
    ['cut gzip', gzipSync(recording(5_000)).subarray(0, 4_000), /is truncated: its gzip stream ends too early/],
    ['cut text', Buffer.from(recording(10).slice(0, -30)), /line 10: .*truncated/],
    ['no recording', Buffer.from('hello\n'), /line 1: it does not begin with a receive time/],
    ['an empty file', Buffer.alloc(0), /is empty/],
  ])('refuses %s and leaves no data directory behind', async (_name, content, fault) => {
    const file = join(directory(), 'file')
    writeFileSync(file, content)
    const dataDir = join(directory(), 'data')
    const { code, lines } = await refuse(['--replay', file, '--data-dir', dataDir])
    expect(lines).toEqual([expect.stringMatching(fault)])
    expect(code).toBe(1)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('names the occupied port, and creates no user whose password was never printed', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const dataDir = directory()
    const { code, lines } = await refuse(['--port', String(port), '--data-dir', dataDir])
    other.close()
    expect(lines).toEqual([expect.stringMatching(`Port ${port} of 127.0.0.1 is in use.*--port`)])
    expect(code).toBe(1)
    const server = await startServer(['--data-dir', dataDir])
    expect(server.banner.firstAdmin?.passwordFile).toBe(join(dataDir, 'first-password'))
    server.child.kill('SIGTERM')
    await server.ended
  })
})
