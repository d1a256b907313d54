import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  DecisionParams,
  DecisionsQuery,
  type EntryDecision,
  EntryDecisions,
  EvidencedDecision,
} from '../../../contract/decisions.ts'
import type { SignalViews } from '../../views/signal-views.ts'
import { prepared, sendPrepared, sendProblem } from '../answers/problems.ts'
import { type Cells, sendTable } from '../answers/send-list.ts'
import { parseRange, readSymbols } from '../input/list-query.ts'
import { NoQuery } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/**
 * Routes of autotrading decisions: candidates for an entry, whether ordered or refused, with the result of every gate.
 */
export const decisionRoutes =
  (signals: SignalViews): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    app.get(
      '/decisions',
      {
        config,
        schema: {
          tags,
          operationId: 'listDecisions',
          summary: 'List autotrading candidates, newest first, with every gate evaluation',
          produces: ['application/json', 'text/csv'],
          querystring: DecisionsQuery,
          response: { 200: EntryDecisions, ...PROBLEMS },
        },
      },
      (request, reply) => {
        const { strategyId = null, verdict, gateId = null, limit, cursor } = request.query
        const range = parseRange(request.query)
        if (!range.ok) return sendProblem(reply, 'invalid-parameter', range.error)
        const ordered = verdict === undefined ? null : verdict === 'ORDERED'
        const filter = { symbols: readSymbols(request.query), strategyId, ordered, gateId }
        return sendTable(request, reply, signals.decisions({ ...filter, ...range.value, limit, cursor }), CELLS)
      },
    )

    app.get(
      '/decisions/:candidateId',
      {
        config,
        schema: {
          tags,
          operationId: 'getDecision',
          summary: 'Get a candidate with the inputs of its gates',
          params: DecisionParams,
          querystring: NoQuery,
          response: { 200: EvidencedDecision, ...PROBLEMS },
        },
      },
      (request, reply) => {
        const decision = signals.decision(request.params.candidateId)
        if (decision) return sendPrepared(reply, prepared(200, decision))
        return sendProblem(reply, 'candidate-not-found', { detail: 'There is no candidate with this ID.' })
      },
    )
  }

const config = readableBy(ANY_ROLE)
const tags = ['Signals']
const PROBLEMS = problemAnswers(400, 401, 404, 429, 503)

/** CSV columns of a decision. */
const CELLS: Cells<EntryDecision> = {
  candidateId: ({ candidateId }) => candidateId,
  at: ({ at }) => at,
  symbol: ({ symbol }) => symbol,
  timeframe: ({ timeframe }) => timeframe,
  direction: ({ direction }) => direction,
  bookId: ({ bookId }) => bookId,
  strategyId: ({ strategyId }) => strategyId,
  signalIds: ({ signals }) => signals.map(({ signalId }) => signalId).join(' '),
  confidence: ({ confidence }) => confidence,
  price: ({ price }) => price,
  stopLoss: ({ stopLoss }) => stopLoss,
  takeProfit: ({ takeProfit }) => takeProfit,
  horizonEndsAt: ({ horizonEndsAt }) => horizonEndsAt,
  quantity: ({ quantity }) => quantity,
  notional: ({ notional }) => notional,
  risk: ({ risk }) => risk,
  sizedBy: ({ sizedBy }) => sizedBy,
  costBps: ({ cost }) => cost.totalBps,
  netEdgeBps: ({ edge }) => edge.netEdgeBps,
  netEdgeLcbBps: ({ edge }) => edge.netEdgeLcbBps,
  grade: ({ edge }) => edge.grade,
  verdict: ({ verdict }) => verdict,
  refusedBy: ({ refusedBy }) => refusedBy.join(' '),
  orderId: ({ orderId }) => orderId,
  orderStatus: ({ order }) => order?.status,
  positionId: ({ order }) => order?.positionId,
}
