import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { auditFiles } from '../adapters/store/audit/audit-files.ts'
import { loadConfig } from '../config/config.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import { aTerminal, engineParts } from './cli-fixture.ts'
import type { CliParts } from './parts.ts'
import { runCli } from './program.ts'
import { promptSettings } from './prompt-settings.ts'

const init = async (dataDir: string, args: readonly string[], ask?: CliParts['promptSettings']) => {
  const { terminal, output } = aTerminal({ isInteractive: ask !== undefined, isWatched: ask !== undefined })
  const parts: CliParts = {
    ...engineParts(),
    version: '0',
    terminal,
    start: async () => {},
    dataDir: () => dataDir,
    host: () => ({ call: async () => ({ ok: true, value: null }) }),
    audit: auditFiles,
    ...(ask && { promptSettings: ask }),
  }
  const exitCode = await runCli(parts, ['init', ...args])
  return { exitCode, ...output }
}

/** Answers each question when it is displayed: `[part of the question, keys]`. */
const answer = async (given: SettingsFile['values'], steps: readonly (readonly [string, string])[]) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const waiting = [...steps]
  let screen = ''
  const output = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        screen += String(chunk)
        const [next] = waiting
        if (next && screen.includes(next[0])) {
          waiting.shift()
          screen = ''
          setImmediate(() => input.write(next[1]))
        }
        done()
      },
    }),
    { isTTY: true, columns: 100, rows: 40 },
  )
  const answers = await promptSettings(given, { input, output })
  return { answers, unused: waiting }
}

const ENTER = '\r'
const DOWN = '\x1b[B'

