import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EntryDecisions, EvidencedDecision } from '../../contract/decisions.ts'
import { lots } from '../../server/domain/market/instrument.ts'
import type { ConsideredEntry } from '../../server/engine/model/facts.ts'
import { anId, anOrder } from '../support/book-samples.ts'
import { NOON_MS } from '../support/market-samples.ts'
import type { Json } from '../support/order-stream.ts'
import { anEntry, aSignal } from '../support/signal-samples.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

const DECISIONS = '/api/autotrading/decisions'
const ajv = new Ajv({ strict: false })
let server: TradingServer

const considered = (entry: ConsideredEntry) => ({ kind: 'entryConsidered', entry, atMs: NOON_MS }) as const

const aRefusal = (number: number, refusedBy: readonly string[], strategyId = 'S01') =>
  anEntry({ number, atMs: NOON_MS + number, refusedBy, signals: [aSignal({ strategyId }), aSignal({ number: 7 })] })

beforeAll(async () => {
  server = await startTradingServer()
  server.put(anOrder({ status: 'FILLED', filled: lots(10), filledTickLots: 10_000n, positionId: anId('pos') }))
  server.appendFacts(
    considered(anEntry({ number: 1, atMs: NOON_MS + 1, recorded: ['G24'] })),
    considered(aRefusal(2, ['G05', 'G08'])),
    considered(aRefusal(3, ['G08'], 'S02')),
    considered(anEntry({ number: 4, atMs: NOON_MS + 4 })),
  )
})
afterAll(() => server.close())

const get = async (path: string): Promise<Json> => {
  const response = await server.call('GET', DECISIONS + path)
  expect([path, response.statusCode]).toEqual([path, 200])
  return response.json()
}

const readNumbers = ({ items }: Json): number[] =>
  items.map(({ candidateId }: Json) =>
    [0, 1, 2, 3, 4, 5, 6, 7].findIndex((number) => anId('cnd', number) === candidateId),
  )

