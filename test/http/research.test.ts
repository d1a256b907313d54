import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResearchJob, ResearchJobs } from '../../contract/research.ts'
import { hostClocks } from '../../server/app/clocks.ts'
import { openHistory } from '../../server/app/history.ts'
import { DAY_MS } from '../../server/core/instant.ts'
import { PUBLISHED_QUOTAS } from '../../server/http/security/quotas.ts'
import type { HistoryKind } from '../../server/research/data/kinds.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { startTradingServer } from '../support/trading-server.ts'

const FROM_MS = Date.parse('2025-01-05T00:00:00Z')
const ORDER = {
  exchange: 'simulated',
  strategyId: 'S05',
  symbols: ['BTCUSDT'],
  timeframes: ['1m'],
  fromMs: FROM_MS,
  toMs: FROM_MS + DAY_MS,
}
/** The day of the order, what its strategy reads before, and a day after it. */
const RANGE = { fromMs: FROM_MS - 4 * DAY_MS, toMs: FROM_MS + 2 * DAY_MS }
const RESEARCH = '/api/v381/research'
/** A job starts a process, which takes long on a busy machine. */
const PROCESS = { timeout: 240_000, interval: 100 }

const download = (dataDir: string, kinds: readonly HistoryKind[], { fromMs, toMs } = RANGE) =>
  openHistory(hostClocks, () => new AbortController().signal).download(
    {
      dataDir,
      exchange: 'simulated',
      symbols: ['BTCUSDT'],
      kinds,
      fromMs,
      toMs,
      source: undefined,
      exchangeUrl: undefined,
      archiveUrl: undefined,
      seed: 1,
    },
    () => {},
  )

