import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import {
  hasPromtool,
  readAlertExpressions,
  readBoardExpressions,
  readBoards,
  runPromtool,
} from '../support/prometheus-files.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

describe('GET /metrics', () => {
  let server: TradingServer
  beforeAll(async () => {
    server = await startTradingServer()
  })
  afterAll(() => server.close())

  it('is available to every role, and declares its format', async () => {
    for (const role of ['VIEWER', 'OPERATOR', 'TRADER', 'ADMIN'] as const) {
      const answer = await server.call('GET', '/metrics', { role })
      expect([answer.statusCode, answer.body]).toEqual([200, 'plimsoll_sample 1\n'])
      expect(answer.headers).toMatchObject({
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      })
    }
  })

  it('rejects callers without a token', async () => {
    const answer = await server.call('GET', '/metrics', { role: null })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([401, 'application/problem+json'])
    expect(answer.body).not.toContain('plimsoll_')
  })

  it('counts responses, but not those to probes, which are 503 while the server starts', async () => {
    const { byClass: before } = server.tally.read()
    for (const path of ['/healthz', '/readyz', '/nowhere']) await server.call('GET', path, { role: null })
    expect(server.tally.read().byClass).toEqual({ ...before, '4xx': before['4xx'] + 1 })
  })

  it('is read-only', async () => {
    const answer = await server.call('POST', '/metrics', { body: {} })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the metrics of a running server', () => {
  let server: TestPlatform
  beforeAll(async () => {
    server = await startTestPlatform()
    await server.ready()
  }, 120_000)
  afterAll(() => server.close())

  it('are complete, and count the answered requests', async () => {
    const token = await server.token({ role: 'VIEWER' })
    await server.get('/api/v381/market/tickers')
    const metrics = async () => readMetrics(await (await server.get('/metrics', token)).text())
    const refused = async () => (await metrics()).get('plimsoll_http_requests_total')?.samples.get('{code="4xx"}')
    await expect.poll(refused, { interval: 250, timeout: 60_000 }).toBeGreaterThanOrEqual(1)
    const families = await vi.waitFor(async () => {
      const measured = await metrics()
      expect(measured.get('plimsoll_process_resident_memory_bytes')?.samples.get('')).toBeGreaterThan(1_000_000)
      return measured
    }, 60_000)
    const figure = (name: string) => families.get(`plimsoll_${name}`)?.samples.get('')
    expect(figure('equity_usdt')).toBeGreaterThan(0)
    expect(figure('emergency_stop_engaged')).toBe(0)
    expect(figure('positions_unprotected')).toBe(0)
    expect(
      [...(families.get('plimsoll_engine_state')?.samples.values() ?? [])].filter((value) => value === 1),
    ).toHaveLength(1)
    for (const name of ['surface_verdict_rank', 'feed_book_age_seconds', 'store_failed', 'events_24h', 'build_info']) {
      expect([name, families.get(`plimsoll_${name}`)?.samples.size ?? 0]).not.toEqual([name, 0])
    }
  })

  it('include every metric of the dashboards and alert rules', async () => {
    const token = await server.token({ role: 'VIEWER' })
    const expressions = [...readBoardExpressions(), ...readAlertExpressions()]
    expect(expressions.length).toBeGreaterThan(50)
    const names = new Set(expressions.flatMap((expression) => expression.match(/plimsoll_\w+/g) ?? []))
    const missing = async () => {
      const families = readMetrics(await (await server.get('/metrics', token)).text())
      return [...names].filter(
        (name) => !families.has(name) && !OMITTED_WHILE_EMPTY.has(name) && !OF_GATEWAYS.has(name),
      )
    }
    await expect.poll(missing, { interval: 500, timeout: 60_000 }).toEqual([])
  })
})

const OMITTED_WHILE_EMPTY = new Set(['plimsoll_blocker', 'plimsoll_exchange_trouble'])

/** Exported only by gateways; their tests read them. */
const OF_GATEWAYS = new Set([
  'plimsoll_engine_silent_seconds',
  'plimsoll_lease_epoch',
  'plimsoll_standbys',
  'plimsoll_standby_batches_behind',
  'plimsoll_bus_connected',
])

describe('the dashboards and alert rules', () => {
  it('have fixed identifiers, and at least one expression in each panel', () => {
    const boards = readBoards()
    expect(boards.map(({ uid }) => uid).toSorted()).toEqual(['plimsoll-operator', 'plimsoll-trader'])
    for (const { panels } of boards) for (const { targets } of panels) expect(targets).not.toEqual([])
  })

  it('show one server at a time, and compare servers only in panels whose legend names them', () => {
    for (const { templating } of readBoards()) expect(templating.list.map(({ name }) => name)).toEqual(['instance'])
    const ofAll = readBoardExpressions().filter((expression) => !expression.includes('{instance="$instance"}'))
    expect(ofAll).toEqual(['up{job="plimsoll"}', 'plimsoll_engine_silent_seconds', 'plimsoll_standbys'])
  })

  it.skipIf(!hasPromtool)('pass promtool, with their tests (needs promtool of Prometheus)', () => {
    expect(runPromtool()).toBe('')
  })
})
