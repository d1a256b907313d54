import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import {
  CompareQuery,
  JobParams,
  ResearchComparison,
  ResearchData,
  ResearchEquity,
  ResearchJob,
  ResearchJobs,
  ResearchOrder,
  ResearchRunDetail,
  ResearchRuns,
  ResearchSearchDetail,
  ResearchSearches,
  type ResearchTrade,
  ResearchTrades,
  RunParams,
  RunsQuery,
  RunTradesQuery,
  SearchParams,
} from '../../../contract/research.ts'
import { rolesWith } from '../../../contract/roles.ts'
import { ok, type Result } from '../../core/result.ts'
import { prepared, sendPrepared, sendProblem } from '../answers/problems.ts'
import { sendList } from '../answers/send-list.ts'
import { NoQuery } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/**
 * Routes of research: stored history, backtests, searches, and the jobs that run them. A server without research
 * refuses all requests.
 */
export const researchRoutes =
  (opened: ResearchDesk | undefined): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    if (!opened) app.addHook('preHandler', (_request, reply) => refuse(reply))
    const desk = opened as ResearchDesk
    await app.register(runRoutes(desk))
    await app.register(seriesRoutes(desk))
    await app.register(searchRoutes(desk))
    await app.register(jobRoutes(desk))
  }

/** Reason why a job is not started. */
type JobRefusal = { readonly kind: 'refused'; readonly detail: string } | { readonly kind: 'full' }

/** Research data of this server; undefined if it does not exist. */
export interface ResearchDesk {
  data(): Promise<ResearchData>
  runs(query: RunsQuery): ResearchRuns
  run(runId: string): ResearchRunDetail | undefined
  equity(runId: string): ResearchEquity | undefined
  trades(runId: string, query: RunTradesQuery): ResearchTrades | undefined
  compare(a: string, b: string): ResearchComparison | undefined
  searches(): ResearchSearches
  search(searchId: string): ResearchSearchDetail | undefined
  jobs(): ResearchJobs
  /** Returns a number that increases with every change of a job. */
  jobsVersion(): number
  /** Starts a job by a user. */
  start(order: ResearchOrder, by: string): Promise<Result<ResearchJob, JobRefusal>>
  cancel(jobId: string): ResearchJob | undefined
}

const read = readableBy(ANY_ROLE)
const change = { effect: 'RESEARCH', access: rolesWith('trade') } as const
const tags = ['Research']
const PROBLEMS = problemAnswers(400, 401, 429, 503)
const FINDING = problemAnswers(400, 401, 404, 429, 503)

const refuse = (reply: FastifyReply): void =>
  sendProblem(reply, 'research-unavailable', { detail: 'This server has no history and runs no backtests.' })

const send = (reply: FastifyReply, body: object | undefined, what: string): void =>
  body
    ? sendPrepared(reply, prepared(200, body))
    : sendProblem(reply, 'research-not-found', { detail: `There is no ${what}.` })

const TRADE_COLUMNS: readonly (keyof ResearchTrade)[] = [
  'symbol',
  'strategyId',
  'direction',
  'openedAt',
  'entryPrice',
  'quantity',
  'closedAt',
  'exitPrice',
  'reason',
  'gross',
  'fees',
  'funding',
  'net',
  'r',
]

const runRoutes =
  (desk: ResearchDesk): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/data',
      {
        config: read,
        schema: {
          tags,
          operationId: 'getResearchData',
          summary: 'List stored history, its gaps and the strategies',
          querystring: NoQuery,
          response: { 200: ResearchData, ...PROBLEMS },
        },
      },
      async (_request, reply) => send(reply, await desk.data(), 'history'),
    )
    app.get(
      '/runs',
      {
        config: read,
        schema: {
          tags,
          operationId: 'listRuns',
          summary: 'List stored backtests, newest first',
          querystring: RunsQuery,
          response: { 200: ResearchRuns, ...PROBLEMS },
        },
      },
      (request, reply) => send(reply, desk.runs(request.query), 'run'),
    )
    app.get(
      '/runs/:runId',
      {
        config: read,
        schema: {
          tags,
          operationId: 'getRun',
          summary: 'Get a backtest: specification, inputs and figures',
          params: RunParams,
          querystring: NoQuery,
          response: { 200: ResearchRunDetail, ...FINDING },
        },
      },
      ({ params: { runId } }, reply) => send(reply, desk.run(runId), `run ${runId}`),
    )
  }