describe('plimsoll init', () => {
  it('writes the settings given as flags, readable only by their owner, and the next start reads them', async () => {
    const dataDir = join(aTempDirectory(), 'data')
    const args = ['--exchange', 'bybit', '--symbols', 'BTCUSDT', '--paper-balance', '500', '--explore']
    const { exitCode, out } = await init(dataDir, args)
    expect(exitCode).toBe(0)
    expect(out).toContain(join(dataDir, 'plimsoll.toml'))
    expect(statSync(join(dataDir, 'plimsoll.toml')).mode & 0o777).toBe(0o600)
    expect(loadConfig({}, { dataDir })).toMatchObject({
      value: {
        market: { id: 'bybit', symbols: ['BTCUSDT'] },
        paperBalance: { units: 500n },
        autotrading: { explores: true },
      },
    })
  })

  it('replaces no file', async () => {
    const dataDir = aTempDirectory()
    writeFileSync(join(dataDir, 'plimsoll.toml'), 'port = 9000\n')
    const { exitCode, err } = await init(dataDir, [])
    expect([exitCode, err]).toEqual([1, expect.stringMatching(/plimsoll\.toml exists\. Edit it, or move it away/)])
    expect(readFileSync(join(dataDir, 'plimsoll.toml'), 'utf8')).toBe('port = 9000\n')
  })

  it('writes nothing when a value is invalid or a secret', async () => {
    const dataDir = aTempDirectory()
    expect(await init(dataDir, ['--port', '99999'])).toMatchObject({ exitCode: 2, err: /port.*must be a port number/ })
    const { exitCode, err } = await init(dataDir, ['--store', 'postgresql://a:canary@c/d'])
    expect([exitCode, err]).toEqual([2, expect.stringMatching(/^plimsoll: --store can contain a secret/)])
    expect(err).not.toContain('canary')
    expect(loadConfig({}, { dataDir })).toMatchObject({ value: { settingsPath: undefined } })
  })

  it('prints the file instead, with every setting', async () => {
    const dataDir = aTempDirectory()
    const { out } = await init(dataDir, ['--print', '--log-level', 'warn'])
    expect(out).toMatch(/^log-level = "warn"$/m)
    expect(out).toMatch(/^# Port to listen on; 0 picks a free one\n#port = 8080$/m)
  })

  it('writes limits and secrets beside it, and names them', async () => {
    const dataDir = aTempDirectory()
    const { exitCode } = await init(dataDir, [], async (settings) => ({
      settings: {
        ...settings,
        constitution: 'constitution.json',
        telegramTokenFile: 'secrets/token',
        telegramChat: '12',
      },
      limits: { limits: { maxLeverage: 2 } },
      secrets: { 'secrets/token': ' canary ' },
      keysExchange: null,
    }))
    expect(exitCode).toBe(0)
    expect(readFileSync(join(dataDir, 'secrets/token'), 'utf8')).toBe('canary\n')
    expect(statSync(join(dataDir, 'secrets/token')).mode & 0o777).toBe(0o600)
    expect(loadConfig({}, { dataDir })).toMatchObject({
      value: {
        constitutionPath: join(dataDir, 'constitution.json'),
        messenger: { telegram: { tokenPath: join(dataDir, 'secrets/token'), chat: '12' } },
      },
    })
  })

  it('writes nothing when one of its files exists', async () => {
    const dataDir = aTempDirectory()
    mkdirSync(join(dataDir, 'secrets'))
    writeFileSync(join(dataDir, 'secrets/token'), 'old')
    const { exitCode } = await init(dataDir, [], async () => ({
      settings: { telegramTokenFile: 'secrets/token', telegramChat: '12' },
      limits: null,
      secrets: { 'secrets/token': 'new' },
      keysExchange: null,
    }))
    expect(exitCode).toBe(1)
    expect(readFileSync(join(dataDir, 'secrets/token'), 'utf8')).toBe('old')
    expect(loadConfig({}, { dataDir })).toMatchObject({ value: { settingsPath: undefined } })
  })
})

describe('the prompts', () => {
  it('lead to a demo account with limits and alerts of its own, and reject what the server would reject', async () => {
    const { answers, unused } = await answer({}, [
      ['Exchange', DOWN + ENTER],
      ['Execution of orders', DOWN + ENTER],
      ['Symbols to trade', ENTER],
      ['Store the API keys of Binance', ENTER],
      ['Autotrading', ENTER],
      ['Keep these limits?', 'n'],
      ['Risk per trade', '\x7f\x7f5\r'],
      ['Maximum size', ENTER],
      ['Maximum leverage', '\x7f-1\r'],
      ['must be', '\x7f\x7f2\r'],
      ['Maximum loss per day', ENTER],
      ['Maximum drawdown', ENTER],
      ['Alerts are sent by', DOWN + ENTER],
      ['Token of the Telegram bot', 'canary\r'],
      ['Telegram chat', 'x y\r'],
      ['Must be the number of a chat', '\x7f\x7f\x7f12345\r'],
      ['Port', ENTER],
    ])
    expect(unused).toEqual([])
    expect(answers).toEqual({
      settings: {
        exchange: 'binanceusdm',
        execution: 'practice',
        symbols: 'BTCUSDT,ETHUSDT,SOLUSDT',
        autotrading: 'on',
        constitution: 'constitution.json',
        telegramTokenFile: 'secrets/telegram-token',
        telegramChat: '12345',
        port: '8080',
      },
      limits: { autotrading: { riskPerTradeBps: 5 }, limits: { maxLeverage: 2 } },
      secrets: { 'secrets/telegram-token': 'canary' },
      keysExchange: 'binanceusdm',
    })
  })

  it('are few for the simulated exchange, and skip given flags', async () => {
    const { answers } = await answer({ autotrading: 'off', port: '9000' }, [
      ['Exchange', ENTER],
      ['Balance of the paper account', ENTER],
      ['Keep these limits?', ENTER],
      ['Alerts are sent by', ENTER],
    ])
    expect(answers).toEqual({
      settings: { exchange: 'simulated', autotrading: 'off', paperBalance: '10000', port: '9000' },
      limits: null,
      secrets: {},
      keysExchange: null,
    })
  })

  it('end without an answer when they are cancelled', async () => {
    await expect(answer({}, [['Exchange', '\x03']])).rejects.toThrow('Cancelled; nothing was written.')
  })
})
