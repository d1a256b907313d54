import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { percentile } from '../../bench/measure.ts'
import type { Json } from '../support/order-stream.ts'
import type { TargetServer } from './target-server.ts'

/** Goals under attack, in milliseconds. */
const STOP_P99_MAX_MS = 100
const CALLER_P99_MAX_MS = 250

export interface Latencies {
  /** From the call to the latch, for each stop. */
  readonly stops: readonly number[]
  /** From the call to the whole answer, for each read of another caller. */
  readonly reads: readonly number[]
  readonly failures: readonly string[]
}

interface Sent {
  readonly status: number
  readonly body: Json
  readonly sentAtMs: number
  readonly tookMs: number
}

const send = (server: TargetServer, method: string, path: string, options: { token: string; agent?: Agent }) =>
  new Promise<Sent>((resolve, reject) => {
    const sentAtMs = Date.now()
    const since = performance.now()
    const headers = { authorization: `Bearer ${options.token}` }
    const agent = options.agent ?? new Agent()
    const asked = request({ host: '127.0.0.1', port: server.port, method, path, headers, agent, timeout: 10_000 })
    asked.on('timeout', () => asked.destroy(new Error('no answer within 10 s')))
    asked.on('error', reject)
    asked.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = JSON.parse(String(Buffer.concat(chunks)))
        resolve({ status: response.statusCode ?? 0, body, sentAtMs, tookMs: performance.now() - since })
      })
    })
    asked.end()
  })

const STOP_EVERY_MS = 100
const READ_EVERY_MS = 10
const READS = ['/api/v381/market/tickers', '/api/autotrading/status', '/api/v381/account/balance']

/**
 * Stops the engine again and again, each time over a new connection, and clears the stop in between, while another
 * caller reads on a connection of its own.
 */
export const measureLatencies = async (server: TargetServer, seconds: number): Promise<Latencies> => {
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

/** Within the quota of 500 a minute, a new user every few hundred reads. */
const READS_PER_USER = 450

const readOn = async (server: TargetServer, { token, untilMs, reads, failures }: Reading): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let current = token
  for (let count = 1; performance.now() < untilMs; count++) {
    if (count % READS_PER_USER === 0) current = await server.token('VIEWER')
    await send(server, 'GET', READS[count % READS.length] ?? '/', { token: current, agent })
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
  const { status, body, sentAtMs } = await send(server, 'POST', '/api/emergency-stop', { token })
  if (status !== 200 && status !== 202) throw new Error(`status ${status} ${body.code}`)
  const latched = Date.parse(body.latchedAt) - sentAtMs
  await clear(server)
  return latched
}

const CLEAR_WITHIN_MS = 10_000

/** Clears the stop and resumes on the host, once nothing stands in the way. */
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

/** Sentences about goals that were missed, and the figures behind them. */
export const judgeLatencies = ({ stops, reads, failures }: Latencies) => {
  const ms = (values: readonly number[], share: number): number => Math.round(percentile(values, share))
  const [stopP99, readP99] = [ms(stops, 0.99), ms(reads, 0.99)]
  const broken = [...new Set(failures)].slice(0, 5)
  if (stops.length === 0) broken.push('No stop was latched.')
  if (stopP99 > STOP_P99_MAX_MS)
    broken.push(`Stops were latched after ${stopP99} ms at p99 (goal ${STOP_P99_MAX_MS} ms).`)
  if (readP99 > CALLER_P99_MAX_MS) {
    broken.push(`Other callers were answered after ${readP99} ms at p99 (goal ${CALLER_P99_MAX_MS} ms).`)
  }
  return {
    broken,
    figures: {
      stops: stops.length,
      'stop latched p50': `${ms(stops, 0.5)} ms`,
      'stop latched p99': `${stopP99} ms`,
      'other callers p50': `${ms(reads, 0.5)} ms`,
      'other callers p99': `${readP99} ms`,
    },
  }
}
