import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Client, type components, createClient, PlimsollError } from '../client/src/index.ts'
import { hostClocks } from '../server/app/clocks.ts'
import { openHistory } from '../server/app/history.ts'
import { openLog } from '../server/app/log.ts'
import { type Platform, startPlatform } from '../server/app/platform.ts'
import { parseConfig } from '../server/config/config.ts'
import { DAY_MS, HOUR_MS } from '../server/core/instant.ts'

/** A running paper server, and the password of its user `admin`. */
export interface PaperServer {
  readonly platform: Platform
  readonly password: string
}

const PASSWORD = 'tall ships sail on wednesdays'

/** Runs of the server before the last one, and the market time between two of them. */
const RUNS = 27
const APART_MS = 4 * HOUR_MS

/** Pause after each order: the gates allow five orders a second, including stops. */
const ORDER_MS = 1_200

/** Trading time of the last run, enough for decisions of autotrading on bars of one minute. */
const LAST_RUN_MS = 70_000

/**
 * Starts a paper server whose account has traded for five days. The price of the simulated market depends only on its
 * seed and the time, so the server runs for a few seconds at each of several times in the past: it closes a position of
 * an earlier run, and opens another one. Then it runs backtests, and trades for a minute at the present time.
 */
export const startPaperServer = async (dataDir: string): Promise<PaperServer> => {
  writeFileSync(join(dataDir, LIMITS_FILE), JSON.stringify(LIMITS))
  await downloadHistory(dataDir)
  for (let run = 0; run < RUNS; run += 1) {
    const platform = await startAt(dataDir, (run - RUNS) * APART_MS)
    await tradeOnce(await openTrader(platform), run)
    await platform.close()
  }
  const platform = await startAt(dataDir, 0)
  const trader = await openTrader(platform)
  await runBacktests(trader)
  await openLastPositions(trader)
  await setTimeout(LAST_RUN_MS)
  return { platform, password: PASSWORD }
}

const LIMITS_FILE = 'limits.json'

/** Limits that neither a slow disk nor a series of losses reaches. */
const LIMITS = { data: { maxCommitP99Ms: 10_000 }, limits: { maxLossStreak: 50 } }

/** Starts the server with its clock set forward by `byMs`. */
const startAt = async (dataDir: string, byMs: number): Promise<Platform> => {
  const config = parseConfig(
    {},
    {
      port: '0',
      dataDir,
      constitution: join(dataDir, LIMITS_FILE),
      bootstrapAdmin: `admin:${PASSWORD}`,
      logLevel: 'silent',
      timeframes: '1m,5m,15m',
    },
  )
  if (!config.ok) throw new Error(config.error.join(' '))
  const clocks = { ...hostClocks, wall: () => hostClocks.wall() + byMs }
  const platform = await startPlatform({
    config: config.value,
    ...openLog(config.value, { write: () => {} }),
    clocks,
  })
  while ((await fetch(`${platform.url}/readyz`)).status !== 200) await setTimeout(20)
  return platform
}

type Trader = Client['rest']
type OrderRequest = components['schemas']['OrderRequest']
type Position = components['schemas']['Position']

const openTrader = async ({ url, identity }: Platform): Promise<Trader> => {
  const minted = await identity.mintToken({ username: 'admin' })
  if (!minted.ok) throw new Error('no token could be made')
  return createClient({ baseUrl: url, token: minted.value.accessToken }).rest
}

const MARKETS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const
const SIDES = ['BUY', 'SELL', 'BUY', 'BUY', 'SELL'] as const
const NOTIONALS = ['300', '450', '200', '350'] as const

/** Closes the position in one of the markets, and opens another one there. */
const tradeOnce = async (trader: Trader, run: number): Promise<void> => {
  const symbol = pick(MARKETS, run)
  const position = await findPosition(trader, symbol)
  if (position) await close(trader, position)
  await place(trader, { symbol, side: pick(SIDES, run), type: 'MARKET', notional: pick(NOTIONALS, run) })
}

const pick = <T>(choices: readonly T[], nth: number): T => choices[nth % choices.length] as T

