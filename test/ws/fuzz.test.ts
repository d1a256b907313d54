import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLOSE_CODES } from '../../contract/stream/limits.ts'
import { runs } from '../support/runs.ts'
import { openStreamStage, type StreamStage } from '../support/stream-stage.ts'

/**
 * Close codes of the library for frames that break the protocol itself (RFC 6455, 7.4.1), and of a connection cut
 * without a close frame.
 */
const PROTOCOL_CODES = [1000, 1002, 1005, 1006, 1007]
const CODES = [...Object.keys(CLOSE_CODES).map(Number), ...PROTOCOL_CODES]

/** Returns whether another client is still served. */
const serves = async ({ enter }: StreamStage): Promise<boolean> => {
  const client = await enter('watcher')
  client.send({ op: 'subscribe', args: { channels: ['count'] } })
  const { seq } = await client.nextOn('count')
  client.socket.close()
  await client.closed
  return seq === 1
}

const channel = fc.oneof(
  fc.constantFrom('count', 'log', 'many.1', 'many.2', '__proto__', 'constructor', 'many.', ''),
  fc.string({ maxLength: 120 }),
)
const args = fc.oneof(
  fc.record({ channels: fc.array(channel, { maxLength: 5 }) }),
  fc.record({ token: fc.string() }),
  fc.jsonValue(),
)
const request = fc.oneof(
  fc.record({
    op: fc.constantFrom('subscribe', 'unsubscribe'),
    args: fc.record({ channels: fc.uniqueArray(fc.constantFrom('count', 'log', 'many.1'), { minLength: 1 }) }),
  }),
  fc.record(
    { op: fc.constantFrom('auth', 'subscribe', 'unsubscribe', 'ping', 'order', 'toString'), args },
    { requiredKeys: [] },
  ),
  fc.constant({ op: 'ping' }),
)

describe('arbitrary client messages', () => {
  it('as bytes on the wire, leave other clients served and their own connection open or closed', async () => {
    const stage = await openStreamStage()
    const { port } = new URL(stage.url)
    const bytes = fc.uint8Array({ maxLength: 300 })
    const property = fc.asyncProperty(fc.array(bytes, { maxLength: 4 }), async (chunks) => {
      const wire = connect(Number(port), '127.0.0.1').on('error', () => {})
      await once(wire, 'connect')
      wire.write(UPGRADE)
      await once(wire, 'data')
      for (const chunk of chunks) wire.write(chunk)
      wire.end()
      await once(wire.resume(), 'close')
    })
    await fc.assert(property, { numRuns: runs(24) })
    expect(await serves(stage)).toBe(true)
    expect(stage.faults).toEqual([])
  })

  it('as messages in any order, are each answered or end the connection with a listed code', async () => {
    const stage = await openStreamStage()
    const message = fc.oneof(
      { weight: 4, arbitrary: request.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 20 }).map((value) => JSON.stringify(value)) },
    )
    const property = fc.asyncProperty(fc.array(message, { maxLength: 8 }), fc.boolean(), async (messages, isKnown) => {
      const client = await (isKnown ? stage.enter('fuzzer') : stage.connect())
      for (const text of messages) client.send(text)
      client.send({ op: 'ping', id: 'last' })
      const answered = client.next('pong').then(
        () => 'answered' as const,
        () => 'ended' as const,
      )
      if ((await answered) === 'answered') client.socket.close(1000)
      expect(CODES).toContain((await client.closed).code)
      stage.harbour.advance(1_000)
    })
    await fc.assert(property, { numRuns: runs(38) })
    expect(await serves(stage)).toBe(true)
    expect(stage.faults).toEqual([])
    expect(stage.stream.standing()).toMatchObject({ connections: 0, subscriptions: 0, backlog: 0 })
  })
})

describe('ten thousand subscriptions', () => {
  it('in one message are rejected as a whole', async () => {
    const { enter, stream } = await openStreamStage()
    const client = await enter()
    const channels = Array.from({ length: 10_000 }, (_none, index) => `many.${index}`)
    client.send({ op: 'subscribe', args: { channels: channels.slice(0, 4_000) } })
    expect(await client.next('error')).toMatchObject({ data: { code: 'TOO_MANY_CHANNELS' } })
    expect(stream.standing()).toMatchObject({ subscriptions: 0 })
    client.send({ op: 'subscribe', args: { channels } })
    expect(await client.closed).toMatchObject({ code: 1009 })
  })

  it('one after the other leave nothing behind', async () => {
    const { enter, harbour, stream } = await openStreamStage()
    const client = await enter()
    for (let first = 0; first < 10_000; first += 200) {
      const channels = Array.from({ length: 200 }, (_none, index) => `many.${first + index}`)
      client.send({ op: 'subscribe', args: { channels } })
      await client.nextOn(`many.${first + 199}`)
      client.send({ op: 'unsubscribe', args: { channels } })
      await client.next('ack')
      harbour.advance(300)
    }
    expect(stream.standing()).toMatchObject({ connections: 1, subscriptions: 0, backlog: 0 })
  })
})

const UPGRADE = [
  'GET /ws HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  '',
  '',
].join('\r\n')
