import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Signals } from '../../contract/signals.ts'
import type { Signal } from '../../server/domain/signal/signal.ts'
import { anId } from '../support/book-samples.ts'
import { NOON_MS } from '../support/market-samples.ts'
import type { Json } from '../support/order-stream.ts'
import { aLoss, anEntry, anOutcome, aSignal } from '../support/signal-samples.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

const SIGNALS = '/api/v381/signals'
const ajv = new Ajv({ strict: false })
let server: TradingServer

const raised = (signal: Signal) => ({ kind: 'signalRaised', signal, atMs: NOON_MS }) as const

/** Two of one series, one each of two others. */
const FIRST = aSignal({ number: 1 })
const SECOND = aSignal({ number: 2, p: 0.7 })
const OTHER_STRATEGY = aSignal({ number: 3, strategyId: 'S02', p: 0.5, family: 'TREND', direction: 'SHORT' })
const OTHER_TIMEFRAME = aSignal({ number: 4, interval: '1h', p: 0.55, features: { adx: Number.NaN } })

beforeAll(async () => {
  server = await startTradingServer()
  server.mark('BTCUSDT', 1_000)
  server.appendFacts(...[FIRST, SECOND, OTHER_STRATEGY, OTHER_TIMEFRAME].map(raised))
  server.appendFacts(
    { kind: 'signalResolved', signalId: FIRST.signalId, outcome: anOutcome(), atMs: NOON_MS },
    { kind: 'signalResolved', signalId: OTHER_STRATEGY.signalId, outcome: aLoss(), atMs: NOON_MS },
    { kind: 'entryConsidered', entry: anEntry({ signals: [FIRST] }), atMs: NOON_MS },
  )
})
afterAll(() => server.close())

