import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { readBus } from './bus.ts'
import { loadConfig, parseConfig } from './config.ts'
import type { Flags } from './settings.ts'

const SHARED = { account: 'main', store: 'postgresql://db/plimsoll' }

const parse = (flags: Flags, env: NodeJS.ProcessEnv = {}) => {
  const config = parseConfig(env, flags)
  return config.ok ? config.value.shared?.bus : config.error
}

describe('the settings of the bus', () => {
  it('name servers, or a file with them, and a file with credentials', () => {
    expect(parse(SHARED)).toBe(undefined)
    expect(parse({ ...SHARED, bus: 'nats://a,nats://b' })).toEqual({ url: { text: 'nats://a,nats://b' } })
    expect(parse(SHARED, { PLIMSOLL_BUS_FILE: 'bus-url', PLIMSOLL_BUS_CREDENTIALS: 'creds' })).toEqual({
      url: { path: resolve('bus-url') },
      credentialsPath: resolve('creds'),
    })
  })

  it('are a list in the settings file', () => {
    const dataDir = aTempDirectory()
    const lines = ['account = "main"', 'store-file = "store-url"', 'bus = ["nats://a", "nats://b:4333"]']
    writeFileSync(join(dataDir, 'plimsoll.toml'), lines.join('\n'))
    const config = loadConfig({}, { dataDir })
    expect(config.ok && config.value.shared?.bus).toEqual({ url: { text: 'nats://a,nats://b:4333' } })
  })

  it.each([
    [{ ...SHARED, bus: 'nats://user:canary@a' }, /^--bus contains a user\. Write the URL to a file/],
    [{ ...SHARED, bus: 'nats://a', busFile: 'b' }, /^--bus and --bus-file both name the bus/],
    [{ ...SHARED, busCredentials: 'c' }, /^--bus-credentials needs the bus/],
    [{ bus: 'nats://a' }, /^A bus connects the processes of a shared account/],
  ])('are refused with their remedy, without secrets: %j', (flags, problem) => {
    expect(parse(flags)).toEqual([expect.stringMatching(problem)])
    expect(JSON.stringify(parse(flags))).not.toContain('canary')
  })

  it('are read from files, and a missing file is reported', () => {
    const path = join(aTempDirectory(), 'bus-url')
    writeFileSync(path, 'nats://user:password@a\n')
    expect(readBus({ url: { path } })).toEqual({ url: 'nats://user:password@a' })
    const missing = { url: { path: `${path}-missing` } }
    expect(() => readBus(missing)).toThrow(/The file with the URL of the bus cannot be read .* Set --bus-file/)
    expect(() => readBus({ url: { path }, credentialsPath: 'missing' })).toThrow(/Set --bus-credentials/)
  })
})
