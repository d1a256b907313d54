import { rmSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createClient, type PlimsollStream } from '../../client/src/index.ts'
import { aDirectory, startServer, untilReady } from '../support/process.ts'
import { aCallerOn } from '../support/stop-server.ts'

const SOON = { timeout: 30_000, interval: 50 }
/** A server is started twice, and logged in to four times. */
const PATIENCE_MS = 90_000
const USERS = 4
/** Maximum number of streams per user. */
const STREAMS = 5

/** One of many subscribers, and the server runs from which it has received a message. */
interface Watcher {
  readonly stream: PlimsollStream
  readonly epochs: Set<string>
}

const watch = (baseUrl: string, token: string): Watcher => {
  const stream = createClient({ baseUrl, token }).stream
  const watcher: Watcher = { stream, epochs: new Set() }
  for (const channel of ['market.orderbook.20:BTCUSDT', 'market.trades:BTCUSDT', 'account.orders'] as const) {
    stream.on(channel, ({ type, epoch }) => {
      if (type === 'snapshot') watcher.epochs.add(`${epoch} ${channel}`)
    })
  }
  onTestFinished(() => stream.close())
  return watcher
}

it(
  'reconnects every client with all its subscriptions after the server was killed and restarted',
  async () => {
    const dataDir = aDirectory()
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const first = await startServer(['--data-dir', dataDir])
    const { url } = first.banner
    const callers = await Promise.all(
      Array.from({ length: USERS }, (_, index) => aCallerOn(dataDir, `watcher-${index}`, 'VIEWER')),
    )
    await untilReady(first)
    const watchers = callers.flatMap(({ token }) => Array.from({ length: STREAMS }, () => watch(url, token)))
    await vi.waitFor(() => expect(watchers.map(({ epochs }) => epochs.size)).toEqual(watchers.map(() => 3)), SOON)

    first.child.kill('SIGKILL')
    await first.ended
    await vi.waitFor(() => expect(watchers.filter(({ stream }) => stream.state.name === 'open')).toEqual([]), SOON)
    const second = await startServer(['--data-dir', dataDir, '--port', new URL(url).port])
    await untilReady(second)
    await vi.waitFor(() => expect(watchers.map(({ epochs }) => epochs.size)).toEqual(watchers.map(() => 6)), SOON)
  },
  PATIENCE_MS,
)
