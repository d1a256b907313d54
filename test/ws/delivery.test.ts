import { describe, expect, it } from 'vitest'
import { STREAM_LIMITS } from '../../contract/stream/limits.ts'
import { openStreamStage } from '../support/stream-stage.ts'

const subscribe = (...channels: string[]) => ({ id: 's', op: 'subscribe', args: { channels } })

describe('a channel', () => {
  it('begins with a snapshot and continues with contiguous numbers', async () => {
    const { enter, log } = await openStreamStage()
    log('before')
    const client = await enter()
    client.send(subscribe('log'))
    expect(await client.next('ack')).toMatchObject({ id: 's', op: 'subscribe', data: { channels: ['log'] } })
    expect(await client.nextOn('log')).toMatchObject({
      v: 1,
      type: 'snapshot',
      seq: 1,
      prevSeq: 0,
      epoch: expect.stringMatching(/^run_/),
      data: { items: ['before'] },
    })
    log('one')
    expect(await client.nextOn('log')).toMatchObject({ type: 'delta', seq: 2, prevSeq: 1, data: { items: ['one'] } })
    log('two')
    expect(await client.nextOn('log')).toMatchObject({ type: 'delta', seq: 3, prevSeq: 2, data: { items: ['two'] } })
  })

  it('numbers messages separately for each client', async () => {
    const { enter, log } = await openStreamStage()
    const early = await enter('alice')
    early.send(subscribe('log'))
    await early.nextOn('log')
    log('one')
    await early.nextOn('log')
    const late = await enter('bob')
    late.send(subscribe('log'))
    expect(await late.nextOn('log')).toMatchObject({ seq: 1, data: { items: ['one'] } })
    log('two')
    expect(await early.nextOn('log')).toMatchObject({ seq: 3, data: { items: ['two'] } })
    expect(await late.nextOn('log')).toMatchObject({ seq: 2, prevSeq: 1, data: { items: ['two'] } })
  })

  it('starts anew when it is subscribed again', async () => {
    const { enter, log } = await openStreamStage()
    const client = await enter()
    client.send(subscribe('log', 'count'))
    await client.nextOn('log')
    log('one')
    await client.nextOn('log')
    client.send(subscribe('log'))
    expect(await client.nextOn('log')).toMatchObject({ type: 'snapshot', seq: 1, prevSeq: 0, data: { items: ['one'] } })
  })

  it('sends nothing after unsubscribing, and an unread one can be unsubscribed too', async () => {
    const { enter, log } = await openStreamStage()
    const client = await enter()
    client.send(subscribe('log', 'count'))
    await client.nextOn('count')
    client.send({ op: 'unsubscribe', args: { channels: ['log', 'many.1'] } })
    expect((await client.next('ack')).data).toEqual({ channels: ['log', 'many.1'] })
    log('unheard')
    client.send(subscribe('log'))
    expect(await client.nextOn('log')).toMatchObject({ type: 'snapshot', seq: 1, data: { items: ['unheard'] } })
  })

  it('with latest-value delivery sends changes once', async () => {
    const { enter, state } = await openStreamStage()
    const client = await enter()
    client.send(subscribe('count'))
    expect(await client.nextOn('count')).toMatchObject({ type: 'snapshot', seq: 1, data: { count: 0 } })
    state.count = 1
    expect(await client.nextOn('count')).toMatchObject({ type: 'delta', seq: 2, prevSeq: 1, data: { by: 1 } })
    state.count = 7
    expect(await client.nextOn('count')).toMatchObject({ type: 'snapshot', seq: 3, prevSeq: 2, data: { count: 7 } })
  })

  it('is named when it is unknown, and none of the others is subscribed', async () => {
    const { enter, stream } = await openStreamStage()
    const client = await enter()
    client.send(subscribe('count', 'nothing', 'log', 'nobody'))
    expect(await client.next('error')).toMatchObject({
      id: 's',
      data: {
        code: 'UNKNOWN_CHANNEL',
        detail: 'There is no channel nothing. There is no channel nobody.',
        remedy: 'There are count and log.',
        errors: [{ pointer: '/args/channels/1' }, { pointer: '/args/channels/3' }],
      },
    })
    expect(stream.standing()).toMatchObject({ connections: 1, subscriptions: 0 })
  })

  it('is refused beyond 200, without changing the others', async () => {
    const { enter, stream } = await openStreamStage()
    const client = await enter()
    const many = Array.from({ length: STREAM_LIMITS.channelsMax }, (_none, index) => `many.${index}`)
    client.send(subscribe(...many))
    await client.nextOn('many.199')
    client.send(subscribe('count', 'many.7'))
    expect(await client.next('error')).toMatchObject({ data: { code: 'TOO_MANY_CHANNELS' } })
    client.send(subscribe('many.7'))
    expect(await client.next('ack')).toMatchObject({ op: 'subscribe' })
    expect(stream.standing()).toMatchObject({ subscriptions: STREAM_LIMITS.channelsMax })
  })

  it('that fails ends its subscribers only', async () => {
    const { enter, state, log, faults } = await openStreamStage()
    const reader = await enter('alice')
    const other = await enter('bob')
    reader.send(subscribe('log'))
    await reader.nextOn('log')
    state.fault = new Error('broken')
    log('lost')
    expect(await reader.next('closing')).toMatchObject({ data: { code: 'INTERNAL_ERROR' } })
    expect(await reader.closed).toEqual({ code: 1011, reason: 'INTERNAL_ERROR' })
    expect(faults).toEqual(['log'])
    other.send({ op: 'ping' })
    expect(await other.next('pong')).toBeDefined()
  })
})

describe('a client that does not read', () => {
  it('is closed with 4408 when a message would be lost, at no cost to the others', async () => {
    const { enter, log, state, stream } = await openStreamStage()
    const stopped = await enter('alice')
    const reader = await enter('bob')
    for (const client of [stopped, reader]) {
      client.send(subscribe('log'))
      await client.nextOn('log')
    }
    stopped.socket.pause()
    state.padding = 'x'.repeat(64 * 1024)
    for (let sent = 0; stream.standing().connections === 2; sent++) {
      log(`${sent}`)
      expect((await reader.nextOn('log')).data).toMatchObject({ items: [`${sent}${state.padding}`] })
    }
    expect(stream.standing()).toMatchObject({ connections: 1, backlog: 0, ended: { SLOW_CONSUMER: 1 } })
  })

  it('receives only the newest item of a latest-value channel', async () => {
    const { enter, state, stream } = await openStreamStage()
    const stopped = await enter('alice')
    const reader = await enter('bob')
    for (const client of [stopped, reader]) {
      client.send(subscribe('count'))
      await client.nextOn('count')
    }
    stopped.socket.pause()
    state.padding = 'x'.repeat(1024 * 1024)
    for (let count = 1; count <= COUNTED; count++) {
      state.count = count
      await reader.nextOn('count')
    }
    expect(stream.standing()).toMatchObject({ connections: 2, backlog: 0 })
    stopped.socket.resume()
    let last = await stopped.nextOn('count')
    for (let seq = 2; !('count' in (last.data as object)); seq++) {
      expect(last).toMatchObject({ type: 'delta', seq, prevSeq: seq - 1 })
      last = await stopped.nextOn('count')
    }
    expect(last).toMatchObject({ type: 'snapshot', data: { count: COUNTED } })
    expect(last.seq).toBeLessThan(COUNTED + 1)
  })
})

/** More than the buffers of a socket hold, at a megabyte each. */
const COUNTED = 16
