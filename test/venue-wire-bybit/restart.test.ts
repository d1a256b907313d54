import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import type { Answer } from '../venue-wire/venue-stage.ts'
import { API_KEY, API_SECRET, requestSigned } from './bybit-stage.ts'

interface Started {
  readonly child: ChildProcess
  request(method: 'GET' | 'POST', path: string, params?: Record<string, string | boolean | number>): Promise<Answer>
}

const program = fileURLToPath(new URL('./bybit-process.ts', import.meta.url))

const start = async (dataDir: string): Promise<Started> => {
  const child = spawn(process.execPath, [program, dataDir, API_KEY, API_SECRET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(line))
  return {
    child,
    request: (method, path, params = {}) =>
      requestSigned(url, method, path, { params: { category: 'linear', ...params }, timestamp: Date.now() }),
  }
}

const SYMBOL = { symbol: 'BTCUSDT' }

/** Everything of the account that must not be lost, without what moves with the market. */
const readBooks = async ({ request }: Started) => {
  const readList = async (path: string, params: Record<string, string | number> = {}) =>
    (await request('GET', path, { ...SYMBOL, ...params })).body.result.list
  const [position] = await readList('/v5/position/list')
  const [wallet] = await readList('/v5/account/wallet-balance', { accountType: 'UNIFIED' })
  const { size, avgPrice, leverage, stopLoss, takeProfit, curRealisedPnl, cumRealisedPnl, openTime } = position
  return {
    wallet: wallet.coin[0].walletBalance,
    position: { size, avgPrice, leverage, stopLoss, takeProfit, curRealisedPnl, cumRealisedPnl, openTime },
    open: await readList('/v5/order/realtime'),
    history: await readList('/v5/order/history'),
    executions: await readList('/v5/execution/list'),
    log: await readList('/v5/account/transaction-log'),
  }
}

it('retains account, orders, executions, stops and settings when the process is killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-bybit-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await start(dataDir)
  const create = (params: Record<string, string | boolean | number>) =>
    first.request('POST', '/v5/order/create', { ...SYMBOL, side: 'Buy', orderType: 'Market', qty: '0.020', ...params })
  await first.request('POST', '/v5/position/set-leverage', { ...SYMBOL, buyLeverage: '33', sellLeverage: '33' })
  await create({ stopLoss: '30000', slTriggerBy: 'MarkPrice', takeProfit: '900000' })
  await create({ side: 'Sell', qty: '0.005', reduceOnly: true })
  const mark = Number((await first.request('GET', '/v5/position/list', SYMBOL)).body.result.list[0].markPrice)
  await create({ orderType: 'Limit', price: (mark * 0.96).toFixed(1), orderLinkId: 'low', stopLoss: '29000' })
  await create({ side: 'Sell', triggerPrice: '28000', triggerDirection: 2, reduceOnly: true, orderLinkId: 'far' })
  await create({ orderType: 'Limit', price: (mark * 0.96).toFixed(1), orderLinkId: 'gone' })
  await first.request('POST', '/v5/order/cancel', { ...SYMBOL, orderLinkId: 'gone' })
  await expect.poll(async () => (await readBooks(first)).open).toHaveLength(4)
  const before = await readBooks(first)

  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await start(dataDir)
  expect(await readBooks(second)).toEqual(before)

  const named = { ...SYMBOL, orderLinkId: 'low' }
  expect((await second.request('POST', '/v5/order/cancel', named)).body.retCode).toBe(0)
  const again = { ...named, side: 'Buy', orderType: 'Market', qty: '0.010' }
  expect((await second.request('POST', '/v5/order/create', again)).body.retCode).toBe(110072)
  second.child.kill('SIGTERM')
  expect(await once(second.child, 'exit')).toEqual([0, null])
})
