import type { Socket } from 'node:net'
import { type ChildServer, startChild } from './child.ts'
import { atLeast, atMost, median, percentile, type Row, times } from './measure.ts'
import { joinStream } from './raw-client.ts'

const CLIENTS = 500
const RUNS = 5
const CHANNELS = 10

/**
 * Measures the stream with 500 clients: messages per CPU second against the `ws` library and raw writes, and the
 * latency of an update.
 */
export const streamRows = async (): Promise<Row[]> => {
  const server = await startChild('./stream-server.ts')
  const ours = await crowd(
    server.url,
    Array.from({ length: CHANNELS }, (_none, index) => `c.${index}`),
  )
  const bare = await crowd(server.path, [])
  const runs: Record<'ours' | 'send' | 'raw', number>[] = []
  for (let run = 0; run < RUNS; run++) {
    runs.push({
      send: await server.request<number>('send'),
      raw: await server.request<number>('raw'),
      ours: await server.request<number>('ours'),
    })
  }
  const latencies = await paced(server)
  for (const wire of [...ours, ...bare]) wire.destroy()
  await server.stop()
  const rate = (way: 'ours' | 'send' | 'raw'): string => {
    const seconds = median(runs.map((run) => run[way]))
    return `${Math.round(CLIENTS / seconds).toLocaleString('en')} messages/CPU s`
  }
  const row = (way: 'send' | 'raw', against: string, least: number): Row => ({
    what: `a message to ${CLIENTS} clients of the stream, with ten due at the same time`,
    measured: rate('ours'),
    against: `${against}: ${rate(way)}`,
    ratio: times(median(runs.map((run) => run[way] / run.ours))),
    goals: [atLeast(median(runs.map((run) => run[way] / run.ours)), [least, '×'])],
  })
  return [
    row('send', '`ws.send` for each', 5),
    row('raw', 'raw writes of prebuilt, joined frames', 0.8),
    {
      what: `delivery of an update to ${CLIENTS} clients, 200 updates a second`,
      measured: `p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms`,
      against: 'the clients share the machine with the server',
      ratio: '—',
      goals: [atMost(percentile(latencies, 0.99), [10, 'ms'], 'p99')],
    },
  ]
}

const crowd = (url: string, channels: readonly string[]): Promise<Socket[]> =>
  Promise.all(Array.from({ length: CLIENTS }, () => joinStream({ url, token: 'any', channels })))

const paced = async (server: ChildServer): Promise<number[]> => {
  const latencies: number[] = []
  const watcher = await joinStream({ url: server.url, token: 'any', channels: ['c.0'] })
  watcher.on('data', (chunk) => {
    const nowMs = performance.timeOrigin + performance.now()
    for (const [, atMs] of String(chunk).matchAll(/"atMs":([\d.]+)/g)) latencies.push(nowMs - Number(atMs))
  })
  await server.request('pace')
  watcher.destroy()
  return latencies
}