const seriesRoutes =
  (desk: ResearchDesk): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/runs/:runId/equity',
      {
        config: read,
        schema: {
          tags,
          operationId: 'getRunEquity',
          summary: 'Get equity and drawdown of a backtest, and its returns by month',
          params: RunParams,
          querystring: NoQuery,
          response: { 200: ResearchEquity, ...FINDING },
        },
      },
      ({ params: { runId } }, reply) => send(reply, desk.equity(runId), `equity of ${runId}`),
    )
    app.get(
      '/runs/:runId/trades',
      {
        config: read,
        schema: {
          tags,
          operationId: 'listRunTrades',
          summary: 'List the trades of a backtest, oldest first',
          produces: ['application/json', 'text/csv'],
          params: RunParams,
          querystring: RunTradesQuery,
          response: { 200: ResearchTrades, ...FINDING },
        },
      },
      (request, reply) => {
        const { runId } = request.params
        const trades = desk.trades(runId, request.query)
        return trades ? sendList(request, reply, ok(trades), TRADE_COLUMNS) : send(reply, undefined, `run ${runId}`)
      },
    )
    app.get(
      '/compare',
      {
        config: read,
        schema: {
          tags,
          operationId: 'compareRuns',
          summary: 'Compare two backtests, signal by signal',
          querystring: CompareQuery,
          response: { 200: ResearchComparison, ...FINDING },
        },
      },
      ({ query: { a, b } }, reply) => send(reply, desk.compare(a, b), `pair of runs ${a} and ${b}`),
    )
  }

const searchRoutes =
  (desk: ResearchDesk): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/searches',
      {
        config: read,
        schema: {
          tags,
          operationId: 'listSearches',
          summary: 'List searches and walk-forwards, newest first',
          querystring: NoQuery,
          response: { 200: ResearchSearches, ...PROBLEMS },
        },
      },
      (_request, reply) => send(reply, desk.searches(), 'search'),
    )
    app.get(
      '/searches/:searchId',
      {
        config: read,
        schema: {
          tags,
          operationId: 'getSearch',
          summary: 'Get a search with its trials, or a walk-forward with its windows',
          params: SearchParams,
          querystring: NoQuery,
          response: { 200: ResearchSearchDetail, ...FINDING },
        },
      },
      ({ params: { searchId } }, reply) => send(reply, desk.search(searchId), `search ${searchId}`),
    )
  }

const jobRoutes =
  (desk: ResearchDesk): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/jobs',
      {
        config: read,
        schema: {
          tags,
          operationId: 'listResearchJobs',
          summary: 'List the backtests and searches this server has started, newest first',
          querystring: NoQuery,
          response: { 200: ResearchJobs, ...PROBLEMS },
        },
      },
      (_request, reply) => send(reply, desk.jobs(), 'job'),
    )
    app.post(
      '/jobs',
      {
        config: change,
        schema: {
          tags,
          operationId: 'startResearchJob',
          summary: 'Start a backtest, a search or a walk-forward',
          description:
            'One job runs at a time, in a process with the lowest priority; up to 10 are queued. A request identical to a queued or running job returns that job.',
          body: ResearchOrder,
          response: { 202: ResearchJob, ...problemAnswers(400, 401, 403, 409, 413, 415, 422, 429, 503) },
        },
      },
      async (request, reply) => {
        const started = await desk.start(request.body, request.principal?.username ?? '')
        if (started.ok) return sendPrepared(reply, prepared(202, started.value))
        if (started.error.kind === 'full')
          return sendProblem(reply, 'research-queue-full', { detail: 'Ten jobs are queued.', retryAfterSec: 30 })
        return sendProblem(reply, 'research-refused', { detail: started.error.detail })
      },
    )
    app.delete(
      '/jobs/:jobId',
      {
        config: change,
        schema: {
          tags,
          operationId: 'cancelResearchJob',
          summary: 'Cancel a backtest or search',
          description: 'Its finished trials remain registered.',
          params: JobParams,
          response: { 200: ResearchJob, ...problemAnswers(400, 401, 403, 404, 429, 503) },
        },
      },
      ({ params: { jobId } }, reply) => send(reply, desk.cancel(jobId), `job ${jobId}`),
    )
  }
