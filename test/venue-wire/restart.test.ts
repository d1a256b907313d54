import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { type Answer, API_KEY, API_SECRET, requestSigned } from './venue-stage.ts'

interface Started {
  readonly child: ChildProcess
  request(method: string, path: string, params?: Record<string, string | boolean>): Promise<Answer>
}

const program = fileURLToPath(new URL('./venue-process.ts', import.meta.url))

const start = async (dataDir: string): Promise<Started> => {
  const child = spawn(process.execPath, [program, dataDir, API_KEY, API_SECRET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(line))
  return {
    child,
    request: (method, path, params = {}) => requestSigned(url, method, path, { timestamp: Date.now(), ...params }),
  }
}

const SYMBOL = { symbol: 'BTCUSDT' }

/** Everything of the account that must not be lost, without what moves with the market. */
const readBooks = async ({ request }: Started) => {
  const [position] = (await request('GET', '/fapi/v3/positionRisk', SYMBOL)).body
  return {
    wallet: (await request('GET', '/fapi/v3/balance')).body[0].balance,
    position: [position.positionAmt, position.entryPrice],
    open: (await request('GET', '/fapi/v1/openOrders')).text,
    waiting: (await request('GET', '/fapi/v1/openAlgoOrders')).text,
    orders: (await request('GET', '/fapi/v1/allOrders', SYMBOL)).text,
    trades: (await request('GET', '/fapi/v1/userTrades', SYMBOL)).text,
    income: (await request('GET', '/fapi/v1/income')).text,
    leverage: (await request('GET', '/fapi/v1/symbolConfig', SYMBOL)).text,
  }
}

it('keeps account, orders, executions and settings when the process is killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-venue-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await start(dataDir)
  const buy = { ...SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.020' }
  await first.request('POST', '/fapi/v1/leverage', { ...SYMBOL, leverage: '33' })
  await first.request('POST', '/fapi/v1/order', { ...buy, newOrderRespType: 'RESULT' })
  await first.request('POST', '/fapi/v1/order', { ...buy, side: 'SELL', quantity: '0.005', newOrderRespType: 'RESULT' })
  const mark = Number((await first.request('GET', '/fapi/v3/positionRisk')).body[0].markPrice)
  const limit = { ...buy, type: 'LIMIT', timeInForce: 'GTC', price: (mark * 0.96).toFixed(1), newClientOrderId: 'low' }
  expect((await first.request('POST', '/fapi/v1/order', limit)).status).toBe(200)
  const to = { ...SYMBOL, side: 'BUY', quantity: '0.030', price: (mark * 0.955).toFixed(1) }
  expect((await first.request('PUT', '/fapi/v1/order', { ...to, origClientOrderId: 'low' })).body.origQty).toBe('0.030')
  const stop = { algoType: 'CONDITIONAL', ...SYMBOL, side: 'SELL', type: 'STOP_MARKET', triggerPrice: '30000' }
  expect((await first.request('POST', '/fapi/v1/algoOrder', { ...stop, closePosition: true })).status).toBe(200)
  const before = await readBooks(first)

  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await start(dataDir)
  expect(await readBooks(second)).toEqual(before)

  const cancelled = await second.request('DELETE', '/fapi/v1/order', { ...SYMBOL, origClientOrderId: 'low' })
  expect(cancelled.body.status).toBe('CANCELED')
  const twin = await second.request('POST', '/fapi/v1/algoOrder', { ...stop, closePosition: true })
  expect(twin.body.code).toBe(-4130)
  second.child.kill('SIGTERM')
  expect(await once(second.child, 'exit')).toEqual([0, null])
})
