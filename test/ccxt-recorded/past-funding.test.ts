import { describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS, HOUR_MS, type Instant } from '../../server/core/instant.ts'
import type { MarketEvent, PastFunding } from '../../server/domain/market/market-event.ts'
import type { ReceivedRequest } from './loopback.ts'
import { BODIES, RECORDED_IDS, type RecordedId } from './market-bodies.ts'
import { openListener, RECEIVED_AT_MS } from './recorded-listener.ts'

interface Settled {
  readonly at: Instant
  readonly rate: string
}

type Query = ReceivedRequest['query']

/** The list of past settlements as each exchange serves it: its limits, its order and its fields. */
interface PastFundingRoute {
  readonly route: string
  readonly rowsMax: number
  answer(settled: readonly Settled[], query: Query): unknown
}

const within = (settled: readonly Settled[], fromMs: number, toMs: number): Settled[] =>
  settled.filter(({ at }) => at >= fromMs && at <= toMs)

const limitIn = ({ limit }: Query, max: number): number => Math.min(Number(limit ?? 100), max)

const ROUTES: Readonly<Record<RecordedId, PastFundingRoute>> = {
  binanceusdm: {
    route: '/fapi/v1/fundingRate',
    rowsMax: 1_000,
    answer: (settled, query) =>
      within(settled, Number(query.startTime), Number(query.endTime))
        .slice(0, limitIn(query, 1_000))
        .map(({ at, rate }) => ({ symbol: 'BTCUSDT', fundingTime: at, fundingRate: rate, markPrice: '7404.1' })),
  },
  bybit: {
    route: '/v5/market/funding/history',
    rowsMax: 200,
    answer: (settled, query) => ({
      ...{ retCode: 0, retMsg: 'OK', retExtInfo: {}, time: RECEIVED_AT_MS },
      result: {
        category: query.category,
        list: within(settled, Number(query.startTime), Number(query.endTime))
          .toReversed()
          .slice(0, limitIn(query, 200))
          .map(({ at, rate }) => ({ symbol: 'BTCUSDT', fundingRate: rate, fundingRateTimestamp: String(at) })),
      },
    }),
  },
  okx: {
    route: '/api/v5/public/funding-rate-history',
    rowsMax: 100,
    answer: (settled, query) => ({
      ...{ code: '0', msg: '' },
      data: within(settled, Number(query.before) + 1, Number(query.after) - 1)
        .toReversed()
        .slice(0, limitIn(query, 100))
        .map(({ at, rate }) => ({
          ...{ instType: 'SWAP', instId: 'BTC-USDT-SWAP', formulaType: 'noRate', method: 'current_period' },
          ...{ fundingRate: '0.018', realizedRate: rate, fundingTime: String(at) },
        })),
    }),
  },
  bitget: {
    route: '/api/v2/mix/market/history-fund-rate',
    rowsMax: 100,
    answer: (settled, { pageNo, pageSize }) => {
      const size = Math.min(Number(pageSize ?? 20), 100)
      const from = (Number(pageNo ?? 1) - 1) * size
      return {
        ...{ code: '00000', msg: 'success', requestTime: RECEIVED_AT_MS },
        data: settled
          .toReversed()
          .slice(from, from + size)
          .map(({ at, rate }) => ({ symbol: 'BTCUSDT', fundingRate: rate, fundingTime: String(at) })),
      }
    },
  },
}

const LAST_MS = Math.floor(RECEIVED_AT_MS / (8 * HOUR_MS)) * 8 * HOUR_MS

/** Settlements up to the last one, oldest first, each with a rate of its own and some milliseconds late. */
const settlements = (count: number, everyMs: number): Settled[] =>
  Array.from({ length: count }, (_, index) => ({
    at: LAST_MS - (count - 1 - index) * everyMs + (index % 3),
    rate: `${index % 2 ? '-' : ''}0.000${String(index + 1).padStart(4, '0')}`,
  }))

const openAt = async (id: RecordedId) => {
  const { route, answer, rowsMax } = ROUTES[id]
  const market = { settled: [] as readonly Settled[] }
  const listener = await openListener(id, {
    answers: { ...BODIES[id].answers, [`GET ${route}`]: ({ query }: ReceivedRequest) => answer(market.settled, query) },
    symbols: ['BTCUSDT'],
  })
  onTestFinished(() => listener.close())
  return { listener, market, route, rowsMax }
}

const fundingIn = (events: readonly MarketEvent[]): PastFunding[] =>
  events.flatMap((event) => (event.kind === 'funding' ? [event.funding] : []))

const plain = ({ rate, settledAtMs }: PastFunding) => [settledAtMs, Number(rate.units) / 10 ** rate.scale]

describe.each(RECORDED_IDS)('past funding of %s', (id) => {
  it('is published once, oldest first, at the rates the exchange lists', async () => {
    const { listener, market } = await openAt(id)
    market.settled = settlements(60, 8 * HOUR_MS)
    const published = fundingIn(await listener.publishFunding('BTCUSDT'))
    expect(published.map(plain)).toEqual(market.settled.map(({ at, rate }) => [at, Number(rate)]))
    expect(published.every(({ intervalMs }) => Math.abs(intervalMs - 8 * HOUR_MS) < 3)).toBe(true)
    expect(await listener.publishFunding('BTCUSDT')).toEqual([])
  })

  it('is read page by page for hourly settlements', async () => {
    const { listener, market, rowsMax } = await openAt(id)
    market.settled = settlements(40 * 24, HOUR_MS)
    const published = fundingIn(await listener.publishFunding('BTCUSDT'))
    const expected = market.settled.filter(({ at }) => at >= RECEIVED_AT_MS - 30 * DAY_MS)
    expect(published.map(plain)).toEqual(expected.map(({ at, rate }) => [at, Number(rate)]))
    expect(expected.length).toBeGreaterThan(Math.min(rowsMax, 700))
  })

  it('is published by the next connection in full, and not at all by this one, when a page gets no answer', async () => {
    const { listener, market, route } = await openAt(id)
    market.settled = settlements(60, 8 * HOUR_MS)
    const { answer } = ROUTES[id]
    listener.loopback.answer({ [`GET ${route}`]: { code: '500', msg: 'down', retCode: 10016, retMsg: 'down' } })
    expect(await listener.publishFunding('BTCUSDT')).toEqual([])
    expect(listener.troubles.present.has('UNREACHABLE')).toBe(true)
    listener.loopback.answer({ [`GET ${route}`]: ({ query }: ReceivedRequest) => answer(market.settled, query) })
    expect(fundingIn(await listener.publishFunding('BTCUSDT'))).toHaveLength(60)
  })

  it('omits an unreadable rate, and counts it', async () => {
    const { listener, market } = await openAt(id)
    const [first, second] = settlements(2, 8 * HOUR_MS) as [Settled, Settled]
    market.settled = [{ ...first, rate: 'none' }, second]
    expect(fundingIn(await listener.publishFunding('BTCUSDT')).map(plain)).toEqual([[second.at, Number(second.rate)]])
    expect(listener.unreadable.count).toBe(1)
  })
})
