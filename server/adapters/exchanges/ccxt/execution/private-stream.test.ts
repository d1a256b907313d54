import type { Exchange } from 'ccxt'
import { describe, expect, it } from 'vitest'
import { aDesk, anOracle, type Oracle } from './desk-fixture.ts'
import { joinLine, type Line, type Lost } from './line.ts'
import type { RawFill } from './order-dialect.ts'
import { publishMessage, watchOver } from './private-stream.ts'
import { aRawFill } from './reading-fixture.ts'

/** Returns the events for an execution in a stream message, at an exchange that lists `fills`. */
const publishedFills = async (fill: RawFill, overrides: Partial<Oracle>) => {
  const { desk, venueEvents } = aDesk(anOracle(overrides))
  const dialect = { ...desk.dialect, stream: { ...desk.dialect.stream, parseMessage: () => ({ fills: [fill] }) } }
  publishMessage({ ...desk, dialect }, {})
  await new Promise(setImmediate)
  return venueEvents.flatMap((event) => (event.kind === 'fill' ? [event.fill] : []))
}

describe('an execution of the stream without a fee', () => {
  const feeless = aRawFill({ fee: '', feeAsset: '' })

  it('is read again and booked with the fee the exchange lists', async () => {
    const [fill, ...others] = await publishedFills(feeless, { fills: [aRawFill({ fee: '0.11' })] })
    expect(fill).toMatchObject({ execId: 'BTCUSDT:700001', fee: 11_000_000n })
    expect(fill).not.toHaveProperty('feeEstimated')
    expect(others).toEqual([])
  })

  it('is booked with an estimate when the exchange does not list it yet, or does not respond', async () => {
    const failing = () => {
      throw new Error('other side closed')
    }
    for (const overrides of [{ fills: [] }, { onQuery: failing }, { fills: [feeless] }]) {
      expect(await publishedFills(feeless, overrides)).toMatchObject([{ fee: 15_000_025n, feeEstimated: true }])
    }
  })
})

/** Returns a monitored connection while a test defines the events second by second. */
const watched = async (happens: (second: number, scene: Scene) => void, seconds = 120) => {
  const { desk, venueEvents, clock } = aDesk(anOracle())
  const socket = { url: 'wss://private', lastPong: 0 }
  const { promise, resolve } = Promise.withResolvers<Lost>()
  let second = 0
  const time = { asleepMs: 0, monotonicMs: 0 }
  const timed = {
    ...desk,
    dialect: { ...desk.dialect, stream: { ...desk.dialect.stream, isPrivate: () => true } },
    monotonic: () => time.monotonicMs,
    async delay(ms: number) {
      clock.nowMs += ms + time.asleepMs
      time.monotonicMs += ms
      time.asleepMs = 0
      second++
      if (second > seconds) line.over = true
      else happens(second, { line, socket, time })
    },
  }
  const line: Line = {
    desk: timed,
    streams: { clients: { private: socket } } as unknown as Exchange,
    joined: false,
    acknowledged: new Set(),
    connected: false,
    over: false,
    messages: 0,
    ended: promise,
    settle: resolve,
    dispose: () => {},
  }
  await watchOver(line)
  const lost = line.over && second > seconds ? undefined : await promise
  return { lost, second, beats: venueEvents.filter(({ kind }) => kind === 'heartbeat').length }
}

interface Scene {
  readonly line: Line
  readonly socket: { lastPong: number }
  readonly time: { asleepMs: number; monotonicMs: number }
}

describe('a monitored connection', () => {
  it('stays open as long as pings are answered, and publishes each answer', async () => {
    const { lost, beats } = await watched((second, { line, socket }) => {
      if (second === 1) joinLine(line)
      if (second % 10 === 0) socket.lastPong = second
    })
    expect([lost, beats]).toEqual([undefined, 12])
  })

  it('stays open as long as messages arrive, and publishes this at most once a second', async () => {
    const { lost, beats } = await watched((second, { line }) => {
      if (second === 1) joinLine(line)
      line.messages += 5
    })
    expect([lost, beats]).toEqual([undefined, 120])
  })

  it('is dropped after 25 seconds without a message', async () => {
    const { lost, second } = await watched((at, { line }) => {
      if (at <= 5) line.messages++
      if (at === 1) joinLine(line)
    })
    expect(lost).toMatchObject({ reason: 'it has been silent', wasConnected: true })
    expect(second).toBe(31)
  })

  it('is dropped when it is not connected in time', async () => {
    const { lost, second } = await watched((_second, { line }) => void line.messages++)
    expect(lost).toMatchObject({ reason: 'it was not connected in time', wasConnected: false })
    expect(second).toBe(16)
  })

  it.each<[string, (time: Scene['time']) => void]>([
    ['with the machine', (time) => void Object.assign(time, { asleepMs: 11_000 })],
    ['alone', (time) => void Object.assign(time, { monotonicMs: time.monotonicMs + 11_000 })],
  ])('is dropped when this process was suspended %s', async (_what, sleep) => {
    const { lost } = await watched((second, { line, socket, time }) => {
      if (second === 1) joinLine(line)
      socket.lastPong = second
      if (second === 5) sleep(time)
    })
    expect(lost).toMatchObject({ reason: 'this process was suspended' })
  })
})
