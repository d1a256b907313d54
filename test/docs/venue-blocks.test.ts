import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { parseFaultPlan } from '../../server/adapters/exchanges/faults/index.ts'
import { parseWireFaultPlan } from '../../venue/exchange/faults/wire-fault-plan.ts'
import * as binance from '../venue-wire/venue-stage.ts'
import { openStage } from '../venue-wire/venue-stage.ts'
import * as bybit from '../venue-wire-bybit/bybit-stage.ts'
import { openBybitStage } from '../venue-wire-bybit/bybit-stage.ts'
import { type CodeBlock, readCodeBlocks } from './code-blocks.ts'
import { DOCUMENTS } from './documents.ts'

const blocksRunAs = (how: string): CodeBlock[] => DOCUMENTS.flatMap(readCodeBlocks).filter((block) => block.how === how)

const [binanceRecipe] = blocksRunAs('venue-binance')
const [bybitRecipe] = blocksRunAs('venue-bybit')

/** Inside the project, where a module finds its dependencies. */
const FOLDER = resolve('node_modules/.cache', `docs-${process.pid}`)
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

interface Client {
  fetchBalance(): Promise<{ USDT: { total: number } }>
  watchTicker(symbol: string): Promise<{ last: number }>
  watchBalance(): Promise<unknown>
  close(): Promise<void>
}

interface Account {
  readonly url: string
  readonly apiKey: string
  readonly secret: string
}

/** The client that a block makes, pointed at another address and account than those of the text. */
const loadClient = async (block: CodeBlock | undefined, { url, apiKey, secret }: Account): Promise<Client> => {
  const code = (block?.text ?? '')
    .replaceAll('http://127.0.0.1:8781', url)
    .replaceAll('ws://127.0.0.1:8781', url.replace('http', 'ws'))
    .replace("'K'", `'${apiKey}'`)
    .replace("'S'", `'${secret}'`)
  mkdirSync(FOLDER, { recursive: true })
  const file = resolve(FOLDER, `${block?.how}.mjs`)
  writeFileSync(file, `import ccxt from 'ccxt'\n${code}\nexport { exchange }\n`)
  const { exchange } = await import(pathToFileURL(file).href)
  return exchange
}

it('reads the account and follows the market as in docs/guide/local-exchange.md for Binance', async () => {
  const stage = await openStage()
  const client = await loadClient(binanceRecipe, {
    url: stage.url,
    apiKey: binance.API_KEY,
    secret: binance.API_SECRET,
  })
  expect((await client.fetchBalance()).USDT.total).toBe(10_000)
  expect((await client.watchTicker('BTC/USDT:USDT')).last).toBeGreaterThan(0)
  await client.close()
  await stage.close()
}, 120_000)

it('reads the account and follows the market as in docs/guide/local-exchange.md for Bybit', async () => {
  const stage = await openBybitStage()
  const client = await loadClient(bybitRecipe, { url: stage.url, apiKey: bybit.API_KEY, secret: bybit.API_SECRET })
  expect((await client.fetchBalance()).USDT.total).toBe(10_000)
  expect((await client.watchTicker('BTC/USDT:USDT')).last).toBeGreaterThan(0)
  await client.close()
  await stage.close()
}, 120_000)

it.each(blocksRunAs('faults'))('accepts the fault plan at $file:$line', ({ text }) => {
  expect(parseFaultPlan(JSON.parse(text))).toMatchObject({ ok: true })
})

it.each(blocksRunAs('venue-faults'))('accepts the wire fault plan at $file:$line', ({ text }) => {
  expect(parseWireFaultPlan(JSON.parse(text))).toMatchObject({ ok: true })
})
