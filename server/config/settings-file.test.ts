import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { loadConfig } from './config.ts'
import { SETTING_NAMES, SETTINGS, toKey } from './settings.ts'
import { printSettingsFile, readSettingsFile } from './settings-file.ts'

const aFile = (text: string): { readonly path: string; readonly dataDir: string } => {
  const dataDir = aTempDirectory()
  const path = join(dataDir, 'plimsoll.toml')
  writeFileSync(path, text)
  return { path, dataDir }
}

const load = (text: string) => {
  const { path, dataDir } = aFile(text)
  return { path, dataDir, config: loadConfig({}, { dataDir }) }
}

describe('the settings file', () => {
  it('is read from the data directory', () => {
    const { path, config } = load(`
      port = 9000
      public-status = false
      symbols = ["BTCUSDT", "ETHUSDT"]
      exchange = "bybit"
      paper-balance = "2500.50"
      explore = true`)
    expect(config).toMatchObject({
      ok: true,
      value: {
        port: 9000,
        publicStatus: false,
        market: { kind: 'exchange', id: 'bybit', symbols: ['BTCUSDT', 'ETHUSDT'] },
        paperBalance: { units: 250_050n, scale: 2 },
        settingsPath: path,
      },
    })
  })

  it('is overridden by the environment, and that by a flag', () => {
    const { dataDir } = aFile('port = 1\nhost = "::1"\nlog-level = "warn"')
    const env = { PLIMSOLL_PORT: '2', PLIMSOLL_HOST: '127.0.0.2' }
    expect(loadConfig(env, { dataDir, port: '3' })).toMatchObject({
      value: { port: 3, host: '127.0.0.2', logLevel: 'warn' },
    })
  })

  it('is another one when a flag or a variable names it', () => {
    const { dataDir } = aFile('port = 1')
    const named = aFile('port = 2').path
    expect(loadConfig({}, { dataDir, config: named })).toMatchObject({ value: { port: 2, dataDir } })
    expect(loadConfig({ PLIMSOLL_CONFIG: named }, { dataDir })).toMatchObject({ value: { port: 2 } })
    expect(loadConfig({}, { dataDir: join(dataDir, 'other') })).toMatchObject({
      value: { port: 8080, settingsPath: undefined },
    })
  })

  it('resolves file names relative to itself', () => {
    const { dataDir, config } = load('constitution = "limits/strict.json"\nstrategies-dir = "/opt/strategies"')
    mkdirSync(join(dataDir, 'limits'))
    expect(config).toMatchObject({
      value: {
        constitutionPath: join(dataDir, 'limits/strict.json'),
        autotrading: { strategiesDir: '/opt/strategies' },
      },
    })
  })

  it.each<[string, RegExp]>([
    ['port = "abc"', /^port in .*plimsoll\.toml is 'abc'; it must be a port number/],
    ['prot = 9000', /^prot in .*plimsoll\.toml is not a setting\. To list all settings: plimsoll init --print\.$/],
    ['[server]\nport = 9000', /^server in .* is not a setting/],
    ['port = { number = 9000 }', /^port in .* must be a single value/],
    ['symbols = []', /^symbols in .* is empty\. Set a value or remove the line\.$/],
    ['data-dir = "/srv"', /^data-dir in .* is not read from the file: use --data-dir\.$/],
    ['store = "postgresql://a:b@c/d"', /^store in .* can contain a secret/],
    ['bootstrap-admin = "a:b"', /^bootstrap-admin in .* can contain a secret/],
    ['port = ', /plimsoll\.toml:1:\d+ is not valid TOML: /],
    ['port = 1\nport = 2', /plimsoll\.toml:2:\d+ is not valid TOML: /],
  ])('refuses %s', (text, problem) => {
    const { config } = load(text)
    expect(config).toEqual({ ok: false, error: [expect.stringMatching(problem)] })
  })

  it('reports every problem at once, and no secret', () => {
    const { config } = load('prot = 1\nlog-levle = "info"\nstore = "postgresql://a:canary@c/d"')
    expect(config.ok ? [] : config.error).toHaveLength(3)
    expect(JSON.stringify(config)).not.toContain('canary')
  })

  it('must exist when it is named', () => {
    const path = join(aTempDirectory(), 'none.toml')
    expect(loadConfig({}, { config: path })).toEqual({
      ok: false,
      error: [expect.stringMatching(/none\.toml does not exist\. To create one: plimsoll init, /)],
    })
  })
})

describe('a printed settings file', () => {
  it('changes nothing until a comment sign is removed', () => {
    expect(readSettingsFile(aFile(printSettingsFile({})).path)).toMatchObject({ ok: true, value: { values: {} } })
  })

  it('has every setting, each with a value of the right form', () => {
    const text = printSettingsFile({})
    const inFile = SETTING_NAMES.filter((name) => SETTINGS[name].scope === undefined && !SETTINGS[name].isSecret)
    const read = readSettingsFile(aFile(text.replaceAll(/^#(?=[a-z-]+ = )/gm, '')).path)
    expect(Object.keys(read.ok ? read.value.values : {}).toSorted()).toEqual(inFile.toSorted())
    expect(text.match(/^#[a-z-]+ = /gm)).toHaveLength(inFile.length)
    for (const name of inFile) expect(text).toContain(`\n#${toKey(name)} = `)
  })

  it('returns what was set', () => {
    const values = {
      exchange: 'bybit',
      symbols: 'BTCUSDT,ETHUSDT',
      port: '9000',
      paperBalance: '2500.50',
      autotrading: 'off',
      constitution: '/etc/plimsoll/it"s.json',
    }
    expect(readSettingsFile(aFile(printSettingsFile(values)).path)).toMatchObject({ ok: true, value: { values } })
  })
})