describe('research over HTTP', { timeout: 300_000 }, () => {
  let server: TestPlatform
  let token: string
  beforeAll(async () => {
    server = await startTestPlatform(
      {},
      { ...PUBLISHED_QUOTAS, standard: { ...PUBLISHED_QUOTAS.standard, requests: 5_000 } },
    )
    token = await server.token({ role: 'TRADER' })
  })
  afterAll(() => server.close())

  // biome-ignore lint/suspicious/noExplicitAny: the schemas are checked by the routes
  const read = async (path: string): Promise<any> => (await server.get(`${RESEARCH}${path}`, token)).json()
  const start = (order: object) => server.post(`${RESEARCH}/jobs`, order, token)
  const findJob = async (jobId: string): Promise<ResearchJob | undefined> =>
    ((await read('/jobs')) as ResearchJobs).items.find((job) => job.jobId === jobId)
  const cancel = (jobId: string) =>
    fetch(`${server.platform.url}${RESEARCH}/jobs/${jobId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })

  it('names what a run lacks, and the command that fetches it', async () => {
    expect(await read('/runs')).toMatchObject({ items: [], nextCursor: null })
    const answer = await start(ORDER)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'RESEARCH_REFUSED',
      detail:
        'No candles of BTCUSDT on simulated are stored. On the host, run: plimsoll data download --exchange simulated --symbols BTCUSDT --from 2025-01-03 --to 2025-01-06',
    })
  })

  it('rejects an unknown exchange, and lists the known ones', async () => {
    const answer = await start({ ...ORDER, exchange: 'mtgox' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      detail: 'There is no exchange mtgox. Choose one of binanceusdm, bybit, okx, bitget, simulated.',
    })
  })

  it('rejects a run with funding of which none is stored', async () => {
    await download(server.dataDir, ['candles', 'mark'])
    expect(await (await start(ORDER)).json()).toMatchObject({
      detail:
        'No funding of BTCUSDT on simulated is stored. Run without funding, or run on the host: plimsoll data download --exchange simulated --symbols BTCUSDT --from 2025-01-05 --to 2025-01-06 --kinds funding',
    })
  })

  it('runs a backtest in a process of its own, and serves its result', async () => {
    await download(server.dataDir, ['funding'])
    const data = await read('/data')
    expect(data.items[0]).toMatchObject({ exchange: 'simulated', symbol: 'BTCUSDT', kind: 'candles', gaps: [] })
    expect(data.strategies.map(({ strategyId }: { strategyId: string }) => strategyId)).toContain('S05')

    const answer = await start(ORDER)
    expect(answer.status).toBe(202)
    const { jobId } = (await answer.json()) as ResearchJob
    expect(await (await start(ORDER)).json()).toMatchObject({ jobId })
    await expect.poll(async () => (await findJob(jobId))?.state, PROCESS).toBe('FINISHED')
    const job = await findJob(jobId)
    expect(job).toMatchObject({ kind: 'backtest', progress: 1, by: 'user-1', fault: null })

    const { items } = await read('/runs')
    expect(items).toMatchObject([{ runId: job?.resultId, strategyId: 'S05', symbols: ['BTCUSDT'] }])
    const [run] = items
    expect(run.trades).toBeGreaterThan(0)
    expect(run.statistics.sharpe).toEqual({ value: null, lack: 'fewer than 30 days' })
    const detail = await read(`/runs/${run.runId}`)
    expect(detail.result.exits).toBeTypeOf('object')
    const equity = await read(`/runs/${run.runId}/equity`)
    expect(equity.points[0]).toMatchObject({ atMs: FROM_MS, equity: 10_000, drawdown: 0 })
    expect(equity.points.at(-1).equity).toBeCloseTo(Number(detail.result.equity), 6)
    const { items: trades, nextCursor } = await read(`/runs/${run.runId}/trades?limit=1`)
    expect(trades).toHaveLength(1)
    expect(trades[0].entryPrice).toMatch(/^\d+\.\d+$/)
    expect(nextCursor).toBe(run.trades > 1 ? '1' : null)
    const compared = await read(`/compare?a=${run.runId}&b=${run.runId}`)
    expect(compared).toMatchObject({ changed: [], difference: '0.00000000' })
  })

  it('resolves the minutes of a backtest and of a search by trades', async () => {
    const refused = await start({ ...ORDER, resolve: 'trades' })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({
      detail:
        'No trades of BTCUSDT on simulated are stored in this range. On the host, run: plimsoll data download --exchange simulated --symbols BTCUSDT --from 2025-01-05 --to 2025-01-06 --kinds trades',
    })
    await download(server.dataDir, ['trades'], ORDER)
    const { jobId } = (await (await start({ ...ORDER, resolve: 'trades' })).json()) as ResearchJob
    await expect.poll(async () => (await findJob(jobId))?.state, PROCESS).toBe('FINISHED')
    const detail = await read(`/runs/${(await findJob(jobId))?.resultId}`)
    expect(detail).toMatchObject({ driver: 'exact', spec: { resolve: 'trades' } })
    expect(detail.result.bounds.resolvedMinutes).toBe(detail.result.bounds.ambiguousMinutes)
    const search = { space: 'stopAtr=1..2/1', sampler: 'grid', objective: 'net', trials: 2, seed: 1 }
    const searched = (await (await start({ ...ORDER, search, resolve: 'trades' })).json()) as ResearchJob
    await expect.poll(async () => (await findJob(searched.jobId))?.state, PROCESS).toBe('FINISHED')
  })

  it('cancels a search, and retains the trials it has made', async () => {
    const search = { space: 'stopAtr=1..3/0.5', sampler: 'grid', objective: 'net', trials: 5, seed: 1 }
    const { jobId } = (await (await start({ ...ORDER, search })).json()) as ResearchJob
    await expect.poll(async () => (await findJob(jobId))?.state, PROCESS).toBe('RUNNING')
    expect((await cancel(jobId)).status).toBe(200)
    await expect.poll(async () => (await findJob(jobId))?.state, PROCESS).toBe('CANCELED')
    expect((await cancel('job_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W')).status).toBe(404)
  })

  it('searches parameters, and serves the trials', async () => {
    const search = { space: 'stopAtr=1..2/1', sampler: 'grid', objective: 'net', trials: 2, seed: 1 }
    const { jobId } = (await (await start({ ...ORDER, search })).json()) as ResearchJob
    await expect.poll(async () => (await findJob(jobId))?.state, PROCESS).toBe('FINISHED')
    const job = await findJob(jobId)
    const { items } = await read('/searches')
    expect(items).toContainEqual(expect.objectContaining({ searchId: job?.resultId, kind: 'optimise', trials: 2 }))
    const detail = await read(`/searches/${job?.resultId}`)
    expect(detail.space).toEqual([{ name: 'stopAtr', from: 1, step: 1, count: 2 }])
    expect(detail.scored).toMatchObject([{ params: { stopAtr: 1 } }, { params: { stopAtr: 2 } }])
  })

  it.each([
    [{ strategyId: 'S99' }, /^There is no strategy S99\. Choose one of S01/],
    [{ params: { nope: 1 } }, /^S05 has no parameter nope\. It has: /],
    [{ symbols: ['XRPUSDT'] }, /^No candles of XRPUSDT on simulated are stored/],
    [{ fromMs: FROM_MS - 2 * DAY_MS }, /^Candles of BTCUSDT begin on 2025-01-01.*Start on 2025-01-0\d or later/],
    [{ toMs: FROM_MS + 9 * DAY_MS }, /^Candles of BTCUSDT end on 2025-01-07/],
    [{ toMs: FROM_MS }, /^The start must be earlier than the end/],
  ])('refuses %j with the reason', async (changes, detail) => {
    const answer = await start({ ...ORDER, ...changes })
    expect(answer.status).toBe(422)
    expect(((await answer.json()) as { detail: string }).detail).toMatch(detail)
  })

  it('rejects an empty strategy, as documented', async () => {
    const answer = await start({ ...ORDER, strategyId: '' })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { detail: string }).detail).toMatch(/body \/strategyId/)
  })

  it('lets a VIEWER read but start nothing', async () => {
    const viewer = await server.token({ role: 'VIEWER' })
    expect((await server.get(`${RESEARCH}/runs`, viewer)).status).toBe(200)
    expect((await server.post(`${RESEARCH}/jobs`, ORDER, viewer)).status).toBe(403)
  })
})

it('is rejected by a server without history, such as a gateway', async () => {
  const server = await startTradingServer()
  const answer = await server.call('GET', `${RESEARCH}/runs`)
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'RESEARCH_UNAVAILABLE'])
  await server.close()
})
