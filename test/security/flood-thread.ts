import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { FloodPlan } from './flood.ts'

/** Thread of a flood: keeps `connections` sockets open and busy until it is stopped. */

const {
  port,
  requests,
  connections,
  depth,
  reads,
  from = ['127.0.0.1'],
  opensPerSecond = 500,
} = workerData as FloodPlan
const texts = requests.map((text) => Buffer.from(text))
const counts = { sent: 0, answered: 0, opened: 0, cut: 0 }
const sockets = new Set<Socket>()
let stopping = false
let next = 0

const ANSWER = Buffer.from('HTTP/1.1 ')

const answersIn = (chunk: Buffer): number => {
  let count = 0
  for (let at = chunk.indexOf(ANSWER); at >= 0; at = chunk.indexOf(ANSWER, at + ANSWER.length)) count++
  return count
}

const open = (): void => {
  let turn = next++
  const send = (count: number): void => {
    const batch = Array.from({ length: count }, () => texts[turn++ % texts.length] as Buffer)
    counts.sent += count
    socket.write(Buffer.concat(batch))
  }
  const localAddress = from[turn % from.length] as string
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.add(socket)
  socket.on('connect', () => {
    counts.opened++
    if (depth > 0) send(depth)
    if (!reads) socket.pause()
  })
  socket.on('data', (chunk) => {
    const answers = answersIn(chunk)
    counts.answered += answers
    if (answers > 0 && texts.length > 0 && !stopping) send(answers)
  })
  if (!reads) socket.pause()
  socket.on('error', () => {})
  socket.on('close', () => {
    sockets.delete(socket)
    if (!stopping) counts.cut++
  })
}

const OPEN_EVERY_MS = 10
const opening = setInterval(() => {
  const room = Math.min(connections - sockets.size, Math.ceil((opensPerSecond * OPEN_EVERY_MS) / 1_000))
  for (let opened = 0; opened < room; opened++) open()
}, OPEN_EVERY_MS)

parentPort?.on('message', () => {
  stopping = true
  clearInterval(opening)
  for (const socket of sockets) socket.destroy()
  parentPort?.postMessage(counts)
})
parentPort?.postMessage('ready')
