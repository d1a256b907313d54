import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { callHost } from '../../server/host/call-host.ts'
import type { HostStatus } from '../../server/host/control-verbs.ts'
import { getSocketPath } from '../../server/host/socket.ts'
import { readExchangeBooks } from '../support/exchange-books.ts'
import { type Caller, type Json, placeOrder, readAll } from '../support/order-stream.ts'
import { aDirectory, run, startServer, untilReady } from '../support/process.ts'

/** Long enough for a busy machine; a server that is ready has not yet received data for every symbol. */
const SOON = { timeout: 30_000, interval: 50 }

type Server = Awaited<ReturnType<typeof startServer>>

/** Creates a data directory with its server and the host command for it. */
const createSite = () => {
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

type Site = ReturnType<typeof createSite>

const untilState = (site: Site, state: HostStatus['state']): Promise<HostStatus> =>
  vi.waitFor(async () => {
    const status = await site.status()
    expect(status.state).toBe(state)
    return status
  }, SOON)

const untilComplete = (site: Site): Promise<void> =>
  vi.waitFor(
    async () =>
      expect((await site.status()).stop).toMatchObject({ phase: 'COMPLETE', latchPersistence: 'FILE_AND_DB' }),
    { ...SOON, timeout: 45_000 },
  )

const kill = async ({ child, ended }: Server): Promise<void> => {
  child.kill('SIGKILL')
  await ended
}

const parseAnswer = async (answer: ReturnType<typeof placeOrder>): Promise<Json> => {
  const { status, text } = (await answer) ?? {}
  return { ...JSON.parse(text ?? '{}'), status, answered: status }
}

const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', notional: '500' }

/** Places a bid far enough off to rest. */
const rest = async (caller: Caller, { banner: { url } }: Server): Promise<void> => {
  const [ticker] = await readTickers(url, caller.token)
  const price = `${Math.floor(Number(ticker.bestBidPrice) * 0.99)}.0`
  const bid = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.002', price, timeInForce: 'GTC' }
  expect((await parseAnswer(placeOrder(caller, url, bid))).answered).toBe(201)
}

/** Something that rests and something that is held, with its stop. */
const trade = async (site: Site, server: Server): Promise<Caller> => {
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

/** Returns the go-live packet that would be needed for arming. */
const readPacket = async ({ token }: Caller, url: string): Promise<Json> => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/monitor/live-readiness-decision-packet`, { headers })
  return ((await response.json()) as Json).data
}

/** Returns the open orders according to the exchange's own store. */
const standingAt = ({ dataDir }: Site): string[] =>
  readExchangeBooks(dataDir)
    .open.map(({ terms }) => terms.type)
    .toSorted()

const untilOnlyStops = (site: Site): Promise<void> =>
  vi.waitFor(() => expect(standingAt(site)).toEqual(['STOP_MARKET']), SOON)

const WAYS = [
  {
    way: 'plimsoll stop',
    code: 'EMERGENCY_STOP',
    reason: 'the feed looks wrong',
    act: async (site: Site) => {
      const { exit, out, err } = await site.plimsoll('stop', '--reason', 'the feed looks wrong')
      expect({ exit, err }).toEqual({ exit: 0, err: '' })
      expect(out).toContain('Clear        plimsoll stop clear')
    },
  },
  {
    way: 'SIGUSR2',
    code: 'EMERGENCY_STOP',
    reason: 'The process received SIGUSR2.',
    act: async (_site: Site, { child }: Server) => void child.kill('SIGUSR2'),
  },
  {
    way: 'a file that is put there',
    code: 'STOP_FILE',
    reason: 'A stop file was put into the data directory.',
    act: async ({ stopFile }: Site) => writeFileSync(stopFile, ''),
  },
]

/** Clears the stop and resumes as the host does, without its commands. */
const giveBack = async (site: Site): Promise<void> => {
  for (const [verb, next] of [
    ['stop', 'PAUSED'],
    ['resume', 'RUNNING'],
  ] as const) {
    const { code } = await site.requestHost<{ code: string }>(`${verb}.show`)
    await site.requestHost(`${verb}.confirm`, { code, reason: 'the way was tried' })
    await untilState(site, next)
  }
}

it('cancels resting orders, keeps protective stops, and allows no increase of risk, by every way to stop', async () => {
  const site = createSite()
  const server = await site.start()
  const caller = await trade(site, server)
  for (const { code, reason, act } of WAYS) {
    await act(site, server)
    expect(await untilState(site, 'HALTED')).toMatchObject({
      stateReason: { code, message: reason },
      desiredState: 'PAUSED',
      latch: { engaged: true },
      positions: { open: 1 },
    })
    await untilOnlyStops(site)
    const refused = await parseAnswer(placeOrder(caller, server.banner.url, BUY))
    expect(refused).toMatchObject({ answered: 409, stopId: (await site.status()).latch.stopId })
    await untilComplete(site)
    expect(standingAt(site)).toEqual(['STOP_MARKET'])
    await giveBack(site)
    await rest(caller, server)
  }
}, 120_000)

describe('an emergency stop', () => {
  it('survives the loss of the database through the file, and of the file through the database', async () => {
    const site = createSite()
    const first = await site.start()
    expect((await site.plimsoll('stop', '--json')).exit).toBe(0)
    await untilState(site, 'HALTED')
    await kill(first)

    for (const file of site.engineFiles()) rmSync(file)
    const second = await site.start()
    const { latch, stop } = await untilState(site, 'HALTED')
    expect([latch.engaged, stop?.reason]).toEqual([true, 'plimsoll stop'])
    await kill(second)

    rmSync(site.stopFile)
    await site.start()
    expect(await untilState(site, 'HALTED')).toMatchObject({ latch })
    await vi.waitFor(() => expect(readFileSync(site.stopFile, 'utf8')).toContain(latch.stopId), SOON)
    rmSync(site.stopFile)
    await vi.waitFor(() => expect(existsSync(site.stopFile)).toBe(true), SOON)
  }, 120_000)

  it('holds in the next start when it is given to a hanging process, to one that goes down, or to none', async () => {
    const site = createSite()
    const first = await site.start()
    await trade(site, first)
    first.child.kill('SIGSTOP')
    const began = performance.now()
    const { exit, out, err } = await site.plimsoll('stop')
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(performance.now() - began).toBeLessThan(8_000)
    expect(out).toContain(`did not respond; process ${first.child.pid} was killed`)
    await first.ended
    const second = await site.start()
    expect(await untilState(site, 'HALTED')).toMatchObject({ positions: { open: 1 } })
    await untilOnlyStops(site)

    await untilComplete(site)
    await giveBack(site)
    second.child.kill('SIGTERM')
    second.child.kill('SIGUSR2')
    expect(await second.ended).toBe(0)
    expect(existsSync(site.stopFile)).toBe(true)
    const third = await site.start()
    await untilState(site, 'HALTED')

    await untilComplete(site)
    await giveBack(site)
    third.child.kill('SIGTERM')
    await third.ended
    expect(await site.plimsoll('stop')).toMatchObject({ exit: 0, out: expect.stringContaining('not running') })
    const status = await site.plimsoll('status')
    expect([status.exit, status.out]).toEqual([3, expect.stringContaining('the next start comes up HALTED')])
    expect((await site.plimsoll('stop', 'clear')).exit).toBe(3)
    await site.start()
    expect(await untilState(site, 'HALTED')).toMatchObject({ stateReason: { message: 'plimsoll stop' } })
  }, 120_000)
})

describe('giving authority back', () => {
  const requestCode = async (site: Site, ...words: readonly string[]): Promise<string> => {
    const output = await site.plimsoll(...words, '--json')
    expect(output).toMatchObject({ exit: 0, err: '' })
    return JSON.parse(output.out).code
  }

  it('takes two steps, only as long as nothing has changed, and never goes from HALTED to RUNNING', async () => {
    const site = createSite()
    const server = await site.start()
    const caller = await trade(site, server)
    await untilState(site, 'RUNNING')
    expect(await site.plimsoll('resume')).toMatchObject({ exit: 4, err: expect.stringContaining('RUNNING') })
    expect(await site.plimsoll('stop', 'clear')).toMatchObject({
      exit: 4,
      err: expect.stringContaining('No emergency'),
    })
    await site.plimsoll('stop')
    expect(await site.plimsoll('resume')).toMatchObject({
      exit: 4,
      err: expect.stringContaining('plimsoll stop clear'),
    })
    await untilComplete(site)

    const code = await requestCode(site, 'stop', 'clear')
    const confirm = (typed: string) =>
      site.plimsoll('stop', 'clear', '--confirm', typed, '--reason', 'the feed is back')
    expect(await confirm(code === '000000' ? '000001' : '000000')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('not the code'),
    })
    expect(await site.status()).toMatchObject({ state: 'HALTED' })
    expect(await confirm(code)).toMatchObject({ exit: 2 })
    expect(await confirm(await requestCode(site, 'stop', 'clear'))).toMatchObject({ exit: 0 })
    expect(await untilState(site, 'PAUSED')).toMatchObject({ desiredState: 'PAUSED', latch: { engaged: false } })
    expect(existsSync(site.stopFile)).toBe(false)
    expect(await confirm(code)).toMatchObject({ exit: 2 })

    const stale = await requestCode(site, 'resume')
    await site.plimsoll('stop', '--reason', 'once more')
    const resume = (typed: string) => site.plimsoll('resume', '--confirm', typed, '--reason', 'checked it')
    expect(await resume(stale)).toMatchObject({ exit: 2, err: expect.stringContaining('changed since') })
    expect(await site.status()).toMatchObject({ state: 'HALTED' })
    await untilComplete(site)
    expect(await confirm(await requestCode(site, 'stop', 'clear'))).toMatchObject({ exit: 0 })
    await untilState(site, 'PAUSED')
    expect(await resume(await requestCode(site, 'resume'))).toMatchObject({ exit: 0 })
    expect(await site.status()).toMatchObject({ state: 'RUNNING', desiredState: 'RUNNING' })

    expect(await site.plimsoll('pause')).toMatchObject({ exit: 0, err: expect.stringContaining('Paused.') })
    const arm = (packet: string) => site.plimsoll('live', 'arm', '--packet', packet, '--reason', 'a try')
    const { packetHash } = await readPacket(caller, server.banner.url)
    expect(await arm(packetHash)).toMatchObject({ exit: 4, err: expect.stringContaining('No go') })
    expect(await arm('0'.repeat(64))).toMatchObject({ exit: 2, err: expect.stringContaining('packet') })
    const listed = await site.plimsoll('audit', 'list', '--json')
    for (const action of ['EMERGENCY_STOP', 'STOP_CLEAR', 'RESUME', 'PAUSE', 'LIVE_ARM', 'USER_ADD']) {
      expect(listed.out).toContain(action)
    }
    expect(await site.plimsoll('audit', 'verify')).toMatchObject({ exit: 0 })
  }, 180_000)
})
