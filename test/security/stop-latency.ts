import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { percentile } from '../../bench/measure.ts'
import type { Json } from '../support/order-stream.ts'
import type { AttackOptions, Findings } from './attack.ts'
import type { FloodCounts } from './flood.ts'
import type { TargetServer } from './target-server.ts'

/** Goals under attack, in milliseconds. */
const STOP_P99_MAX_MS = 100
const CALLER_P99_MAX_MS = 250

interface Latencies {
  /** Time from the call to the latch, for each stop. */
  readonly stops: readonly number[]
  /** Time from the call to the complete answer, for each read of another caller. */
  readonly reads: readonly number[]
  readonly failures: readonly string[]
}

interface Sent {
  readonly status: number
  readonly body: Json
  readonly sentAtMs: number
  readonly tookMs: number
}

const sendRequest = (server: TargetServer, method: string, path: string, options: { token: string; agent?: Agent }) =>
  new Promise<Sent>((resolve, reject) => {
    const sentAtMs = Date.now()
    const since = performance.now()
    const headers = { authorization: `Bearer ${options.token}` }
    const agent = options.agent ?? new Agent()
    const clientRequest = request({
      host: '127.0.0.1',
      port: server.port,
      method,
      path,
      headers,
      agent,
      timeout: 10_000,
    })
    clientRequest.on('timeout', () => clientRequest.destroy(new Error('no answer within 10 s')))
    clientRequest.on('error', reject)
    clientRequest.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = JSON.parse(String(Buffer.concat(chunks)))
        resolve({ status: response.statusCode ?? 0, body, sentAtMs, tookMs: performance.now() - since })
      })
    })
    clientRequest.end()
  })

const STOP_EVERY_MS = 100
const READ_EVERY_MS = 10
const READS = ['/api/v381/market/tickers', '/api/autotrading/status', '/api/v381/account/balance']

/**
 * Stops the engine repeatedly, each time over a new connection, and clears the stop in between, while another caller
 * reads on a separate connection.
 */
const measureLatencies = async (server: TargetServer, seconds: number): Promise<Latencies> => {
  const trader = await server.token('TRADER')
  const reader = await server.token('VIEWER')
  const latencies = { stops: [] as number[], reads: [] as number[], failures: [] as string[] }
  const untilMs = performance.now() + seconds * 1_000
  const reading = readOn(server, { token: reader, untilMs, ...latencies })
  while (performance.now() < untilMs) {
    await stopOnce(server, trader)
      .then((latched) => latencies.stops.push(latched))
      .catch((error: Error) => latencies.failures.push(`A stop failed: ${error.message}.`))
    await setTimeout(STOP_EVERY_MS)
  }
  await reading
  return latencies
}

interface Reading extends Latencies {
  readonly token: string
  readonly untilMs: number
}

/** Reads per user, within the quota of 500 a minute. */
const READS_PER_USER = 450

const readOn = async (server: TargetServer, { token, untilMs, reads, failures }: Reading): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let current = token
  for (let count = 1; performance.now() < untilMs; count++) {
    if (count % READS_PER_USER === 0) current = await server.token('VIEWER')
    await sendRequest(server, 'GET', READS[count % READS.length] ?? '/', { token: current, agent })
      .then(({ status, tookMs }) => {
        if (status === 200) (reads as number[]).push(tookMs)
        else (failures as string[]).push(`A read was answered with ${status}.`)
      })
      .catch((error: Error) => (failures as string[]).push(`A read failed: ${error.message}.`))
    await setTimeout(READ_EVERY_MS)
  }
  agent.destroy()
}

const stopOnce = async (server: TargetServer, token: string): Promise<number> => {
  const { status, body, sentAtMs } = await sendRequest(server, 'POST', '/api/emergency-stop', { token })
  if (status !== 200 && status !== 202) throw new Error(`status ${status} ${body.code}`)
  const latched = Date.parse(body.latchedAt) - sentAtMs
  await clear(server)
  return latched
}

const CLEAR_WITHIN_MS = 10_000

/** Clears the stop and resumes on the host, once nothing blocks it. */
const clear = async (server: TargetServer): Promise<void> => {
  const untilMs = performance.now() + CLEAR_WITHIN_MS
  while (true) {
    try {
      const { code } = await server.host('stop.show')
      await server.host('stop.confirm', { code, reason: 'the attack goes on' })
      return
    } catch (error) {
      if (performance.now() > untilMs) throw error
      await setTimeout(20)
    }
  }
}

/** Share of the time spent on the baseline measurement without the attack. */
const QUIET_SHARE = 0.25

/**
 * Measures stops and reads without and under an attack. The goals apply to the increase caused by the attack, so that a
 * busy machine does not affect the result.
 */
export const judgeUnderAttack = async (
  server: TargetServer,
  { seconds, patience }: Pick<AttackOptions, 'seconds' | 'patience'>,
  begin: () => Promise<() => Promise<FloodCounts>>,
): Promise<Findings> => {
  const quiet = await measureLatencies(server, seconds * QUIET_SHARE)
  const end = await begin()
  const attacked = await measureLatencies(server, seconds * (1 - QUIET_SHARE))
  const { sent, answered, opened, cut } = await end()
  const stop = [quiet.stops, attacked.stops].map((values) => percentile(values, 0.99)) as [number, number]
  const read = [quiet.reads, attacked.reads].map((values) => percentile(values, 0.99)) as [number, number]
  const broken = [...new Set(attacked.failures)].slice(0, 5)
  if (attacked.stops.length === 0) broken.push('No stop was latched.')
  if (stop[1] - stop[0] > patience * STOP_P99_MAX_MS) {
    broken.push(`Stops were latched after ${ms(stop[1])} at p99, ${ms(stop[0])} without the attack.`)
  }
  if (read[1] - read[0] > patience * CALLER_P99_MAX_MS) {
    broken.push(`Other callers were answered after ${ms(read[1])} at p99, ${ms(read[0])} without the attack.`)
  }
  const figures = {
    connections: opened,
    answered,
    cut,
    stops: attacked.stops.length,
    'stop latched p50': ms(percentile(attacked.stops, 0.5)),
    'stop latched p99': `${ms(stop[1])} (quiet ${ms(stop[0])})`,
    'other callers p50': ms(percentile(attacked.reads, 0.5)),
    'other callers p99': `${ms(read[1])} (quiet ${ms(read[0])})`,
  }
  return { tried: sent + opened, broken, figures }
}

const ms = (value: number): string => `${Math.round(value)} ms`
