import { describe, expect, it } from 'vitest'
import { openReplay } from '../../server/adapters/exchanges/replay/index.ts'
import { sharedData } from '../support/shared-data.ts'
import { openStage } from './venue-stage.ts'

const path = sharedData('binance-usdm-raw-feed/btcusdt_20240808.jsonl.gz')

/** Returns the touch by update number, as in the source itself. */
const readTouches = async (file: string): Promise<Map<number, readonly number[]>> => {
  const replay = await openReplay({
    path: file,
    speed: 'max',
    loop: false,
    instrumentsPath: undefined,
    clock: Date.now,
  })
  const [instrument] = replay.instruments
  const { price, quantity } = instrument ?? { price: undefined, quantity: undefined }
  const touches = new Map<number, readonly number[]>()
  const sink = {
    offer: (event: Parameters<Parameters<typeof replay.run>[0]['offer']>[0]) => {
      if (event.kind !== 'quote') return true
      const { sequence, bid, ask } = event.quote
      const texts = [
        price?.print(bid.price),
        quantity?.print(bid.quantity),
        price?.print(ask.price),
        quantity?.print(ask.quantity),
      ]
      touches.set(sequence, texts.map(Number))
      return true
    },
    room: () => Promise.resolve(),
  }
  await replay.run(sink, () => undefined, new AbortController().signal)
  return touches
}

describe.skipIf(path === undefined)('a recorded market over the wire', () => {
  it('shows the same best bid and ask as the recording, update by update, and ends with the same order book', async () => {
    const market = { kind: 'replay', path: path ?? '', speed: 20, loop: false, instrumentsPath: undefined } as const
    const expected = await readTouches(market.path)
    const stage = await openStage({ market })
    const listener = await stage.listen('/ws/btcusdt@bookTicker/btcusdt@depth@0ms')
    await listener.until(() => listener.messages.length > 2_000)
    const quotes = listener.messages.filter(({ e }) => e === 'bookTicker')
    expect(quotes.length).toBeGreaterThan(500)
    for (const { u, b, B, a, A } of quotes) expect([u, [b, B, a, A].map(Number)]).toEqual([u, expected.get(u)])
    const changes = listener.messages.filter(({ e }) => e === 'depthUpdate')
    expect(changes.slice(1).map(({ pu }) => pu)).toEqual(changes.slice(0, -1).map(({ u }) => u))
    const { body } = await stage.get('/fapi/v1/depth', { symbol: 'BTCUSDT', limit: 5 })
    expect(body.bids).toHaveLength(5)
    listener.socket.close()
    await stage.close()
  })

  it('sends nothing that is not in the recording, and trades on it', async () => {
    const market = { kind: 'replay', path: path ?? '', speed: 5, loop: true, instrumentsPath: undefined } as const
    const stage = await openStage({ market })
    const { body } = await stage.get('/fapi/v1/premiumIndex', { symbol: 'BTCUSDT' })
    expect([body.indexPrice, body.lastFundingRate, body.nextFundingTime]).toEqual(['', '', 0])
    expect((await stage.get('/fapi/v1/fundingRate', { symbol: 'BTCUSDT' })).body).toEqual([])
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010', newOrderRespType: 'RESULT' }
    const filled = await stage.signed('POST', '/fapi/v1/order', order)
    expect(filled.body).toMatchObject({ status: 'FILLED', executedQty: '0.010' })
    await stage.close()
  })
})
