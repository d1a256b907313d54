import { describe, expect, it, type TestContext } from 'vitest'
import { createBrackets, loadListings } from '../../server/adapters/exchanges/ccxt/market/index.ts'
import { MINUTE_MS } from '../../server/core/instant.ts'
import { publishedBrackets } from '../../server/domain/margin/brackets.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../../venue/exchange/faults/wire-fault-plan.ts'
import { ofKind } from '../support/listener.ts'
import { isSound } from '../support/watched-market.ts'
import { API_KEY, API_SECRET, openStage } from '../venue-wire/venue-stage.ts'
import { openBybitStage } from '../venue-wire-bybit/bybit-stage.ts'
import { listen, openPost } from './listening-post.ts'

const open = async ({ onTestFinished }: TestContext, faults: Partial<WireFaultPlan> = {}) => {
  const stage = await openBybitStage({ symbols: ['BTCUSDT'], faults: { ...NO_WIRE_FAULTS, seed: 3, ...faults } })
  const post = await openPost({ url: stage.url, id: 'bybit', haste: 10 })
  const listener = listen(post.source, { since: () => Date.now() - 3 * MINUTE_MS })
  onTestFinished(async () => {
    await listener.stop()
    await post.client.close()
    await stage.close()
  })
  return { ...post, listener }
}

describe.concurrent('the market of an exchange over the Bybit wire', { timeout: 120_000 }, () => {
  it('delivers every reported event', async (test) => {
    const { listener, source } = await open(test)
    await listener.until(() => listener.countEvents('trade') > 2 && listener.countEvents('bookDelta') > 5)
    const { markPrice } = await listener.until(() => ofKind(listener.events, 'markPrice')[0])
    expect(Object.values(markPrice)).not.toContain(null)
    await listener.until(() => listener.countEvents('liquidationStream') > 0)
    expect([source.origin, source.resumes, listener.booksLost]).toEqual(['EXCHANGE_WS', true, []])
    const { book, quote } = listener.entry('BTCUSDT')
    expect(quote && book.state === 'SYNCED' && isSound(listener.entry('BTCUSDT'))).toBe(true)
    expect(listener.countEvents('history')).toBeGreaterThan(1)
  })

  it('reloads an order book that has missed an update', async (test) => {
    const { listener } = await open(test, { streamDropped: 0.15 })
    await listener.until(() => listener.countEvents('bookLost') > 0)
    const { length } = listener.events
    await listener.until(() => listener.events.slice(length).some(({ kind }) => kind === 'bookSnapshot'))
    await listener.until(() => listener.entry('BTCUSDT').book.state === 'SYNCED')
    expect(listener.booksLost).toEqual([])
  })

  it('has its own brackets where Binance returns them only with a key', async (test) => {
    const { client } = await open(test)
    const stage = await openStage({})
    const binance = await openPost({ url: stage.url })
    const keyed = await openPost({ url: stage.url, keys: { apiKey: API_KEY, secret: API_SECRET } })
    const [bybit, without, withKeys] = await Promise.all(
      [client, binance.client, keyed.client].map(async (each) => {
        const listings = loadListings(each, ['BTCUSDT'])
        if (!listings.ok) throw new Error('BTCUSDT is not listed')
        const brackets = createBrackets(each, listings.value)
        expect(await brackets.fetchMissing()).toBe(true)
        return brackets
      }),
    )
    expect([bybit?.missing(), without?.missing(), withKeys?.missing()]).toEqual([[], ['BTCUSDT'], []])
    expect(withKeys?.brackets('BTCUSDT')).toEqual(publishedBrackets('BTCUSDT'))
    expect(without?.brackets('BTCUSDT')).toEqual(publishedBrackets('BTCUSDT'))
    expect(bybit?.brackets('BTCUSDT').length).toBeGreaterThan(1)
    expect(bybit?.brackets('NOSUCHUSDT')).toEqual(publishedBrackets('NOSUCHUSDT'))
    await binance.client.close()
    await keyed.client.close()
    await stage.close()
  })
})
