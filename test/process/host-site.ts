import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { callHost } from '../../server/host/call-host.ts'
import type { HostStatus } from '../../server/host/control-verbs.ts'
import { getSocketPath } from '../../server/host/socket.ts'
import { readExchangeBooks } from '../support/exchange-books.ts'
import { type Caller, type Json, placeOrder, readAll } from '../support/order-stream.ts'
import { aDirectory, run, startServer, untilReady } from '../support/process.ts'

/** Timeout for a busy machine: a ready server may not have received data for every symbol yet. */
export const SOON = { timeout: 60_000, interval: 50 }

export type Server = Awaited<ReturnType<typeof startServer>>

/** Creates a data directory with its server and the host command for it. */
export const createSite = () => {
  const dataDir = aDirectory()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const requestHost = async <T>(verb: string, args: unknown = {}): Promise<T> => {
    const answer = await callHost(getSocketPath(dataDir), verb, args)
    if (answer.ok && answer.value.ok) return answer.value.value as T
    throw new Error(`${verb} came to ${JSON.stringify(answer)}`)
  }
  return {
    dataDir,
    stopFile: join(dataDir, 'EMERGENCY_STOP'),
    engineFiles: () =>
      readdirSync(join(dataDir, 'simulated-paper'))
        .filter((name) => name.startsWith('engine.sqlite'))
        .map((name) => join(dataDir, 'simulated-paper', name)),
    requestHost,
    status: () => requestHost<HostStatus>('status'),
    async start(): Promise<Server> {
      const server = await startServer(['--data-dir', dataDir], { PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:admin' })
      await untilReady(server)
      return server
    },
    async plimsoll(...args: readonly string[]) {
      const command = run([...args, '--data-dir', dataDir])
      return { exit: await command.ended, out: command.out(), err: command.err() }
    },
  }
}

export type Site = ReturnType<typeof createSite>

export const untilState = (site: Site, state: HostStatus['state']): Promise<HostStatus> =>
  vi.waitFor(async () => {
    const status = await site.status()
    expect(status.state).toBe(state)
    return status
  }, SOON)

export const untilComplete = (site: Site): Promise<void> =>
  vi.waitFor(
    async () =>
      expect((await site.status()).stop).toMatchObject({ phase: 'COMPLETE', latchPersistence: 'FILE_AND_DB' }),
    SOON,
  )

export const parseAnswer = async (answer: ReturnType<typeof placeOrder>): Promise<Json> => {
  const { status, text } = (await answer) ?? {}
  return { ...JSON.parse(text ?? '{}'), status, answered: status }
}

export const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', notional: '500' }

/** Places a bid far enough from the market to rest. */
export const rest = async (caller: Caller, { banner: { url } }: Server): Promise<void> => {
  const [ticker] = await readTickers(url, caller.token)
  const price = `${Math.floor(Number(ticker.bestBidPrice) * 0.99)}.0`
  const bid = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.002', price, timeInForce: 'GTC' }
  expect((await parseAnswer(placeOrder(caller, url, bid))).answered).toBe(201)
}

/** Places a resting order, and opens a position with its stop. */
export const trade = async (site: Site, server: Server): Promise<Caller> => {
  const rights = { username: 'trader', roles: ['TRADER'], tier: 'PRO', password: 'correct horse battery' }
  await site.requestHost('user.add', rights)
  const { accessToken } = await site.requestHost<{ accessToken: string }>('token.mint', { username: 'trader' })
  const caller: Caller = { name: 'trader', token: accessToken, sent: [] }
  await vi.waitFor(async () => {
    expect(await parseAnswer(placeOrder(caller, server.banner.url, BUY))).toMatchObject({ answered: 201 })
  }, SOON)
  await rest(caller, server)
  await vi.waitFor(async () => {
    const [position] = await readAll(caller, server.banner.url, '/trading/positions?status=OPEN')
    expect(position.protection.state).toBe('VERIFIED')
  }, SOON)
  expect(standingAt(site)).toEqual(['LIMIT', 'STOP_MARKET'])
  return caller
}

const readTickers = async (url: string, token: string): Promise<Json[]> => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/v381/market/tickers?symbols=BTCUSDT`, { headers })
  return ((await response.json()) as Json).items
}

/** Returns the open orders according to the exchange's own store. */
export const standingAt = ({ dataDir }: Site): string[] =>
  readExchangeBooks(dataDir)
    .open.map(({ terms }) => terms.type)
    .toSorted()

export const untilOnlyStops = (site: Site): Promise<void> =>
  vi.waitFor(() => expect(standingAt(site)).toEqual(['STOP_MARKET']), SOON)

/** Clears the stop and resumes as the host does, without its commands. */
export const clearAndResume = async (site: Site): Promise<void> => {
  for (const [verb, next] of [
    ['stop', 'PAUSED'],
    ['resume', 'RUNNING'],
  ] as const) {
    const { code } = await site.requestHost<{ code: string }>(`${verb}.show`)
    await site.requestHost(`${verb}.confirm`, { code, reason: 'the way was tried' })
    await untilState(site, next)
  }
}
