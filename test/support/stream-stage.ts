import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { ChannelMessage, StreamMessage } from '../../contract/stream/answers.ts'
import { temporaryStore } from '../../server/adapters/store/sqlite/identity/identity-store-fixture.ts'
import { err, ok } from '../../server/core/result.ts'
import type { Fact } from '../../server/engine/model/facts.ts'
import { answerRaw } from '../../server/http/connections/open-server.ts'
import { addUser, harbourOn, type IdentityFixture, signIn } from '../../server/identity/identity-fixture.ts'
import type { Channels, ConflatedSource, LosslessSource } from '../../server/ws/source.ts'
import { createStream, type Stream } from '../../server/ws/stream.ts'
import { isStreamRequest } from '../../server/ws/upgrade-check.ts'

/** Content of the stage's two channels; changed by the test. */
export interface StageState {
  /** Value of `count`, a conflated channel. */
  count: number
  /** Lines of `log`, a lossless channel. */
  readonly lines: string[]
  /** Error thrown by both channels while set. */
  fault: Error | undefined
  /** Padding that lengthens every message. */
  padding: string
}

export interface StreamStage {
  readonly url: string
  readonly stream: Stream
  readonly harbour: IdentityFixture
  readonly state: StageState
  readonly faults: string[]
  /** Publishes a line on the channel `log`. */
  log(line: string): void
  getToken(username: string): Promise<string>
  /** Connects a client. */
  connect(options?: ClientOptions): Promise<StageClient>
  /** Connects a client authenticated as this user. */
  enter(username?: string): Promise<StageClient>
}

/** Opens a stream on a real socket, with a clock moved by hand and two test channels. */
export const openStreamStage = async (publicBase = ''): Promise<StreamStage> => {
  const harbour = harbourOn(temporaryStore())
  const state: StageState = { count: 0, lines: [], fault: undefined, padding: '' }
  const faults: string[] = []
  const stream = createStream({
    identity: harbour.identity,
    account: 'main',
    channels: createChannels(state),
    epoch: 'run_01KDXYZ7QE0000000000000000',
    now: harbour.now,
    monotonic: harbour.now,
    publicBase: () => publicBase,
    network: { clientAddress: ({ socket }) => socket.remoteAddress ?? '', hostFault: () => undefined },
    refuse: (socket, { slug, detail }) =>
      answerRaw(socket, { status: 400, headers: {}, body: JSON.stringify({ slug, detail }) }),
    onFault: (channel) => faults.push(channel),
  })
  const server = createServer({ shouldUpgradeCallback: isStreamRequest }).listen(0, '127.0.0.1')
  stream.listen(server)
  await once(server, 'listening')
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`
  onTestFinished(async () => {
    await stream.close()
    server.close()
  })
  const known = new Set<string>()
  const getToken = async (username: string): Promise<string> => {
    if (!known.has(username)) await addUser(harbour.identity, username)
    known.add(username)
    return (await signIn(harbour.identity, username)).accessToken
  }
  const connect = async (options: ClientOptions = {}): Promise<StageClient> => {
    const client = readFrom(new WebSocket(url, options))
    await once(client.socket, 'open')
    return client
  }
  return {
    url,
    stream,
    harbour,
    state,
    faults,
    log(line) {
      state.lines.push(line)
      stream.onFacts([A_FACT])
    },
    getToken,
    connect,
    async enter(username = 'alice') {
      const token = await getToken(username)
      const client = await connect()
      client.send({ op: 'auth', args: { token } })
      await client.next('ack')
      return client
    },
  }
}

const A_FACT: Fact = { kind: 'stopCompleted', atMs: 0 }

const createChannels = (state: StageState): Channels => ({
  open(channel) {
    const made = channel === 'count' ? createCountSource(state) : channel === 'log' ? createLogSource(state) : undefined
    if (made) return ok(made)
    return /^many\.\d+$/.test(channel)
      ? ok(createCountSource(state))
      : err({ detail: `There is no channel ${channel}.`, remedy: 'There are count and log.' })
  },
  note: () => {},
})

const complain = ({ fault }: StageState): void => {
  if (fault) throw fault
}

const createCountSource = (state: StageState): ConflatedSource => {
  let lastCount = 0
  return {
    delivery: 'CONFLATE',
    everyMs: 0,
    poll() {
      complain(state)
      lastCount = state.count
      return lastCount
    },
    since: (version) =>
      version === lastCount - 1
        ? { type: 'delta', json: JSON.stringify({ by: 1, padding: state.padding }) }
        : { type: 'snapshot', json: JSON.stringify({ count: lastCount, padding: state.padding }) },
  }
}

const createLogSource = (state: StageState): LosslessSource => {
  let published = state.lines.length
  return {
    delivery: 'LOSSLESS',
    snapshot: () => JSON.stringify({ items: state.lines }),
    onFacts() {
      complain(state)
      const items = state.lines.slice(published).map((line) => line + state.padding)
      published = state.lines.length
      return items.length === 0 ? undefined : JSON.stringify({ items })
    },
  }
}

/** Client that reads at the test's pace. */
export interface StageClient {
  readonly socket: WebSocket
  send(message: object | string): void
  /** Resolves with the next message of a kind, skipping others. */
  next<T extends StreamMessage['type']>(type: T): Promise<Extract<StreamMessage, { type: T }>>
  /** Returns the next message of a channel, of any kind. */
  nextOn(channel: string): Promise<ChannelMessage>
  /** Close code and reason. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

export const readFrom = (socket: WebSocket): StageClient => {
  const unread: StreamMessage[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  let wake: () => void = () => {}
  socket.on('message', (data) => {
    unread.push(JSON.parse(String(data)))
    wake()
  })
  socket.on('error', () => {})
  const take = (wanted: (message: StreamMessage) => boolean): StreamMessage | undefined => {
    const index = unread.findIndex(wanted)
    return unread.splice(0, index < 0 ? unread.length : index + 1)[index]
  }
  const find = async (wanted: (message: StreamMessage) => boolean): Promise<StreamMessage> => {
    while (true) {
      const match = take(wanted)
      if (match) return match
      const arrived = new Promise<'arrived'>((resolve) => {
        wake = () => resolve('arrived')
      })
      if ((await Promise.race([arrived, closed])) !== 'arrived' && unread.length === 0) {
        throw new Error(`The connection was closed with ${JSON.stringify(await closed)}`)
      }
    }
  }
  return {
    socket,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (type) => find((message) => message.type === type) as never,
    nextOn: async (channel) => (await find((message) => 'channel' in message && message.channel === channel)) as never,
    closed,
  }
}
