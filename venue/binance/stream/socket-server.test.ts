import { expect, it } from 'vitest'
import { readPath } from './socket-server.ts'

it.each([
  ['/ws', false, []],
  ['/ws/btcusdt@trade', false, ['btcusdt@trade']],
  ['/ws/btcusdt@trade/ethusdt@depth@100ms', false, ['btcusdt@trade', 'ethusdt@depth@100ms']],
  ['/stream?streams=btcusdt@trade/!ticker@arr', true, ['btcusdt@trade', '!ticker@arr']],
  ['/stream?streams=btcusdt%40trade', true, ['btcusdt@trade']],
  ['/public/ws/0', false, ['0']],
  ['/market/stream', true, []],
  ['/private/ws?listenKey=KEY', false, ['KEY']],
] as const)('opens %s', (url, combined, streams) => {
  expect(readPath(url)).toEqual({ combined, streams })
})

it.each(['/', '/wss', '/ws-fapi/v1', '/other/ws', '//', '/ws/%'])('rejects %s, or opens it only as a name', (url) => {
  const path = readPath(url)
  expect(path === undefined || url.startsWith('/ws/')).toBe(true)
})