const get = async (path: string): Promise<Json> => {
  const response = await server.call('GET', SIGNALS + path)
  expect([path, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([path, 200, ''])
  return response.json()
}

const readNumbers = ({ items }: Json): number[] =>
  items.map(({ signalId }: Json) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].findIndex((number) => anId('sig', number) === signalId),
  )

describe('signals', () => {
  it.each(['/latest', '/history', '/history?limit=1&from=2026-01-01T00:00:00Z&timeframe=15m'])(
    '%s answers any role in the documented shape',
    async (path) => {
      const validate = ajv.compile(Signals)
      for (const role of ['VIEWER', 'OPERATOR', 'TRADER', 'ADMIN'] as const) {
        const response = await server.call('GET', SIGNALS + path, { role })
        expect(response.statusCode).toBe(200)
        validate(response.json())
        expect(validate.errors).toBeNull()
      }
    },
  )

  it.each(['/latest', '/history'])('%s is rejected without a token', async (path) => {
    expect((await server.call('GET', SIGNALS + path, { role: null })).statusCode).toBe(401)
  })

  it('return their content, in ticks of the instrument, and their outcome', async () => {
    const { items, source, asOf } = await get('/history?to=2026-11-21T12:02:00Z')
    expect({ asOf, source }).toMatchObject({
      asOf: '2026-11-21T12:00:00.000Z',
      source: { status: 'FRESH', origin: 'LOCAL_LEDGER' },
    })
    expect(items).toEqual([
      {
        signalId: FIRST.signalId,
        symbol: 'BTCUSDT',
        timeframe: '15m',
        strategyId: 'S01',
        strategyName: 'DONCHIAN_BREAKOUT',
        family: 'TREND',
        definitionVersion: 1,
        definitionDigest: 'd'.repeat(64),
        direction: 'LONG',
        barOpenAt: '2026-11-21T11:46:00.000Z',
        barClosedAt: '2026-11-21T12:01:00.000Z',
        createdAt: '2026-11-21T12:01:00.250Z',
        validUntil: '2026-11-21T12:16:00.000Z',
        origin: 'LIVE',
        rawScore: 1.5,
        confidence: 0.6,
        confidenceCi: [0.5, 0.7],
        calibration: { method: 'PLATT', n: 130, effectiveN: 100, brierSkill: 0.05 },
        reference: { price: '100.0', atr: '1.0' },
        plan: {
          stopLoss: '98.0',
          takeProfit: '104.0',
          horizonBars: 48,
          horizonEndsAt: '2026-11-22T00:01:00.000Z',
          rewardRisk: 2,
        },
        regime: 'TREND_UP',
        patternIds: ['HAMMER', 'DOJI'],
        features: { atr: 1.0234, adx: 31.5 },
        costReturn: 0.0012,
        digest: anEntry({ signals: [FIRST] }).candidate.signals[0]?.digest,
        state: 'INVALIDATED',
        candidateId: anId('cnd', 1),
        notTraded: null,
        outcome: {
          status: 'RESOLVED',
          label: -1,
          barrier: 'STOP',
          enteredAt: '2026-11-21T12:00:00.000Z',
          resolvedAt: '2026-11-21T12:10:00.000Z',
          entry: '100.0',
          exit: '98.0',
          grossReturn: -0.02,
          costReturn: 0.0012,
          netReturn: -0.0212,
          netR: -1.06,
          mfeR: 0.33333333,
          maeR: 1,
          barsHeld: 10,
          ambiguousBar: false,
          uniqueness: null,
          shadow: false,
        },
      },
    ])
  })

  it('give the reason when one cannot be scored, and mark a figure that is not a number', async () => {
    const { items } = await get('/history')
    expect(items.map(({ state, outcome, features }: Json) => [state, outcome, features.adx])).toEqual([
      ['ACTIVE', null, null],
      ['ACTIVE', { status: 'LOST', reason: 'DATA_GAP', lostAt: '2026-11-21T12:03:00.000Z' }, 31.5],
      ['ACTIVE', null, 31.5],
      ['INVALIDATED', expect.objectContaining({ shadow: false }), 31.5],
    ])
  })

  it.each([
    ['/latest', [4, 3, 2]],
    ['/latest?symbol=BTCUSDT', [4, 3, 2]],
    ['/latest?strategyId=S01', [4, 2]],
    ['/latest?timeframe=15m', [3, 2]],
    ['/latest?minConfidence=0.55', [4, 2]],
    ['/latest?minConfidence=1', []],
    ['/history', [4, 3, 2, 1]],
    ['/history?symbols=BTCUSDT', [4, 3, 2, 1]],
    ['/history?strategyId=S02', [3]],
    ['/history?strategyId=S01&timeframe=15m', [2, 1]],
    ['/history?minConfidence=0.6', [2, 1]],
    ['/history?timeframe=1d', []],
    ['/history?from=2026-11-21T12:02:00Z&to=2026-11-21T12:04:00Z', [3, 2]],
  ])('%s returns the requested ones, newest first', async (path, numbers) => {
    expect(readNumbers(await get(path))).toEqual(numbers)
  })

  it.each([
    ['/latest?symbol=NOPEUSDT', 404, 'UNKNOWN_SYMBOL', undefined],
    ['/history?symbols=BTCUSDT,NOPEUSDT', 404, 'UNKNOWN_SYMBOL', undefined],
    ['/latest?symbol=nope', 400, 'INVALID_PARAMETER', '/symbol'],
    ['/latest?strategyId=S99', 400, 'INVALID_PARAMETER', '/strategyId'],
    ['/latest?timeframe=7m', 400, 'INVALID_PARAMETER', '/timeframe'],
    ['/latest?minConfidence=1.5', 400, 'INVALID_PARAMETER', '/minConfidence'],
    ['/latest?limit=5', 400, 'INVALID_PARAMETER', '/limit'],
    ['/history?limit=0', 400, 'INVALID_PARAMETER', '/limit'],
    ['/history?from=2026-02-30T00:00:00Z', 400, 'INVALID_PARAMETER', '/from'],
    ['/history?cursor=abc', 400, 'INVALID_CURSOR', '/cursor'],
  ])('%s is refused with %i %s', async (path, status, code, pointer) => {
    const response = await server.call('GET', SIGNALS + path)
    const body: Json = response.json()
    expect([response.statusCode, body.code, body.errors?.[0].pointer]).toEqual([status, code, pointer])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('name the available strategies and timeframes when an unknown one is requested', async () => {
    const fetchDetail = async (query: string): Promise<string> =>
      (await server.call('GET', `${SIGNALS}/latest?${query}`)).json().detail
    expect(await fetchDetail('strategyId=S99')).toMatch(/^query \/strategyId must be one of S01, S02, .*S12\.$/)
    expect(await fetchDetail('timeframe=7m')).toContain('must be one of 1m, 3m, 5m')
  })

  it('are not sent again to a client that has them, until there is a new one', async () => {
    const first = await server.call('GET', `${SIGNALS}/latest?strategyId=S03`)
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept' })
    const etag = String(first.headers.etag)
    const again = () => server.call('GET', `${SIGNALS}/latest?strategyId=S03`, { headers: { 'if-none-match': etag } })
    expect((await again()).statusCode).toBe(304)
    server.appendFacts(raised(aSignal({ number: 5, strategyId: 'S03' })))
    const changed = await again()
    expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false])
  })

  it('continue from page to page, each once, while new ones arrive', async () => {
    const received: number[] = []
    let address: string | undefined = '/history?limit=2&strategyId=S01'
    let number = 6
    while (address !== undefined) {
      const page: Json = await get(address)
      received.push(...readNumbers(page))
      server.appendFacts(raised(aSignal({ number: number++ })))
      address = page.nextCursor === null ? undefined : `/history?limit=2&strategyId=S01&cursor=${page.nextCursor}`
    }
    expect(received).toEqual([4, 2, 1])
    const first = await server.call('GET', `${SIGNALS}/history?limit=1`)
    expect(first.headers.link).toBe(`<${SIGNALS}/history?limit=1&cursor=${first.json().nextCursor}>; rel="next"`)
  })

  it('are returned as CSV, one per line', async () => {
    const headers = { accept: 'text/csv' }
    const { body, headers: responseHeaders } = await server.call('GET', `${SIGNALS}/history?to=2026-11-21T12:02:00Z`, {
      headers,
    })
    expect(responseHeaders['content-type']).toContain('text/csv')
    const [columns = [], line = [], ...more] = body.split('\r\n').map((text) => text.split(','))
    expect(more).toEqual([['']])
    const row = Object.fromEntries(columns.map((column, index) => [column, line[index]]))
    expect(row).toMatchObject({
      signalId: FIRST.signalId,
      strategyName: 'DONCHIAN_BREAKOUT',
      confidenceLow: '0.5',
      stopLoss: '98.0',
      patternIds: 'HAMMER DOJI',
      outcome: 'RESOLVED',
      barrier: 'STOP',
      netR: '-1.06',
      lostFor: '',
    })
  })
})
