import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { AutotradingStatus } from '../../contract/control.ts'
import { verifyAudit } from '../../server/adapters/store/audit/verify.ts'
import { readExact } from '../../server/core/exact-json.ts'
import type { Fact } from '../../server/engine/model/facts.ts'
import { callHost } from '../../server/host/call-host.ts'
import { getSocketPath } from '../../server/host/socket.ts'
import { readExchangeBooks } from './exchange-books.ts'
import { type Answer, type Caller, type Json, placeOrder, readOne } from './order-stream.ts'
import type { Banner } from './process.ts'

/** Time for automatic actions of a server. */
export const SOON = { timeout: 60_000, interval: 100 }

/** Duration of the answer to a stop on a busy machine. */
export const ANSWER_WITHIN_MS = 15_000

/** Constitution whose limits cause no delays, with early queries of order outcomes. */
export const IMPATIENT = {
  limits: { ordersPerSecond: 10_000, ordersPerMinute: 100_000, duplicateWindowMs: 0 },
  data: { maxUnknownOutcomes: 1_000, maxCommitP99Ms: 10_000 },
  execution: { recvWindowMs: 500, settleMs: 0, reconcileEveryMs: 500 },
}

/** Returns the answer to a host request; throws with the fault when it is refused. */
export const requestHost = async <T>(dataDir: string, verb: string, args: unknown = {}): Promise<T> => {
  const answer = await callHost(getSocketPath(dataDir), verb, args)
  if (answer.ok && answer.value.ok) return answer.value.value as T
  throw new Error(`${verb} is answered with ${JSON.stringify(answer)}`)
}

export type RoleName = 'ADMIN' | 'TRADER' | 'OPERATOR' | 'VIEWER'

/** Creates a new user with a token that outlives the test. */
export const aCallerOn = async (dataDir: string, name: string, role: RoleName = 'TRADER'): Promise<Caller> => {
  const user = { username: name, roles: [role], tier: 'PRO', password: 'correct horse battery' }
  await requestHost(dataDir, 'user.add', user)
  const minted = { username: name, ttlMs: 3_600_000 }
  const { accessToken } = await requestHost<{ accessToken: string }>(dataDir, 'token.mint', minted)
  return { name, token: accessToken, sent: [] }
}

const createHeaders = ({ token }: Caller) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

/** Returns the answer to a stop request, and its latency. */
export const postStop = async (caller: Caller, { url }: Banner, body: object = {}) => {
  const since = performance.now()
  const init = { method: 'POST', headers: createHeaders(caller), body: JSON.stringify(body) }
  const response = await fetch(`${url}/api/emergency-stop`, init)
  const answer: Json = await response.json()
  return { status: response.status, answer, tookMs: performance.now() - since }
}

export const readStatus = async (caller: Caller, { url }: Banner): Promise<AutotradingStatus> => {
  const response = await fetch(`${url}/api/autotrading/status`, { headers: createHeaders(caller) })
  if (response.status !== 200) throw new Error(`the status is answered with ${response.status}`)
  return (await response.json()) as AutotradingStatus
}

/** Resolves when orders are accepted; polls rarely, so that several servers can start side by side. */
export const untilOpen = ({ url }: Banner): Promise<void> =>
  vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), SOON)

/** Resolves when the engaged stop is complete. */
export const untilSwept = (caller: Caller, banner: Banner, within = SOON): Promise<void> =>
  vi.waitFor(async () => {
    const { state, stop } = await readStatus(caller, banner)
    expect([state, stop?.phase]).toEqual(['HALTED', 'COMPLETE'])
  }, within)

/** Clears the stop on the host once nothing blocks it; resolves when orders are accepted again. */
export const clearStop = async (dataDir: string, caller: Caller, banner: Banner): Promise<void> => {
  await vi.waitFor(async () => {
    const { code } = await requestHost<{ code: string }>(dataDir, 'stop.show')
    await requestHost(dataDir, 'stop.confirm', { code, reason: 'the test goes on' })
  }, SOON)
  await vi.waitFor(async () => expect((await readStatus(caller, banner)).state).toBe('PAUSED'), SOON)
}

/** Returns the ticker of a market, for placing orders in it. */
const readTicker = async (caller: Caller, { url }: Banner, symbol: string): Promise<Json> => {
  const { items } = await readOne(caller, url, `/market/tickers?symbol=${symbol}`)
  return items[0]
}

const LOTS: Readonly<Record<string, string>> = { BTCUSDT: '0.002', ETHUSDT: '0.02', SOLUSDT: '0.4' }

/**
 * Opens three positions with default stops and places resting orders for each; only some of nine when answers are lost.
 */
export const tradeAndRest = async (caller: Caller, banner: Banner): Promise<void> => {
  const traded = banner.symbols.map(async (symbol) => {
    const qty = LOTS[symbol]
    const ticker = await readTicker(caller, banner, symbol)
    const order = { symbol, side: 'BUY', qty }
    await untilTaken(caller, banner, { ...order, type: 'MARKET' })
    await untilTaken(caller, banner, { ...order, type: 'LIMIT', price: below(ticker, 0.006) })
    for (const share of [0.007, 0.008]) {
      await placeOrder(caller, banner.url, { ...order, type: 'LIMIT', price: below(ticker, share) })
    }
  })
  await Promise.all(traded)
}

