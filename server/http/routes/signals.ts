import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  LatestSignalsQuery,
  type Signal,
  SignalHistoryQuery,
  type SignalOutcome,
  Signals,
} from '../../../contract/signals.ts'
import type { SignalViews } from '../../views/signal-views.ts'
import { sendProblem } from '../answers/problems.ts'
import { type Cells, sendTaggedTable } from '../answers/send-list.ts'
import { parseRange, readSymbols } from '../input/list-query.ts'
import { problemAnswers } from '../openapi/components.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/** Routes of strategy signals: the latest of every series, and the history with outcomes. */
export const signalRoutes =
  (signals: SignalViews): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/latest',
      {
        config,
        schema: {
          tags,
          operationId: 'listLatestSignals',
          summary: 'List the latest signal of every symbol, timeframe and strategy',
          description: 'A signal below `minConfidence` is omitted, and not replaced by an older one.',
          produces,
          querystring: LatestSignalsQuery,
          response: { 200: Signals, ...PROBLEMS },
        },
      },
      (request, reply) => sendTaggedTable(request, reply, signals.latest(toFilter(request.query)), CELLS),
    )

    app.get(
      '/history',
      {
        config,
        schema: {
          tags,
          operationId: 'listSignalHistory',
          summary: 'List signals by close of the bar, newest first, with outcomes',
          produces,
          querystring: SignalHistoryQuery,
          response: { 200: Signals, ...PROBLEMS },
        },
      },
      (request, reply) => {
        const { limit, cursor } = request.query
        const range = parseRange(request.query)
        if (!range.ok) return sendProblem(reply, 'invalid-parameter', range.error)
        const query = { ...toFilter(request.query), ...range.value, limit, cursor }
        return sendTaggedTable(request, reply, signals.history(query), CELLS)
      },
    )
  }

type Resolved = Extract<SignalOutcome, { status: 'RESOLVED' }>

const config = readableBy(ANY_ROLE)
const tags = ['Signals']
const produces = ['application/json', 'text/csv']
const PROBLEMS = problemAnswers(400, 401, 404, 429, 503)

const resolved =
  (read: (outcome: Resolved) => unknown) =>
  ({ outcome }: Signal): unknown =>
    outcome?.status === 'RESOLVED' ? read(outcome) : null

/** CSV columns of a signal. */
const CELLS: Cells<Signal> = {
  signalId: ({ signalId }) => signalId,
  symbol: ({ symbol }) => symbol,
  timeframe: ({ timeframe }) => timeframe,
  strategyId: ({ strategyId }) => strategyId,
  strategyName: ({ strategyName }) => strategyName,
  family: ({ family }) => family,
  definitionVersion: ({ definitionVersion }) => definitionVersion,
  direction: ({ direction }) => direction,
  barClosedAt: ({ barClosedAt }) => barClosedAt,
  createdAt: ({ createdAt }) => createdAt,
  validUntil: ({ validUntil }) => validUntil,
  origin: ({ origin }) => origin,
  state: ({ state }) => state,
  regime: ({ regime }) => regime,
  rawScore: ({ rawScore }) => rawScore,
  confidence: ({ confidence }) => confidence,
  confidenceLow: ({ confidenceCi: [low] }) => low,
  confidenceHigh: ({ confidenceCi: [, high] }) => high,
  calibration: ({ calibration }) => calibration.method,
  price: ({ reference }) => reference.price,
  atr: ({ reference }) => reference.atr,
  stopLoss: ({ plan }) => plan.stopLoss,
  takeProfit: ({ plan }) => plan.takeProfit,
  horizonEndsAt: ({ plan }) => plan.horizonEndsAt,
  rewardRisk: ({ plan }) => plan.rewardRisk,
  patternIds: ({ patternIds }) => patternIds.join(' '),
  candidateId: ({ candidateId }) => candidateId,
  outcome: ({ outcome }) => outcome?.status ?? 'OPEN',
  barrier: resolved(({ barrier }) => barrier),
  resolvedAt: resolved(({ resolvedAt }) => resolvedAt),
  entry: resolved(({ entry }) => entry),
  exit: resolved(({ exit }) => exit),
  netReturn: resolved(({ netReturn }) => netReturn),
  netR: resolved(({ netR }) => netR),
  shadow: resolved(({ shadow }) => shadow),
  lostFor: ({ outcome }) => (outcome?.status === 'LOST' ? outcome.reason : null),
}

const toFilter = (query: LatestSignalsQuery) => {
  const { strategyId = null, timeframe: interval = null, minConfidence } = query
  return {
    symbols: readSymbols(query),
    strategyId,
    interval,
    minConfidence: minConfidence === undefined ? null : Number(minConfidence),
  }
}
