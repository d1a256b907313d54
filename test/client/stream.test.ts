import { describe, expect, it } from 'vitest'
import { PlimsollError } from '../../client/src/plimsoll-error.ts'
import type { TokenSource } from '../../client/src/send.ts'
import { PlimsollStream } from '../../client/src/stream/plimsoll-stream.ts'
import type { StreamEvent } from '../../client/src/stream/stream-event.ts'
import type { Channel } from '../../client/src/stream/wire.ts'
import { type ScriptedSocket, scriptedSockets } from './scripted-sockets.ts'
import { virtualTime } from './virtual-time.ts'

const ACK = { type: 'ack', id: null, op: 'auth' }
const ever: TokenSource = { accessToken: async () => 'first', renew: async (refused) => `after ${refused}` }

const aStream = async (tokens = ever) => {
  const surroundings = virtualTime()
  const { makeSocket, sockets } = scriptedSockets()
  const stream = new PlimsollStream({ surroundings, url: 'ws://platform/ws', makeSocket, tokens })
  const events: StreamEvent[] = []
  stream.watch((event) => events.push(event))
  await surroundings.pass(0)
  const last = (): ScriptedSocket => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('there was no connection')
    return socket
  }
  const letIn = async (): Promise<void> => {
    last().open()
    last().deliver(ACK)
    await surroundings.pass(0)
  }
  const states = () => events.flatMap((event) => (event.kind === 'state' ? [event.state.name] : []))
  return { stream, events, states, sockets, last, letIn, ...surroundings }
}

const listOps = ({ sent }: ScriptedSocket) => sent.map(({ op, args }) => [op, ...(args?.channels ?? [])])
const snapshot = (channel: string, seq = 1, prevSeq = 0) => ({ type: 'snapshot', channel, seq, prevSeq, data: {} })

