import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { parseConfig, resolveDataDir } from './config.ts'
import type { Flags } from './settings.ts'

const listProblems = (env: Record<string, string>, flags: Flags = {}): string[] => {
  const config = parseConfig(env, flags)
  return config.ok ? [] : config.error
}

describe('config', () => {
  it('needs no settings: a simulated market on loopback', () => {
    const config = parseConfig({}, {})
    expect(config).toMatchObject({
      ok: true,
      value: {
        host: '127.0.0.1',
        port: 8080,
        logLevel: 'info',
        market: { kind: 'simulated', seed: 1, historyDays: undefined, symbols: undefined },
      },
    })
    expect(config.ok && Object.isFrozen(config.value)).toBe(true)
  })

  it('lets a flag override the environment', () => {
    expect(parseConfig({ PLIMSOLL_PORT: '1' }, { port: '2' })).toMatchObject({ value: { port: 2 } })
  })

  it('treats an empty variable as unset', () => {
    expect(parseConfig({ PLIMSOLL_PORT: '' }, {})).toMatchObject({ value: { port: 8080 } })
  })

  it('plays a recording when one is named', () => {
    expect(parseConfig({ PLIMSOLL_REPLAY: '/tmp/a.gz', PLIMSOLL_LOOP: 'true' }, { speed: 'max' })).toMatchObject({
      value: { market: { kind: 'replay', path: '/tmp/a.gz', speed: 'max', loop: true, instrumentsPath: undefined } },
    })
  })

  it.each<[Record<string, string>, Flags, RegExp]>([
    [{ PLIMSOLL_PORT: '80800' }, {}, /^PLIMSOLL_PORT is '80800'; it must be a port number/],
    [{}, { port: 'abc' }, /^--port is 'abc'/],
    [{ PLIMSOLL_HOST: 'a b' }, {}, /^PLIMSOLL_HOST/],
    [{}, { host: '192.0.2.7' }, /^Listening on 192\.0\.2\.7 would send .* unencrypted/],
    [{}, { host: '::', publicUrl: 'http://desk.lan' }, /^Listening on :: would send .* unencrypted/],
    [{ PLIMSOLL_LOG_LEVEL: 'loud' }, {}, /trace, debug, info/],
    [{ PLIMSOLL_EXCHANGE: 'mtgox' }, {}, /one of simulated, binanceusdm.*--replay FILE/],
    [{ PLIMSOLL_EXCHANGE: 'bybit' }, { replay: 'x' }, /name two different markets/],
    [{ PLIMSOLL_EXCHANGE: 'bybit' }, { seed: '1' }, /^--seed applies only to the simulated exchange/],
    [{ PLIMSOLL_HISTORY_DAYS: '31' }, {}, /PLIMSOLL_HISTORY_DAYS.*from 1 to 30/],
    [
      {},
      { replay: 'x', symbols: 'BTCUSDT' },
      /^--symbols applies only to the simulated exchange or an external exchange/,
    ],
    [{}, { exchange: 'okx', symbols: 'BTC-USDT' }, /^--symbols is 'BTC-USDT'; it must be .* BTCUSDT,ETHUSDT/],
    [{}, { exchange: 'okx', execution: 'real' }, /^--execution is 'real'; it must be one of paper, practice, live/],
    [
      {},
      { exchange: 'okx', exchangeUrl: 'https://a.example', execution: 'practice' },
      /is not on this machine: practice/,
    ],
    [{}, { exchange: 'okx', exchangeUrl: 'http://a.example' }, /nor encrypted: use an https address/],
    [{ PLIMSOLL_PROT: '1' }, {}, /^PLIMSOLL_PROT is not a setting.*PLIMSOLL_PORT/],
    [{}, { replay: 'x', speed: '0' }, /^--speed is '0'; it must be 'max' or a positive number/],
    [{}, { replay: 'x', seed: '2' }, /^--seed applies only to the simulated exchange/],
    [{}, { speed: '2' }, /^--speed applies only to a recorded market/],
    [{}, { seed: '-1' }, /^--seed is '-1'/],
    [{}, { dataDir: '' }, /^--data-dir is empty/],
    [{ PLIMSOLL_PUBLIC_URL: 'example.org' }, {}, /^PLIMSOLL_PUBLIC_URL/],
  ])('refuses %o with %o', (env, flags, problem) => {
    expect(listProblems(env, flags)).toEqual([expect.stringMatching(problem)])
  })

  it('trades on paper at a remote exchange by default', () => {
    const read = (flags: Flags) => {
      const config = parseConfig({}, flags)
      return config.ok && config.value.market
    }
    expect(read({ exchange: 'binanceusdm' })).toMatchObject({
      kind: 'exchange',
      symbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'],
      execution: 'paper',
      url: undefined,
    })
    const local = { exchange: 'bybit', exchangeUrl: 'http://127.0.0.1:8781/', symbols: 'btcusdt, ETHUSDT,BTCUSDT' }
    expect(read({ ...local, execution: 'practice' })).toMatchObject({
      symbols: ['BTCUSDT', 'ETHUSDT'],
      execution: 'practice',
      url: 'http://127.0.0.1:8781',
    })
  })

  it('reports every problem together', () => {
    expect(listProblems({ PLIMSOLL_PORT: 'x', PLIMSOLL_LOG_LEVEL: 'y' }, { seed: 'z' })).toHaveLength(3)
  })

  it('does not repeat the bootstrap password in its error', () => {
    const [problem] = listProblems({ PLIMSOLL_BOOTSTRAP_ADMIN: 'justasecret' })
    expect(problem).toContain('name:password')
    expect(problem).not.toContain('justasecret')
  })

  it('reads the first user from a file', () => {
    const path = join(aTempDirectory(), 'admin')
    writeFileSync(path, 'ann:harbour-93:ostrich\n')
    expect(parseConfig({ PLIMSOLL_BOOTSTRAP_ADMIN_FILE: path }, {})).toMatchObject({
      value: { bootstrapAdmin: { name: 'ann', password: 'harbour-93:ostrich' } },
    })
    expect(listProblems({ PLIMSOLL_BOOTSTRAP_ADMIN_FILE: path, PLIMSOLL_BOOTSTRAP_ADMIN: 'a:b' })).toEqual([
      'PLIMSOLL_BOOTSTRAP_ADMIN and PLIMSOLL_BOOTSTRAP_ADMIN_FILE both name the first user: remove one of them.',
    ])
    writeFileSync(path, 'justasecret')
    expect(listProblems({ PLIMSOLL_BOOTSTRAP_ADMIN_FILE: path })).toEqual([
      `PLIMSOLL_BOOTSTRAP_ADMIN_FILE: the file ${path} must contain name:password, neither empty.`,
    ])
    expect(listProblems({ PLIMSOLL_BOOTSTRAP_ADMIN_FILE: `${path}.txt` })).toEqual([expect.stringContaining('ENOENT')])
  })

  it('finds the data directory for host commands', () => {
    expect(resolveDataDir({ PLIMSOLL_DATA_DIR: '/a' }, undefined)).toBe('/a')
    expect(resolveDataDir({ PLIMSOLL_DATA_DIR: '/a' }, '/b')).toBe('/b')
    expect(resolveDataDir({}, undefined)).toMatch(/data$/)
  })
})
