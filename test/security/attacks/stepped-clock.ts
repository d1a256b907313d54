import { setTimeout } from 'node:timers/promises'
import { createSteerableClock } from '../../clock/steerable-clock.ts'
import { json, startTestPlatform, type TestPlatform } from '../../support/platform.ts'
import { readMetrics } from '../../support/read-metrics.ts'
import { aTrader } from '../../support/trader.ts'
import type { Attack, AttackOptions, Findings } from '../attack.ts'

const HOUR_MS = 3_600_000
const OFFSETS_MS = [HOUR_MS, 0, -HOUR_MS, 60_000, -60_000, 24 * HOUR_MS, 0]
/** One minute of healthy operation, with tolerance for a busy machine. */
const RUNNING_WITHIN_MS = 150_000
const BOUGHT_WITHIN_MS = 60_000
/** Steps per user: 360 requests, within the quota of 500 a minute. */
const STEPS_PER_USER = 30

/**
 * Repeatedly sets the wall clock of a server with a position, and checks that nothing is wrongly reported as fresh or
 * missing.
 */
const run = async ({ seconds }: AttackOptions): Promise<Findings> => {
  const clock = createSteerableClock()
  const server = await startTestPlatform({ autotrading: 'off' }, undefined, clock)
  try {
    return await attack(server, clock, seconds)
  } finally {
    await server.close()
  }
}

const attack = async (
  server: TestPlatform,
  clock: ReturnType<typeof createSteerableClock>,
  seconds: number,
): Promise<Findings> => {
  const broken: string[] = []
  await server.ready()
  const addToken = (): Promise<string> => server.token({ role: 'TRADER', tier: 'PRO' })
  let token = await addToken()
  const bought = await buy(server)
  if (!bought) broken.push('no position could be opened before the clock was set')
  const endMs = performance.now() + seconds * 1_000
  let steps = 0
  for (; performance.now() < endMs; steps++) {
    const offsetMs = OFFSETS_MS[steps % OFFSETS_MS.length] ?? 0
    clock.set(offsetMs)
    if (steps % STEPS_PER_USER === 0) token = await addToken()
    for (let readings = 0; readings < 4; readings++) {
      broken.push(...(await blindIn(server, token)).map((fault) => `wall clock ${offsetMs} ms off: ${fault}`))
      await setTimeout(100)
    }
  }
  token = await addToken()
  if (!(await buy(server))) broken.push('an order was refused for a minute after the clock was set')
  const runningMs = await timeUntilRunning(server, token)
  if (runningMs === null) broken.push(`not RUNNING within ${RUNNING_WITHIN_MS / 1_000} s after the last change`)
  clock.set(-HOUR_MS)
  const stopped = await server.post('/api/emergency-stop', {}, token)
  if (stopped.status >= 300) broken.push(`a stop with a live token was answered with ${stopped.status}`)
  return { tried: steps, broken, figures: { 'RUNNING again after': `${Math.round((runningMs ?? 0) / 1_000)} s` } }
}

const buy = async (server: TestPlatform): Promise<boolean> => {
  const trader = await aTrader(server)
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }
  for (const endMs = performance.now() + BOUGHT_WITHIN_MS; performance.now() < endMs; await setTimeout(250)) {
    if ((await trader.call('POST', '/trading/order', order)).status === 201) return true
  }
  return false
}

/** Returns the server's wrong reports about its position and market. */
const blindIn = async (server: TestPlatform, token: string): Promise<string[]> => {
  const report = await json(await server.get('/api/monitor/protection-blocker-truth', token))
  const metrics = readMetrics(await (await server.get('/metrics', token)).text())
  const { source } = await json(await server.get('/api/v381/market/tickers', token))
  const open = metrics.get('plimsoll_positions_open')?.samples.get('')
  return [
    ...(report.verdict === 'NO_POSITIONS' ? ['protection-blocker-truth reports NO_POSITIONS'] : []),
    ...(open === 1 ? [] : [`plimsoll_positions_open is ${open}`]),
    ...(source.status === 'FRESH' && !(source.ageMs >= 0) ? [`tickers of age ${source.ageMs} are FRESH`] : []),
  ]
}

const timeUntilRunning = async (server: TestPlatform, token: string): Promise<number | null> => {
  const beganMs = performance.now()
  for (; performance.now() - beganMs < RUNNING_WITHIN_MS; await setTimeout(500)) {
    const { state } = await json(await server.get('/api/autotrading/status', token))
    if (state === 'RUNNING') return performance.now() - beganMs
  }
  return null
}

export const steppedClock: Attack = {
  name: 'stepped-clock',
  summary: 'wall clock set ahead and back while a position is open',
  run,
}