describe('a stream', () => {
  it('sends its token first, then subscribes to everything with one message', async () => {
    const { stream, last, letIn } = await aStream()
    stream.on('account.orders', () => {})
    stream.on('signals', () => {})
    expect(last().sent).toEqual([])
    last().open()
    expect(last().sent).toEqual([{ op: 'auth', args: { token: 'first' } }])
    await letIn()
    stream.on('control.events', () => {})
    await letIn()
    expect(listOps(last()).slice(1)).toEqual([
      ['subscribe', 'account.orders', 'signals'],
      ['subscribe', 'control.events'],
    ])
  })

  it('stays below the server’s message rate limit, and omits no subscription', async () => {
    const { stream, last, letIn, now, pass } = await aStream()
    await letIn()
    const sentAtMs: number[] = []
    const wanted = Array.from({ length: 60 }, (_, index): Channel => `market.ticker:S${index}USDT`)
    for (const channel of wanted) {
      stream.on(channel, () => {})
      await pass(50)
      while (sentAtMs.length < last().sent.length) sentAtMs.push(now())
    }
    await pass(2_000)
    expect(new Set(last().sent.flatMap(({ args }) => args?.channels ?? []))).toEqual(new Set(wanted))
    const tooClose = sentAtMs.filter((at, index) => at - (sentAtMs[index - 10] ?? Number.NEGATIVE_INFINITY) < 1_000)
    expect(tooClose).toEqual([])
  })

  it('restarts a channel in which a message is missing', async () => {
    const { stream, events, last, letIn, pass } = await aStream()
    const seqs: number[] = []
    stream.on('account.fills', ({ seq }) => seqs.push(seq))
    await letIn()
    for (const [seq, prevSeq] of [
      [1, 0],
      [3, 2],
    ] as const)
      last().deliver(snapshot('account.fills', seq, prevSeq))
    await pass(0)
    expect(listOps(last()).slice(1)).toEqual([
      ['subscribe', 'account.fills'],
      ['subscribe', 'account.fills'],
    ])
    last().deliver(snapshot('account.fills'))
    expect(seqs).toEqual([1, 1])
    expect(events).toContainEqual({ kind: 'gap', channel: 'account.fills', expected: 1, prevSeq: 2 })
  })

  it('pings after 5 quiet seconds, is stale after 10, and reconnects after 15', async () => {
    const { states, sockets, last, letIn, pass } = await aStream()
    await letIn()
    await pass(5_000)
    expect([states().at(-1), listOps(last()).at(-1)]).toEqual(['open', ['ping']])
    last().deliver({ type: 'pong', id: null })
    await pass(9_900)
    expect(states()).toEqual(['open'])
    await pass(200)
    expect(states().slice(-1)).toEqual(['stale'])
    last().deliver({ type: 'pong', id: null })
    expect(states().slice(-2)).toEqual(['stale', 'open'])
    await pass(14_900)
    expect(states().at(-1)).toBe('stale')
    await pass(500)
    expect(states().slice(-2)).toEqual(['closed', 'connecting'])
    expect([sockets.length, sockets[0]?.isClosed]).toEqual([2, true])
  })

  it('presents no order book and no store as current while it is stale, and then continues where it was', async () => {
    const { stream, last, letIn, pass } = await aStream()
    const [book, positions] = [stream.book('BTCUSDT'), stream.positions()]
    const observed: unknown[] = []
    const note = () => observed.push([book.current.state, book.current.bids.length, positions.isCurrent])
    book.onChange(note)
    positions.onChange(note)
    const levels = (price: string) => ({ state: 'SYNCED', bids: [[price, '1']], asks: [], exchangeTimeMs: 7 })
    await letIn()
    last().deliver({ ...snapshot('account.positions'), data: { items: [] } })
    last().deliver({ ...snapshot('market.orderbook.50:BTCUSDT'), data: levels('1.5') })
    await pass(10_000)
    const sentBefore = last().sent.length
    last().deliver({ ...snapshot('market.orderbook.50:BTCUSDT', 2, 1), type: 'delta', data: levels('1.4') })
    await pass(0)
    expect(last().sent.length).toBe(sentBefore)
    expect(observed.map(String)).toEqual([
      'RESYNCING,0,true',
      'SYNCED,1,true',
      'RESYNCING,0,true',
      'RESYNCING,0,false',
      'SYNCED,2,false',
      'SYNCED,2,true',
    ])
    await pass(16_000)
    expect([book.current.state, positions.isCurrent]).toEqual(['RESYNCING', false])
    await letIn()
    last().deliver({ ...snapshot('account.positions'), data: { items: [] } })
    last().deliver({ ...snapshot('market.orderbook.50:BTCUSDT'), data: levels('1.3') })
    expect([book.current.state, positions.isCurrent]).toEqual(['SYNCED', true])
  })

  it('terminates a connection whose close is not answered', async () => {
    const { stream, last, letIn, pass } = await aStream()
    await letIn()
    stream.close()
    await pass(1_900)
    expect([last().isClosed, last().isTornDown]).toEqual([true, false])
    await pass(200)
    expect(last().isTornDown).toBe(true)
  })

  it('leaves nothing to wait for once its close was answered', async () => {
    const { stream, last, letIn, pass } = await aStream()
    await letIn()
    stream.close()
    last().end(1000)
    await pass(5_000)
    expect(last().isTornDown).toBe(false)
  })

  it('fails with the error it is closed with', async () => {
    const { stream, letIn } = await aStream()
    await letIn()
    const reading = stream.channel('signals').next()
    const why = new PlimsollError({
      code: 'UNAUTHENTICATED',
      status: 401,
      detail: 'It is over.',
      remedy: 'Begin anew.',
    })
    stream.close(why)
    await expect(reading).rejects.toMatchObject({ code: 'STREAM_FAILED', remedy: 'Begin anew.' })
    expect(stream.state).toMatchObject({ name: 'closed', reason: why.message, remedy: 'Begin anew.', retryInMs: null })
  })

  it('sends a newer token in place when its own is about to expire', async () => {
    const { sockets, last, letIn, pass } = await aStream()
    await letIn()
    last().deliver({ type: 'event', data: { event: 'auth.expiring', tokenExpiresAtMs: 0 } })
    await pass(0)
    expect(last().sent.at(-1)).toEqual({ op: 'auth', args: { token: 'after first' } })
    expect(sockets.length).toBe(1)
  })

  it('tries another token once when its own is refused', async () => {
    const refusedTokens: string[] = []
    const tokens: TokenSource = {
      accessToken: async () => 'first',
      renew: async (refused) => {
        refusedTokens.push(refused)
        return 'second'
      },
    }
    const { stream, sockets, last, pass } = await aStream(tokens)
    for (let attempt = 0; attempt < 3; attempt++) {
      last().open()
      last().end(4401)
      await pass(5_000)
    }
    expect([refusedTokens, sockets.length]).toEqual([['first'], 2])
    expect(stream.state).toMatchObject({ name: 'closed', code: 4401, retryInMs: null })
    expect(stream.state).toMatchObject({ remedy: expect.stringContaining('Get a new access token') })
  })

  it('sends its token once more when there is no other, as it may have arrived too late', async () => {
    const renew = async (): Promise<string> => {
      throw new PlimsollError({ code: 'UNAUTHENTICATED', status: 401, detail: 'There is no other.' })
    }
    const { stream, sockets, last, letIn, pass } = await aStream({ ...ever, renew })
    last().end(4401)
    await pass(0)
    await letIn()
    expect([stream.state.name, sockets.length]).toEqual(['open', 2])
    last().end(4401)
    await pass(5_000)
    last().end(4401)
    await pass(60_000)
    expect([stream.state, sockets.length]).toEqual([expect.objectContaining({ code: 4401, retryInMs: null }), 3])
  })

  it('requests another token for as long as no answer arrives', async () => {
    let renewals = 0
    const renew = async (): Promise<string> => {
      if (++renewals < 4) throw new PlimsollError({ code: 'UNREACHABLE', detail: 'The server is unreachable.' })
      return 'at last'
    }
    const { stream, last, letIn, pass } = await aStream({ ...ever, renew })
    for (let attempt = 0; attempt < 4; attempt++) {
      last().end(4401)
      await pass(10_000)
    }
    expect(renewals).toBe(4)
    await letIn()
    expect(stream.state.name).toBe('open')
  })

  it('gives up immediately on a protocol error', async () => {
    const { stream, sockets, last, letIn, pass } = await aStream()
    const reading = stream
      .channel('signals')
      .next()
      .catch((error) => error)
    await letIn()
    const closing = { closeCode: 4400, code: 'BAD_MESSAGE', detail: 'It is no JSON.', remedy: 'Compare it.' }
    last().deliver({ type: 'closing', data: closing })
    last().end(4400)
    await pass(60_000)
    expect(sockets.length).toBe(1)
    expect(await reading).toMatchObject({ code: 'STREAM_FAILED', detail: 'It is no JSON.', remedy: 'Compare it.' })
  })

  it('reports that another run of the server answers', async () => {
    const { events, last, letIn, pass } = await aStream()
    await letIn()
    last().end(1006)
    await pass(250)
    last().open()
    last().deliver({ ...ACK, epoch: 'run_2' })
    expect(events).toContainEqual({ kind: 'epoch', epoch: 'run_2', before: 'run_1' })
    expect(events.at(-1)).toEqual({ kind: 'state', state: { name: 'open', epoch: 'run_2' } })
  })

  it('waits longer after each failed attempt, and briefly again after a successful one', async () => {
    const { events, last, letIn, pass } = await aStream()
    const waits = () =>
      events.flatMap((event) =>
        event.kind === 'state' && event.state.name === 'closed' ? [event.state.retryInMs] : [],
      )
    for (let attempt = 0; attempt < 6; attempt++) {
      last().end(1006)
      await pass(4_000)
    }
    await letIn()
    await pass(6_000)
    last().end(1001)
    expect(waits()).toEqual([125, 250, 500, 1_000, 2_000, 2_000, 125])
  })

  it('waits for a server from which no token can be obtained', async () => {
    let attempts = 0
    const accessToken = async (): Promise<string> => {
      if (++attempts < 3) throw new PlimsollError({ code: 'UNREACHABLE', detail: 'the server is unreachable' })
      return 'at last'
    }
    const { last, pass } = await aStream({ ...ever, accessToken })
    await pass(1_000)
    last().open()
    expect(last().sent).toEqual([{ op: 'auth', args: { token: 'at last' } }])
  })

  it('ends permanently when it is closed, even from its own end handler', async () => {
    const { stream, sockets, last, letIn, pass } = await aStream()
    const read = stream.channel('signals').next()
    stream.watch((event) => event.kind === 'state' && event.state.name === 'closed' && stream.close())
    await letIn()
    last().end(1006)
    await pass(10_000)
    expect([sockets.length, await read]).toEqual([1, { done: true, value: undefined }])
    await expect(stream.channel('signals').next()).resolves.toEqual({ done: true, value: undefined })
  })
})