describe('the decisions of autotrading', () => {
  it('are available to any role in the documented shape, with caching disabled, and rejected without a token', async () => {
    const one = `/${anId('cnd', 2)}`
    for (const [path, schema] of [['', EntryDecisions] as const, [one, EvidencedDecision] as const]) {
      const validate = ajv.compile(schema)
      for (const role of ['VIEWER', 'OPERATOR', 'TRADER', 'ADMIN'] as const) {
        const response = await server.call('GET', DECISIONS + path, { role })
        expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
        validate(response.json())
        expect(validate.errors).toBeNull()
      }
      expect((await server.call('GET', DECISIONS + path, { role: null })).statusCode).toBe(401)
    }
  })

  it('include all inputs of an entry’s decision, and the current state of its order', async () => {
    const { items } = await get('?to=2026-11-21T12:00:00.002Z')
    const entry = anEntry({ number: 1, atMs: NOON_MS + 1, recorded: ['G24'] })
    expect(items).toEqual([
      {
        candidateId: anId('cnd', 1),
        digest: entry.digest,
        at: '2026-11-21T12:00:00.001Z',
        symbol: 'BTCUSDT',
        timeframe: '15m',
        direction: 'LONG',
        bookId: 'default',
        strategyId: 'S01',
        exploratory: false,
        signals: entry.candidate.signals,
        confidence: 0.6,
        confidenceCi: [0.5, 0.7],
        calibration: { method: 'PLATT', n: 130, effectiveN: 100, brierSkill: 0.05 },
        price: '100.1',
        stopLoss: '98.0',
        takeProfit: '104.0',
        horizonEndsAt: '2026-11-22T00:00:00.000Z',
        quantity: '0.010',
        notional: '1.00000000',
        risk: '0.03000000',
        sizedBy: 'RISK',
        cost: { feesBps: 10, spreadBps: 1, impactBps: 0.5, fundingBps: -0.25, adverseBps: 0, totalBps: 11.25 },
        edge: {
          grossEdgeBps: 30,
          netEdgeBps: 18.75,
          netEdgeLcbBps: 2.5,
          breakEvenP: 0.4,
          costShare: 0.15,
          kellyFraction: 0.1,
          grade: 'B',
        },
        verdict: 'ORDERED',
        decisionId: anId('dec', 1),
        decisionDigest: 'e'.repeat(64),
        refusedBy: [],
        gates: entry.decision.readings,
        orderId: anId('ord', 1),
        order: {
          orderId: anId('ord', 1),
          status: 'FILLED',
          qty: '0.010',
          filledQty: '0.010',
          avgFillPrice: '100.00000000',
          feesPaid: '0.00000000',
          createdAt: '2026-11-21T12:00:00.000Z',
          updatedAt: '2026-11-21T12:00:00.000Z',
          positionId: anId('pos'),
        },
      },
    ])
  })

  it.each([
    ['', [4, 3, 2, 1]],
    ['?verdict=ORDERED', [4, 1]],
    ['?verdict=REFUSED', [3, 2]],
    ['?gateId=G08', [3, 2]],
    ['?gateId=G05', [2]],
    ['?gateId=G24', []],
    ['?gateId=G08&strategyId=S02', [3]],
    ['?gateId=G08&verdict=ORDERED', []],
    ['?strategyId=S01', [4, 2, 1]],
    ['?symbols=BTCUSDT&limit=1', [4]],
    ['?from=2026-11-21T12:00:00.002Z&to=2026-11-21T12:00:00.004Z&gateId=G08', [3, 2]],
  ])('%s returns the requested ones, newest first', async (query, numbers) => {
    expect(readNumbers(await get(query))).toEqual(numbers)
  })

  it.each([
    ['?symbol=NOPEUSDT', 404, 'UNKNOWN_SYMBOL'],
    ['?strategyId=S99', 400, 'INVALID_PARAMETER'],
    ['?gateId=G99', 400, 'INVALID_PARAMETER'],
    ['?gateId=LATCH', 400, 'INVALID_PARAMETER'],
    ['?verdict=MAYBE', 400, 'INVALID_PARAMETER'],
    ['?cursor=abc', 400, 'INVALID_CURSOR'],
    ['/nope', 400, 'INVALID_PARAMETER'],
    [`/${anId('cnd', 99)}`, 404, 'CANDIDATE_NOT_FOUND'],
  ])('%s is refused with %i %s', async (path, status, code) => {
    const response = await server.call('GET', DECISIONS + path)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })

  it('include the inputs of the gates, with integers of any size as text', async () => {
    const { evidence, refusedBy } = await get(`/${anId('cnd', 2)}`)
    expect(refusedBy).toEqual(['G05', 'G08'])
    expect(evidence).toMatchObject({
      constitutionHash: 'c'.repeat(64),
      account: { equity: '1000000000000', liquidationPriceAfter: null },
      instrument: { symbol: 'BTCUSDT', price: { step: { units: '1', scale: 1 } } },
    })
  })

  it.each(['', '&gateId=G08'])('continue from page to page, each once, while new ones arrive (%s)', async (filter) => {
    const before = readNumbers(await get(`?limit=200${filter}`))
    const received: number[] = []
    let cursor = ''
    do {
      const page = await get(`?limit=1${filter}${cursor}`)
      received.push(...readNumbers(page))
      server.appendFacts(considered(aRefusal(received.length + 100, ['G08'])))
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    expect(received).toEqual(before)
  })

  it('are returned as CSV, one per line', async () => {
    const { body } = await server.call('GET', `${DECISIONS}?to=2026-11-21T12:00:00.003Z`, {
      headers: { accept: 'text/csv' },
    })
    const [columns = '', refused = '', ordered = ''] = body.split('\r\n')
    expect(columns).toMatch(/^candidateId,at,symbol,.*,verdict,refusedBy,orderId,orderStatus,positionId$/)
    expect(refused).toMatch(/,REFUSED,G05 G08,,,$/)
    expect(ordered).toContain(`,ORDERED,,${anId('ord', 1)},FILLED,${anId('pos')}`)
  })
})
