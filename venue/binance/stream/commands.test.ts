import { describe, expect, it } from 'vitest'
import { aListener } from '../../exchange/server/listener-fixture.ts'
import { isWanted } from '../../exchange/server/stream-hub.ts'
import { executeRequest } from './socket-server.ts'

const open = () => {
  const { hub, listener } = aListener()
  return {
    hub,
    listener,
    send: (command: object | string) =>
      executeRequest({ hub, isOffered: (stream) => stream !== 'c@forceOrder' }, listener, asText(command)),
  }
}

const asText = (command: object | string): string => (typeof command === 'string' ? command : JSON.stringify(command))

describe('a listener', () => {
  it('subscribes, lists its streams, and unsubscribes', () => {
    const { hub, send } = open()
    expect(send({ method: 'SUBSCRIBE', params: ['a@trade', 'b@trade'], id: 1 })).toEqual({ result: null, id: 1 })
    expect(isWanted(hub, 'a@trade')).toBe(true)
    expect(send({ method: 'UNSUBSCRIBE', params: ['a@trade'], id: 2 })).toEqual({ result: null, id: 2 })
    expect(isWanted(hub, 'a@trade')).toBe(false)
    expect(send({ method: 'LIST_SUBSCRIPTIONS', id: 'x' })).toEqual({ result: ['b@trade'], id: 'x' })
  })

  it('may receive wrapped messages', () => {
    const { listener, send } = open()
    send({ method: 'SET_PROPERTY', params: ['combined', true], id: 1 })
    expect([listener.combined, send({ method: 'GET_PROPERTY', params: ['combined'], id: 2 })]).toEqual([
      true,
      { result: true, id: 2 },
    ])
  })

  it('subscribes to no more than 1,024 streams', () => {
    const { listener, send } = open()
    const params = Array.from({ length: 1_025 }, (_, index) => `s${index}@trade`)
    expect(send({ method: 'SUBSCRIBE', params, id: 1 })).toMatchObject({ error: { code: 2 }, id: 1 })
    expect(listener.streams.size).toBe(0)
  })

  it('is refused a stream that the market does not have', () => {
    const { listener, send } = open()
    expect(send({ method: 'SUBSCRIBE', params: ['a@trade', 'c@forceOrder'], id: 1 })).toMatchObject({
      error: { code: 2, msg: 'Invalid request: c@forceOrder is not recorded.' },
      id: 1,
    })
    expect(listener.streams.size).toBe(0)
  })

  it.each(['', '[', '7', '{"method":"DANCE","id":4}', 'null'])('answers any message: %s', (text) => {
    expect(open().send(text)).toHaveProperty('error')
  })
})
