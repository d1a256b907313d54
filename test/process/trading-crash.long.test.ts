import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { createRandom, type Random } from '../../server/core/random.ts'
import { callHost } from '../../server/host/call-host.ts'
import { getSocketPath } from '../../server/host/socket.ts'

import { countSteps, sumUnits, toUnits } from '../support/exact-text.ts'
import { type ExchangeBooks, readExchangeBooks } from '../support/exchange-books.ts'
import { kills } from '../support/kills.ts'
import {
  type Caller,
  cancel,
  deliver,
  type Json,
  placeOrder,
  readAll,
  readOne,
  retryUnanswered,
  type Sent,
  trade,
} from '../support/order-stream.ts'
import { aDirectory, startServer, untilReady } from '../support/process.ts'

const CRASHES = kills(3)
/**
 * Interval, in lives of the server, at which trading pauses until the outcome of lost orders is known, as no order of
 * their symbols is sent before that; this gives stops time to vanish.
 */
const LONG_EVERY = 4
const CALLERS = 4
const HANDS = 3

const dataDir = aDirectory()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const writeJsonFile = (name: string, content: object): string => {
  const path = join(dataDir, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

// Callers trade at random and lose: loss limits apply to them as to any user, and are not under test here.
const LIMITS = writeJsonFile('constitution.json', {
  limits: {
    appliesToManual: false,
    maxSymbolExposure: '60000',
    maxGrossExposure: '120000',
    maxLeverage: 12,
    ordersPerSecond: 10_000,
    ordersPerMinute: 100_000,
    duplicateWindowMs: 0,
  },
  data: { maxUnknownOutcomes: 1_000, maxCommitP99Ms: 10_000 },
  execution: { recvWindowMs: 500, settleMs: 0, reconcileEveryMs: 500, leverage: 20 },
})

const FAULTS = writeJsonFile('faults.json', {
  timeoutMs: 300,
  requestLost: 0.01,
  responseLost: 0.03,
  responseDelayed: { probability: 0.1, fromMs: 10, toMs: 300 },
  responseDuplicated: 0.1,
  streamDuplicated: 0.15,
  streamReordered: 0.15,
  streamGap: { probability: 0.01, fromMs: 20, toMs: 150 },
  rateLimitStorm: { probability: 0.002, fromMs: 20, toMs: 100 },
  pause: { probability: 0.005, fromMs: 20, toMs: 150 },
  serverErrors: 0.02,
  readsFail: 0.02,
  stopsVanish: 0.5,
})

type Server = Awaited<ReturnType<typeof startServer>>

const start = (...flags: string[]): Promise<Server> =>
  startServer(['--data-dir', dataDir, '--constitution', LIMITS, ...flags], {
    PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:admin',
    PLIMSOLL_SYMBOLS: 'BTCUSDT,ETHUSDT,SOLUSDT',
  })

const requestHost = async <T>(verb: string, args: unknown): Promise<T> => {
  const answer = await callHost(getSocketPath(dataDir), verb, args)
  if (answer.ok && answer.value.ok) return answer.value.value as T
  throw new Error(`${verb} failed`)
}

const aCaller = async (name: string): Promise<Caller> => {
  await requestHost('user.add', { username: name, roles: ['TRADER'], tier: 'PRO', password: 'correct horse battery' })
  const { accessToken } = await requestHost<{ accessToken: string }>('token.mint', { username: name, ttlMs: 3_600_000 })
  return { name, token: accessToken, sent: [] }
}

const UNSETTLED = '/trading/orders?status=PENDING_NEW,OUTCOME_UNKNOWN,PENDING_CANCEL'
const SOON = { timeout: 20_000, interval: 200 }

const untilSettled = ({ banner }: Server, caller: Caller): Promise<void> =>
  vi.waitFor(async () => expect(await readAll(caller, banner.url, UNSETTLED)).toEqual([]), SOON)

interface Life {
  readonly callers: readonly Caller[]
  readonly random: Random
  readonly long: boolean
}

/** Has every caller repeat its interrupted requests, then trade; returns a function that ends it. */
const beginTrading = (url: string, callers: readonly Caller[], random: Random): (() => Promise<unknown>) => {
  let gone = false
  const counter = { url, random, gone: () => gone }
  const trading = callers.map(async (caller) => {
    await retryUnanswered(caller, url)
    await trade(caller, counter, HANDS)
  })
  return () => {
    gone = true
    return Promise.all(trading)
  }
}

const runUntilKilled = async (server: Server, { callers, random, long }: Life): Promise<void> => {
  const { url } = server.banner
  await untilReady(server)
  if (long) {
    const endTrading = beginTrading(url, callers, random)
    await setTimeout(300)
    await endTrading()
    await untilSettled(server, callers[0] as Caller)
  }
  const endTrading = beginTrading(url, callers, random)
  await setTimeout(200 + random() * 1_000)
  server.child.kill('SIGKILL')
  await Promise.all([endTrading(), server.ended])
}

/** Positions, stops, open orders and wallet are those of the exchange, as of one state of its books. */
const expectAgreement = async (url: string, auditor: Caller): Promise<void> => {
  const before = readExchangeBooks(dataDir)
  const positions = await readAll(auditor, url, '/trading/positions?status=OPEN,CLOSING')
  const open = await readAll(auditor, url, '/trading/orders?open=true')
  const { walletBalance } = await readOne(auditor, url, '/account/balance')
  const { reconciliation, dayPnl } = await readOne(auditor, url, '/account/portfolio')
  const { account, open: standing } = readExchangeBooks(dataDir)
  expect(account).toEqual(before.account)

  const held = account.positions.filter(({ quantity }) => quantity !== 0)
  expect(positions.length).toBeGreaterThan(0)
  expect(sorted(positions.map((position) => `${position.symbol} ${signedLots(position)}`))).toEqual(
    sorted(held.map(({ symbol, quantity }) => `${symbol} ${quantity}`)),
  )
  expect(toUnits(walletBalance)).toBe(account.walletBalance)
  expect([reconciliation.status, reconciliation.differences, toUnits(dayPnl.adjustments)]).toEqual(['OK', 0, 0n])
  expect(sorted(open.map(orderName))).toEqual(sorted(standing.map(orderName)))
  for (const position of positions) expectStop(position, open, standing)
}

const sorted = (names: readonly string[]): string[] => [...names].sort()
const orderName = ({ venueClientId }: { readonly venueClientId: string }): string => venueClientId
const toLots = (qty: string, { instrument }: Json): bigint => countSteps(qty, instrument.lotSize)
const signedLots = (position: Json): bigint =>
  (position.direction === 'LONG' ? 1n : -1n) * toLots(position.qty, position)

/** Expects a verified stop of the whole position that the exchange has exactly as reported. */
const expectStop = (position: Json, open: readonly Json[], standing: ExchangeBooks['open']): void => {
  const { state, stopLoss, coveragePct } = position.protection
  expect([state, coveragePct]).toEqual(['VERIFIED', 100])
  const stop = open.find(({ orderId }) => orderId === stopLoss.orderId)
  expect(standing.find((order) => order.venueClientId === stop?.venueClientId)).toMatchObject({
    status: 'UNTRIGGERED',
    filled: 0,
    terms: {
      symbol: position.symbol,
      side: position.direction === 'LONG' ? 'SELL' : 'BUY',
      type: 'STOP_MARKET',
      quantity: Number(toLots(position.qty, position)),
      trigger: { price: Number(countSteps(stopLoss.triggerPrice, position.instrument.tickSize)) },
      reduceOnly: true,
    },
  })
}

/** Everything the platform reports once all is quiet, and the exchange's record of it. */
interface FinalState {
  readonly orders: readonly Json[]
  readonly trades: readonly Json[]
  readonly exchange: ExchangeBooks
}

/**
 * Expects one order at the exchange for each order of the platform there, executed equally and never beyond its
 * quantity.
 */
const expectNothingTwice = ({ orders, exchange }: FinalState): void => {
  const ours = new Map(orders.map((order) => [orderName(order), order]))
  expect(ours.size).toBe(orders.length)
  const fillsByOrder = Map.groupBy(exchange.fills, ({ venueClientId }) => venueClientId)
  for (const theirs of exchange.orders) {
    const order = ours.get(theirs.venueClientId)
    const fills = fillsByOrder.get(theirs.venueClientId) ?? []
    const executed = fills.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)
    const { exchangeOrderId } = theirs
    expect([exchangeOrderId, ...(theirs.vanished ? [null] : [])]).toContain(order?.exchangeOrderId)
    expect(fills.filter((fill) => fill.exchangeOrderId !== exchangeOrderId)).toEqual([])
    expect(toLots(order?.filledQty, order)).toBe(executed)
    expect(executed).toBeLessThanOrEqual(toLots(order?.qty, order))
  }
  const doubtful = orders.filter(({ status }) => /^PENDING|UNKNOWN$/.test(status))
  expect(doubtful).toEqual([])
}

/** Each execution is booked once, and all that moved the wallet adds up to it. */
const expectEveryUnit = ({ orders, trades, exchange }: FinalState): void => {
  const { true: settled = [], false: executed = [] } = Object.groupBy(trades, ({ kind }) => `${kind === 'SETTLEMENT'}`)
  expect(settled.filter(({ qty, fee }) => qty !== null || toUnits(fee) !== 0n)).toEqual([])
  const listed = new Map(orders.map((order) => [order.symbol, order]))
  const booked = Map.groupBy(executed, ({ exchangeExecId }) => exchangeExecId)
  expect(booked.size).toBe(exchange.fills.length)
  for (const { execId, symbol, quantity, fee } of exchange.fills) {
    const parts = booked.get(execId) ?? []
    const total = parts.reduce((sum, { qty }) => sum + toLots(qty, listed.get(symbol)), 0n)
    expect([execId, total, sumUnits(parts.map((part) => part.fee))]).toEqual([execId, BigInt(quantity), fee])
  }
  expect(toUnits(OPENING) + sumUnits(trades.map(({ cashFlow }) => cashFlow))).toBe(exchange.account.walletBalance)
}

const OPENING = '10000'

/** Every key has one answer and at most one order, and every order a caller made has its key. */
const expectOneOrderAKey = ({ orders }: FinalState, sent: readonly Sent[]): void => {
  const keyed = Map.groupBy(orders, ({ clientOrderId }) => clientOrderId)
  const made = sent.flatMap(({ answer, key, path }) => {
    const { orderId } = JSON.parse(answer?.text ?? '{}')
    if (path === '/trading/order') {
      expect([key, keyed.get(key)?.map((order) => order.orderId) ?? []]).toEqual([key, orderId ? [orderId] : []])
    }
    return orderId ?? []
  })
  const callersOwn = orders.filter(({ origin }) => origin === 'API')
  expect(sorted(made)).toEqual(sorted(callersOwn.map(({ orderId }) => orderId)))
  expect(sent.filter(({ contradictions }) => contradictions.length > 0)).toEqual([])
}

const isAcknowledged = ({ answer }: Sent): boolean => answer !== undefined && answer.status < 300

/** Sends what was carried out, and what was cut off, once more under its key. */
const repeatAll = (url: string, callers: readonly Caller[]): Promise<unknown> =>
  Promise.all(
    callers.map(async (caller) => {
      const repeated = caller.sent.filter((sent) => isAcknowledged(sent) || sent.unheard > 0)
      for (const sent of repeated) await deliver(caller, url, sent)
    }),
  )

/** Every order that was answered with 201 or 202 is there under its ID, and its fate is known. */
const expectAcknowledged = async (url: string, readers: readonly Caller[], sent: readonly Sent[]): Promise<void> => {
  const placed = sent.filter((one) => one.method === 'POST' && isAcknowledged(one))
  expect(placed.length).toBeGreaterThan(CRASHES)
  for (const [index, { answer }] of placed.entries()) {
    const { orderId } = JSON.parse(answer?.text ?? '{}')
    const order = await readOne(readers[index % readers.length] as Caller, url, `/trading/order/${orderId}`)
    expect([order.orderId, order.status]).toEqual([orderId, expect.not.stringMatching(/^PENDING|UNKNOWN$|DENIED/)])
  }
}

const OWN_OPEN = '/trading/orders?open=true&origin=API'

/** Cancels resting orders, so that only stops can still trade. */
const cancelAll = async (url: string, auditor: Caller): Promise<void> => {
  for (const { orderId } of await readAll(auditor, url, OWN_OPEN)) await cancel(auditor, url, orderId)
  await vi.waitFor(async () => expect(await readAll(auditor, url, OWN_OPEN)).toEqual([]), SOON)
}

/**
 * Buys each symbol: purchases fill, as before, and need a stop. On a busy machine the response may precede the fill.
 */
const buyOfEach = async ({ banner: { symbols, url } }: Server, caller: Caller): Promise<void> => {
  for (const symbol of symbols) {
    const answer = await placeOrder(caller, url, { symbol, side: 'BUY', type: 'MARKET', notional: '500' })
    expect([201, 202], answer?.text).toContain(answer?.status)
    const { orderId } = JSON.parse(answer?.text ?? '{}')
    await vi.waitFor(async () => {
      expect(await readOne(caller, url, `/trading/order/${orderId}`)).toMatchObject({ status: 'FILLED' })
    }, SOON)
  }
}

const crashOften = async (): Promise<Caller[]> => {
  const random = createRandom(1)
  const callers: Caller[] = []
  for (let crash = 0; crash < CRASHES; crash++) {
    const server = await start('--faults', FAULTS)
    while (callers.length < CALLERS) callers.push(await aCaller(`caller-${callers.length}`))
    await runUntilKilled(server, { callers, random, long: crash % LONG_EVERY === 0 })
  }
  return callers
}

it(
  `keeps every order and every unit of money through ${CRASHES} kill -9 while trading on a faulty exchange`,
  async () => {
    const callers = await crashOften()
    const server = await start()
    const { url } = server.banner
    const auditors = await Promise.all(['auditor-0', 'auditor-1', 'auditor-2'].map(aCaller))
    const auditor = auditors[0] as Caller
    await untilReady(server)
    await Promise.all(callers.map((caller) => retryUnanswered(caller, url)))
    await untilSettled(server, auditor)
    await cancelAll(url, auditor)
    await buyOfEach(server, callers[0] as Caller)
    await vi.waitFor(() => expectAgreement(url, auditor), SOON)

    const sent = callers.flatMap((caller) => caller.sent)
    await repeatAll(url, callers)
    await expectAcknowledged(url, auditors, sent)
    const orders = await readAll(auditor, url, '/trading/orders')
    const finalState = {
      orders,
      trades: await readAll(auditor, url, '/account/trades'),
      exchange: readExchangeBooks(dataDir),
    }
    expectNothingTwice(finalState)
    expectEveryUnit(finalState)
    expectOneOrderAKey(finalState, sent)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
  60_000 + CRASHES * 30_000,
)
