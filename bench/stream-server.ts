/**
 * Server of the stream benchmark, run as a child process: sends the same messages through the platform's stream, the
 * `ws` library and raw socket writes, and measures the CPU time of each.
 */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { ok } from '../server/core/result.ts'
import type { Fact } from '../server/engine/model/facts.ts'
import type { Principal } from '../server/identity/session.ts'
import { createFrame, sharedMessage, UNNUMBERED } from '../server/ws/frame.ts'
import type { Channels } from '../server/ws/source.ts'
import { createStream } from '../server/ws/stream.ts'
import { serveParent } from './child.ts'

const CHANNELS = 10
const ROUNDS = 200
const WARM_UP = 10
/** Payload that makes a message of about 200 bytes, envelope included. */
const DATA = { price: '61659.7', qty: '0.125', side: 'BUY' }
const A_FACT: Fact = { kind: 'stopCompleted', atMs: 0 }
/** Turns of the event loop until all clients have been written to. */
const TURNS = 10
const PACED = 100
const PACE_MS = 50

let round = 0
const dataNow = (): string => JSON.stringify({ ...DATA, round, atMs: performance.timeOrigin + performance.now() })

const channels: Channels = {
  open: () => ok({ delivery: 'LOSSLESS', snapshot: dataNow, onFacts: dataNow }),
  note: () => {},
}

let known = 0
const stream = createStream({
  identity: {
    authenticate: async () => ok({ ...A_PRINCIPAL, userId: `usr_${known++}` }),
    onSessionEnded: () => () => {},
  },
  account: 'main',
  channels,
  epoch: 'run_01KDXYZ7QE0000000000000000',
  now: Date.now,
  monotonic: () => performance.now(),
  publicBase: () => '',
  network: { clientAddress: () => '127.0.0.1', hostFault: () => undefined },
  refuse: (socket) => socket.destroy(),
  onFault: (_channel, error) => console.error(error),
})
const A_PRINCIPAL: Principal = {
  userId: 'usr_',
  username: 'bench',
  sessionId: 'ses_',
  kind: 'LOGIN',
  roles: ['VIEWER'],
  grants: new Map(),
  accounts: null,
  tier: 'PRO',
  scope: '',
  tokenExpiresAt: Number.MAX_SAFE_INTEGER,
  restriction: null,
}

/** Clients of the `ws` library, with their sockets. */
const bare = new Set<{ readonly socket: WebSocket; readonly wire: Socket }>()
const library = new WebSocketServer({ noServer: true, perMessageDeflate: false })
const plain = createServer().on('upgrade', (request, duplex, head) =>
  library.handleUpgrade(request, duplex, head, (socket) => bare.add({ socket, wire: request.socket })),
)
const server = createServer()
const wires = new Set<Socket>()
server.on('connection', (wire) => wires.add(wire))
stream.listen(server)

const drained = async (all: Iterable<Socket>): Promise<void> => {
  for (const wire of all) while (wire.writableLength > 0) await setImmediate()
}

/** Returns the bytes of the next message to a client of the project's stream. */
const messageNow = (channel: number): string =>
  `{"seq":${round + 2},"prevSeq":${round + 1},"v":1,"type":"delta","channel":"c.${channel}","epoch":"run_01KDXYZ7QE0000000000000000","sentAtMs":${Date.now()},"data":${dataNow()}}`

const each = (make: (channel: number) => void): void => {
  for (let channel = 0; channel < CHANNELS; channel++) make(channel)
}

/** Sends through the library, one call per message and client. */
const send = async (): Promise<void> => {
  each((channel) => {
    const text = messageNow(channel)
    for (const { socket } of bare) socket.send(text)
  })
  await drained([...bare].map(({ wire }) => wire))
}

/** Sends with the least possible work: frames built and joined once, one write per client. */
const raw = async (): Promise<void> => {
  const frames: Buffer[] = []
  each((channel) => frames.push(createFrame(sharedMessage(messageNow(channel)), UNNUMBERED).bytes))
  const joined = Buffer.concat(frames)
  for (const { wire } of bare) wire.write(joined)
  await drained([...bare].map(({ wire }) => wire))
}

const ours = async (): Promise<void> => {
  round++
  stream.onFacts([A_FACT])
  for (let turn = 0; turn < TURNS; turn++) await setImmediate()
  await drained(wires)
}

const measure = async (way: () => Promise<void>): Promise<number> => {
  for (let count = 0; count < WARM_UP; count++) await way()
  const before = process.cpuUsage()
  for (let count = 0; count < ROUNDS; count++) await way()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6 / (ROUNDS * CHANNELS)
}

/** Publishes 200 updates a second: every 50 ms one on each channel. */
const pace = async (): Promise<void> => {
  for (let sent = 0; sent < PACED; sent++) {
    stream.onFacts([A_FACT])
    await new Promise((resolve) => setTimeout(resolve, PACE_MS))
  }
}

const getUrl = (listening: typeof server): string => `http://127.0.0.1:${(listening.address() as AddressInfo).port}`

server.listen(0, '127.0.0.1')
plain.listen(0, '127.0.0.1')
await Promise.all([once(server, 'listening'), once(plain, 'listening')])
serveParent(
  { url: getUrl(server), token: '', path: getUrl(plain) },
  {
    send: () => measure(send),
    raw: () => measure(raw),
    ours: () => measure(ours),
    pace,
    stop: async () => {
      server.close()
      plain.close()
    },
  },
)
