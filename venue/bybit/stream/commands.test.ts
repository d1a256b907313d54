import { beforeEach, describe, expect, it } from 'vitest'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { applyMarketEvent, createMarketBoard } from '../../exchange/market/market-board.ts'
import { sign } from '../../exchange/server/credentials.ts'
import { aListener } from '../../exchange/server/listener-fixture.ts'
import { type Caller, type CommandParts, executeRequest } from './commands.ts'
import { createMarketTopics } from './market-topics.ts'

const BTC = anInstrument()
const NOW = 1_700_000_000_000

let parts: CommandParts
let caller: Caller
let messages: string[]

beforeEach(() => {
  const listening = aListener()
  const board = createMarketBoard([])
  applyMarketEvent(board, { kind: 'instrument', instrument: BTC }, NOW)
  const credentials = { apiKey: 'key', apiSecret: 'secret' }
  parts = { hub: listening.hub, board, topics: createMarketTopics(listening.hub), credentials }
  caller = { listener: listening.listener, welcome: null, connectionId: 'c1' }
  messages = listening.messages
})

const send = (command: unknown): object => {
  messages.length = 0
  executeRequest(parts, caller, typeof command === 'string' ? command : JSON.stringify(command), NOW)
  return JSON.parse(messages[0] ?? 'null')
}

const authWith = (secret: string) => {
  const expires = String(NOW + 1_000)
  return { op: 'auth', args: ['key', expires, sign(`GET/realtime${expires}`, secret)] }
}

describe('a market stream connection', () => {
  it('subscribes to topics, and an order book begins with a full snapshot', () => {
    const answer = send({ op: 'subscribe', args: ['orderbook.50.BTCUSDT', 'publicTrade.BTCUSDT'], req_id: '5' })
    expect(answer).toEqual({ success: true, ret_msg: '', conn_id: 'c1', op: 'subscribe', req_id: '5' })
    expect([...caller.listener.streams]).toEqual(['orderbook.50.BTCUSDT', 'publicTrade.BTCUSDT'])
    expect(messages.slice(1).map((text) => JSON.parse(text).type)).toEqual(['snapshot'])
    send({ op: 'unsubscribe', args: ['publicTrade.BTCUSDT'] })
    expect([...caller.listener.streams]).toEqual(['orderbook.50.BTCUSDT'])
  })

  it('offers liquidations only where the market has them', () => {
    const args = ['allLiquidation.BTCUSDT']
    expect(send({ op: 'subscribe', args })).toMatchObject({ success: false })
    applyMarketEvent(parts.board, { kind: 'liquidationStream', symbol: 'BTCUSDT', sinceMs: NOW }, NOW)
    expect(send({ op: 'subscribe', args })).toMatchObject({ success: true })
  })

  it('rejects all topics of a request when one is unknown', () => {
    expect(send({ op: 'subscribe', args: ['publicTrade.BTCUSDT', 'orderbook.25.BTCUSDT'] })).toMatchObject({
      success: false,
      ret_msg: 'error:handler not found,topic:orderbook.25.BTCUSDT',
    })
    expect(caller.listener.streams.size).toBe(0)
  })

  it.each(['', '[]', '7', '{"op":"fly"}', '{"op":"subscribe"}', '{"op":"auth","args":[]}', '{"args":{}}'])(
    'survives %s',
    (text) => {
      expect(send(text)).toHaveProperty('success')
    },
  )

  it('requires no authentication and receives no account topics', () => {
    expect(send(authWith('secret'))).toMatchObject({ success: false })
    expect(send({ op: 'subscribe', args: ['order'] })).toMatchObject({ success: false })
  })

  it('answers a ping', () => {
    expect(send({ op: 'ping' })).toEqual({ success: true, ret_msg: 'pong', conn_id: 'c1', op: 'ping', req_id: '' })
  })
})

describe('an account stream connection', () => {
  beforeEach(() => {
    caller = { ...caller, welcome: false }
  })

  it('requires authentication for topics', () => {
    expect(send({ op: 'subscribe', args: ['order'] })).toMatchObject({
      success: false,
      ret_msg: 'Request not authorized',
    })
    expect(send(authWith('other'))).toMatchObject({ success: false, op: 'auth' })
    expect(send(authWith('secret'))).toMatchObject({ success: true, ret_msg: '', op: 'auth' })
    expect(send({ op: 'subscribe', args: ['order', 'execution.linear', 'order.spot'] })).toMatchObject({
      success: true,
    })
    expect(send({ op: 'subscribe', args: ['tickers.BTCUSDT'] })).toMatchObject({ success: false })
  })

  it('answers a ping with the time', () => {
    expect(send({ op: 'ping', req_id: '1' })).toEqual({ op: 'pong', args: [String(NOW)], conn_id: 'c1', req_id: '1' })
  })
})