/** Leaves a long position with a stop and a target, a short one, and resting orders on both sides. */
const openLastPositions = async (trader: Trader): Promise<void> => {
  const { data: tickers } = await trader.GET('/api/v381/market/tickers', { params: { query: { symbol: 'BTCUSDT' } } })
  const [ticker] = tickers.items
  if (!ticker?.markPrice) throw new Error('BTCUSDT was not observed yet')
  const { markPrice, tickSize } = ticker
  const at = (share: number): string => priceAt(share, markPrice, tickSize)
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    const position = await findPosition(trader, symbol)
    if (position) await close(trader, position)
  }
  const protection = { stopLoss: { triggerPrice: at(0.985) }, takeProfit: { triggerPrice: at(1.02) } }
  await place(trader, { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', notional: '1200', ...protection })
  await place(trader, { symbol: 'ETHUSDT', side: 'SELL', type: 'MARKET', notional: '600' })
  const resting = { symbol: 'BTCUSDT', type: 'LIMIT', timeInForce: 'POST_ONLY', qty: '0.01' } as const
  await place(trader, { ...resting, side: 'BUY', price: at(0.993) })
}

const findPosition = async (trader: Trader, symbol: string): Promise<Position | undefined> =>
  (await trader.GET('/api/v381/trading/positions', { params: { query: { symbol } } })).data.items[0]

const close = (trader: Trader, { id }: Position): Promise<void> =>
  untilAccepted(() => trader.POST('/api/v381/trading/positions/{id}/close', { params: { path: { id } }, body: {} }))

const place = (trader: Trader, body: OrderRequest): Promise<void> =>
  untilAccepted(() => trader.POST('/api/v381/trading/order', { body }))

/** Repeats an order that is refused, as while data is late on a busy machine. Orders beyond a limit are left out. */
const untilAccepted = async (send: () => Promise<unknown>, attempts = 8): Promise<void> => {
  try {
    await send()
    await setTimeout(ORDER_MS)
  } catch (error) {
    if (!(error instanceof PlimsollError)) throw error
    await setTimeout(ORDER_MS)
    if (attempts > 1) await untilAccepted(send, attempts - 1)
  }
}

/** Returns a share of a price, rounded down to the tick size. */
const priceAt = (share: number, price: string, tickSize: string): string => {
  const digits = tickSize.split('.')[1]?.length ?? 0
  return (Math.floor((Number(price) * share) / Number(tickSize)) * Number(tickSize)).toFixed(digits)
}

const HISTORY_FROM_MS = Date.parse('2025-01-01T00:00:00Z')
const HISTORY_TO_MS = HISTORY_FROM_MS + 40 * DAY_MS

const downloadHistory = (dataDir: string) =>
  openHistory(hostClocks, () => new AbortController().signal).download(
    {
      dataDir,
      exchange: 'simulated',
      symbols: ['BTCUSDT'],
      kinds: ['candles', 'mark', 'funding'],
      fromMs: HISTORY_FROM_MS,
      toMs: HISTORY_TO_MS,
      source: undefined,
      exchangeUrl: undefined,
      archiveUrl: undefined,
      seed: 1,
    },
    () => {},
  )

/** Strategies of the backtests; the research screen opens the newest run. */
const TESTED = ['S05', 'S03', 'S01'] as const
/** Bars before the range, from which indicators are computed. */
const WARM_UP_MS = 15 * DAY_MS
const POLL_MS = 1_000

/** Runs a backtest of each of several strategies to its end. */
const runBacktests = async (trader: Trader): Promise<void> => {
  for (const strategyId of TESTED) {
    const range = { fromMs: HISTORY_FROM_MS + WARM_UP_MS, toMs: HISTORY_TO_MS }
    const { data: job } = await trader.POST('/api/v381/research/jobs', {
      body: { exchange: 'simulated', strategyId, symbols: ['BTCUSDT'], timeframes: ['5m'], ...range },
    })
    while (!(await hasFinished(trader, job.jobId))) await setTimeout(POLL_MS)
  }
}

const hasFinished = async (trader: Trader, jobId: string): Promise<boolean> => {
  const { data } = await trader.GET('/api/v381/research/jobs')
  const job = data.items.find((each) => each.jobId === jobId)
  if (job?.state === 'FAILED') throw new Error(`backtest ${jobId} failed`)
  return job?.state === 'FINISHED'
}
