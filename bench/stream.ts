import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type ChildServer, startChild } from './child.ts'
import { median, percentile, type Row, times } from './measure.ts'

const CLIENTS = 500
const RUNS = 5
const CHANNELS = 10

/** A message to five hundred clients, against the same through the library and against the least there can be. */
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
      send: await server.ask<number>('send'),
      raw: await server.ask<number>('raw'),
      ours: await server.ask<number>('ours'),
    })
  }
  const latencies = await paced(server)
  for (const wire of [...ours, ...bare]) wire.destroy()
  await server.stop()
  const rate = (way: 'ours' | 'send' | 'raw'): string => {
    const seconds = median(runs.map((run) => run[way]))
    return `${Math.round(CLIENTS / seconds).toLocaleString('en')} messages/CPU s`
  }
  const row = (way: 'send' | 'raw', against: string, goal: string): Row => ({
    what: `a message to ${CLIENTS} clients of the stream, ten due at once`,
    measured: rate('ours'),
    against: `${against}: ${rate(way)}`,
    ratio: times(median(runs.map((run) => run[way] / run.ours))),
    goal,
  })
  return [
    row('send', '`ws.send` for each', '≥ 5 ×'),
    row('raw', 'raw writes of prebuilt, joined frames', '≥ 0.80 ×'),
    {
      what: `an update until ${CLIENTS} clients have it, 200 a second`,
      measured: `p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms`,
      against: 'the clients share the machine with the server',
      ratio: '—',
      goal: 'p99 ≤ 10 ms',
    },
  ]
}

/** Clients that read and throw away, without a library of their own. */
const crowd = (url: string, channels: readonly string[]): Promise<Socket[]> =>
  Promise.all(Array.from({ length: CLIENTS }, () => join(url, channels)))

const join = async (url: string, channels: readonly string[]): Promise<Socket> => {
  const wire = connect(Number(new URL(url).port), '127.0.0.1')
  await once(wire, 'connect')
  wire.write(
    `GET /ws HTTP/1.1\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nAuthorization: Bearer x\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  )
  const [answer] = await once(wire, 'data')
  if (!String(answer).startsWith('HTTP/1.1 101 ')) throw new Error(`a client was turned away: ${String(answer)}`)
  wire.resume()
  if (channels.length > 0) wire.write(masked(JSON.stringify({ op: 'subscribe', args: { channels } })))
  return wire
}

/** A client's frame, with a mask of zeros. */
const masked = (text: string): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126]), length, Buffer.alloc(4), Buffer.from(text)])
}

const paced = async (server: ChildServer): Promise<number[]> => {
  const latencies: number[] = []
  const watcher = await join(server.url, ['c.0'])
  watcher.on('data', (chunk) => {
    const nowMs = performance.timeOrigin + performance.now()
    for (const [, atMs] of String(chunk).matchAll(/"atMs":([\d.]+)/g)) latencies.push(nowMs - Number(atMs))
  })
  await server.ask('pace')
  watcher.destroy()
  return latencies
}
