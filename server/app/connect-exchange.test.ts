import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { sealKeys } from '../../test/support/seal-keys.ts'
import { API_KEY, API_SECRET, openStage } from '../../test/venue-wire/venue-stage.ts'
import { createSecret } from '../adapters/keys/exchange-keys.ts'
import { loadConfig } from '../config/config.ts'
import { createRandom } from '../core/random.ts'
import { ok } from '../core/result.ts'
import { keepConnected } from './connect-exchange.ts'

const PASSPHRASE = 'canary passphrase 4711'
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A standby that has connected to an exchange, and the times at which it wanted the passphrase. */
const aConnectedStandby = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-standby-'))
  closing.push(() => rmSync(directory, { recursive: true, force: true }))
  await sealKeys(directory, { exchange: 'binanceusdm', apiKey: API_KEY, apiSecret: API_SECRET, passphrase: PASSPHRASE })
  const constitutionPath = join(directory, 'constitution.json')
  writeFileSync(constitutionPath, '{}')
  const stage = await openStage()
  let isOpen = true
  const closeStage = async () => {
    if (isOpen) await stage.close()
    isOpen = false
  }
  closing.push(closeStage)
  const config = loadConfig(
    {},
    {
      dataDir: directory,
      exchange: 'binanceusdm',
      exchangeUrl: stage.url,
      execution: 'practice',
      symbols: 'BTCUSDT',
      constitution: constitutionPath,
    },
  )
  if (!config.ok) throw new Error(config.error.join())
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  let prompts = 0
  const passphrase = async () => {
    prompts++
    return ok(createSecret(PASSPHRASE))
  }
  const connection = keepConnected({ config: config.value, logger, random: createRandom(1), passphrase })
  closing.push(connection.close)
  await vi.waitFor(() => expect(lines.join()).toContain('connected to the exchange'), 10_000)
  return { connection, constitutionPath, closeStage, countPrompts: () => prompts }
}

it('has the market data a takeover needs although the exchange no longer answers', async () => {
  const { connection, closeStage, countPrompts } = await aConnectedStandby()
  await closeStage()
  const { exchange } = await connection.take()
  expect(exchange.source.instruments.map(({ symbol }) => symbol)).toEqual(['BTCUSDT'])
  expect(exchange.brackets('BTCUSDT').length).toBeGreaterThan(0)
  expect(countPrompts()).toBe(1)
  await exchange.close()
})

it('reconnects with the limits of the host when they were changed', async () => {
  const { connection, constitutionPath, countPrompts } = await aConnectedStandby()
  writeFileSync(constitutionPath, JSON.stringify({ execution: { leverage: 3 } }))
  const { exchange, limits } = await connection.take()
  expect(limits.constitution.execution.leverage).toBe(3)
  expect(countPrompts()).toBe(1)
  await exchange.close()
})