/**
 * Repeats an order until it is accepted: while the outcome of an order is unknown, no other order of its symbol is
 * sent.
 */
const untilTaken = (caller: Caller, { url }: Banner, order: object): Promise<void> =>
  vi.waitFor(async () => {
    const answer = await placeOrder(caller, url, order)
    expect(answer?.status, JSON.stringify(answer)?.slice(0, 2000)).toBe(201)
  }, SOON)

const below = ({ bestBidPrice, tickSize }: Json, share: number): string => {
  const steps = Math.floor((Number(bestBidPrice) * (1 - share)) / Number(tickSize))
  return (steps * Number(tickSize)).toFixed(tickSize.split('.')[1].length)
}

/** Resolves when reconciliation has succeeded and every open position has its stop. */
export const untilProtected = (caller: Caller, banner: Banner): Promise<void> =>
  vi.waitFor(async () => {
    const { items } = await readOne(caller, banner.url, '/trading/positions?status=OPEN')
    expect(items.length).toBe(banner.symbols.length)
    expect(items.filter(({ protection }: Json) => protection.state !== 'VERIFIED')).toEqual([])
  }, SOON)

/** Keeps sending risk-increasing orders, which neither match nor rest. */
export const keepTrading = (caller: Caller, banner: Banner, everyMs = 100): (() => Promise<(Answer | undefined)[]>) => {
  const answers: (Answer | undefined)[] = []
  let going = true
  const trading = async (): Promise<void> => {
    const ticker = await readTicker(caller, banner, 'BTCUSDT').catch(() => undefined)
    const price = ticker?.bestBidPrice ? below(ticker, 0.005) : '60000.0'
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'IOC', qty: '0.001', price }
    while (going) {
      answers.push(await placeOrder(caller, banner.url, order))
      await setTimeout(everyMs)
    }
  }
  const traded = trading()
  return async () => {
    going = false
    await traded
    return answers
  }
}

/** Returns the platform's orders at the exchange, open or ended, that are neither closes nor protection. */
export const entriesAtExchange = (dataDir: string): readonly string[] =>
  readExchangeBooks(dataDir)
    .orders.flatMap(({ venueClientId, terms }) => (terms.reduceOnly ? [] : [venueClientId]))
    .sort()

const standingEntries = (dataDir: string): readonly string[] =>
  readExchangeBooks(dataDir).open.flatMap(({ venueClientId, terms }) =>
    terms.reduceOnly && terms.trigger !== null ? [] : [venueClientId],
  )

/**
 * Expects that no open order at the exchange increases the risk, and that every position has a stop for its full size.
 */
export const expectSwept = (dataDir: string): void => {
  expect(standingEntries(dataDir)).toEqual([])
  const { open, account } = readExchangeBooks(dataDir)
  const held = account.positions.filter(({ quantity }) => quantity !== 0)
  const covered = held.filter(({ symbol, quantity }) =>
    open.some(({ terms, status }) => {
      const closes = terms.symbol === symbol && terms.side === (quantity > 0 ? 'SELL' : 'BUY')
      return closes && terms.type === 'STOP_MARKET' && status === 'UNTRIGGERED' && terms.quantity >= Math.abs(quantity)
    }),
  )
  expect(covered.map(({ symbol }) => symbol)).toEqual(held.map(({ symbol }) => symbol))
}

export const expectWholeAudit = async (dataDir: string): Promise<void> => {
  expect((await verifyAudit(join(dataDir, 'audit'))).findings).toEqual([])
}

/** Remains of a stop on a disk. */
export interface StopRemains {
  /** Content of the stop file; null when there is none. */
  readonly file: string | null
  /** Engaged stop in the ledger; null if there is none. */
  readonly stopId: string | null
  /** Orders still open at the exchange that could increase the risk. */
  readonly standing: readonly string[]
}

export const stopFilePath = (dataDir: string): string => join(dataDir, 'EMERGENCY_STOP')

/** Reads the disk of an ended server. */
export const readStopRemains = (dataDir: string): StopRemains => {
  const path = stopFilePath(dataDir)
  const database = new DatabaseSync(join(dataDir, 'simulated-paper', 'engine.sqlite'), { readOnly: true })
  const rows = database
    .prepare("SELECT body FROM journal WHERE kind IN ('latchEngaged', 'latchReleased') ORDER BY seq DESC LIMIT 1")
    .all()
  database.close()
  const last = rows.map(({ body }) => readExact(String(body)) as Fact)[0]
  return {
    file: existsSync(path) ? readFileSync(path, 'utf8') : null,
    stopId: last?.kind === 'latchEngaged' ? last.stop.stopId : null,
    standing: standingEntries(dataDir),
  }
}
