import { describe, expect, it } from 'vitest'
import { CHANNELS } from '../../../contract/stream/channels.ts'
import { readChannelName } from './channel-name.ts'

const getError = (name: string) => {
  const read = readChannelName(name)
  return read.ok ? undefined : read.error
}

describe('a channel name', () => {
  it('is parsed for every address and all its options', () => {
    for (const { address, choices = [''] } of CHANNELS) {
      for (const choice of choices) {
        const name = address.replace('{symbol}', 'BTCUSDT').replace(/\{\w+\}/, choice)
        const symbol = address.includes('{symbol}') ? 'BTCUSDT' : ''
        expect([name, readChannelName(name)]).toEqual([name, { ok: true, value: { address, choice, symbol } }])
      }
    }
  })

  it.each([
    ['prices', 'There is no channel "prices".', /^There are market\.ticker:\{symbol\}, .*monitor\./],
    ['', 'There is no channel "".', /^There are /],
    [
      'market.kline:BTCUSDT',
      'There is no channel "market.kline:BTCUSDT".',
      /^There are market\.ticker:\{symbol\}, [^s]/,
    ],
    ['account.trades', 'There is no channel "account.trades".', /^There are account\.orders, .*, account\.balance\.$/],
    [
      'monitor.everything',
      'There is no channel "monitor.everything".',
      /^There are monitor\..*monitor\.public-status-truth, /,
    ],
    [
      'market.kline.2m:BTCUSDT',
      'There is no channel "market.kline.2m:BTCUSDT": {interval} cannot be "2m".',
      /^It can be 1m, 3m, .*, 1w\.$/,
    ],
    [
      'market.orderbook.:BTCUSDT',
      'There is no channel "market.orderbook.:BTCUSDT": {depth} cannot be "".',
      /^It can be 1, 5, 10, 20, 50, 200\.$/,
    ],
    ['market.trades:btcusdt', '"btcusdt" is not a symbol of a perpetual.', /as in market\.trades:BTCUSDT\.$/],
    ['market.trades:BTCUSDT\n', '"BTCUSDT\n" is not a symbol of a perpetual.', /./],
    ['market.trades:BTCUSDT:ETHUSDT', '"BTCUSDT:ETHUSDT" is not a symbol of a perpetual.', /./],
    ['market.trades:', '"" is not a symbol of a perpetual.', /./],
    ['market.kline.1m', 'market.kline.1m needs a symbol.', /as in market\.kline\.1m:BTCUSDT\.$/],
    ['signals:BTCUSDT', 'signals takes no symbol.', /^Subscribe to signals\.$/],
  ])('%j is rejected with the fault and the valid options', (name, detail, remedy) => {
    expect(getError(name)).toEqual({ detail, remedy: expect.stringMatching(remedy) })
  })
})
