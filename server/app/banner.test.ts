import { expect, it } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { gatewayBanner } from './banner.ts'

const GATEWAY = {
  url: 'http://0.0.0.0:8080',
  hasConsole: true,
  accounts: ['main'],
  firstAdmin: undefined,
  failure: new Promise<never>(() => {}),
  close: async () => {},
}

const print = (env: Readonly<Record<string, string>>): string => {
  const config = loadConfig(env, {})
  if (!config.ok) throw new Error('invalid settings')
  return gatewayBanner(GATEWAY, config.value, { json: false, showsPassword: false })
}

it('shows the public address of a server, or else the one it listens on', () => {
  expect(print({ PLIMSOLL_PUBLIC_URL: 'https://trading.example.org' })).toContain('https://trading.example.org\n')
  expect(print({})).toContain('http://0.0.0.0:8080\n')
})
