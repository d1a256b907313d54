import type { ResearchStore } from '../../adapters/store/research-store.ts'
import { usageFailure } from '../../cli/failure.ts'
import type { BacktestRequest, FinishedSearch, SearchProgress, SearchRequest } from '../../cli/research-parts.ts'
import { computeDigest } from '../../core/digest.ts'
import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { canonicalJson, parseJson } from '../../core/json.ts'
import { annualised, computeSharpe } from '../../core/statistics/sharpe.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { StoredTrades } from '../../research/history.ts'
import { judgeSearch, ROUND_WIDTH, search } from '../../research/search/optimise.ts'
import { createSampler } from '../../research/search/sampler.ts'
import type { Trial } from '../../research/search/trial.ts'
import { verifyTrial } from './evaluate-trial.ts'
import { type PreparedRun, readInputs } from './prepare-run.ts'
import { addStoredTrades } from './run-trades.ts'
import type { TrialPool } from './trial-pool.ts'

/**
 * Searches the parameters of a strategy. Every trial is registered when it ends, so that an interrupted search
 * continues with the next one, and the test for luck counts all of them.
 */
export const runSearch = async (
  request: SearchRequest,
  prepared: PreparedRun,
  { store, now, signal, pool, trades: storedTrades, onProgress }: SearchDependencies,
): Promise<FinishedSearch> => {
  const { backtest, objective, space, sampler, pruner, trials: wanted, seed } = request
  const definition = findDefinition(request, prepared)
  const searchId = await computeSearchId(request, prepared, storedTrades)
  const stored = readEvaluations(store, searchId)
  const registered = new Set([...stored.values()].map(({ number }) => number))
  const trials = await search({
    space,
    sampler: createSampler(sampler, space, seed),
    pruner,
    trials: wanted,
    signal,
    evaluate: async ({ params, ...trial }) =>
      stored.get(evaluationKey(trial)) ??
      pool.evaluate({ backtest: { ...backtest, toMs: endAt(backtest, trial.share) }, objective, params }),
    onTrial(trial) {
      const isNew = !stored.has(evaluationKey(trial))
      if (isNew) {
        if (!registered.has(trial.number)) registerTrial(store, { atMs: now(), searchId, definition, trial })
        registered.add(trial.number)
        store.appendFile(searchId, TRIALS_FILE, `${canonicalJson(trial)}\n`)
      }
      onProgress({ trial, isNew })
    },
  })
  const earlierTrials = Math.max(0, store.countTrials(definition.id) - trials.length)
  const isInterrupted = signal.aborted && trials.length < wanted
  const verdict = judgeSearch(space, trials, earlierTrials)
  const chosen = isInterrupted ? null : verdict.chosen
  const isVerified = chosen?.engine === 'fast'
  if (isVerified) await verifyTrial(prepared, { params: chosen.params, objective }, storedTrades)
  return { searchId, trials, isInterrupted, earlierTrials, verdict, isVerified }
}

interface SearchDependencies {
  readonly store: ResearchStore
  readonly now: () => Instant
  readonly signal: AbortSignal
  readonly pool: TrialPool
  readonly trades: StoredTrades
  readonly onProgress: (progress: SearchProgress) => void
}

const findDefinition = ({ space }: SearchRequest, { setup }: PreparedRun): StrategyDefinition => {
  const [definition] = setup.strategies
  if (!definition) throw usageFailure('Specify a strategy.')
  const unknown = space.find(({ name }) => !(name in definition.params))
  if (!unknown) return definition
  const known = Object.keys(definition.params).join(', ')
  throw usageFailure(`${definition.id} has no parameter ${unknown.name}. It has: ${known}.`)
}

/** Identifies a search by everything its trials depend on, excluding the number of trials. */
const computeSearchId = async (
  { backtest, space, sampler, pruner, seed, objective }: SearchRequest,
  prepared: PreparedRun,
  trades: StoredTrades,
): Promise<string> => {
  const { spec } = prepared
  const read = await readInputs(prepared)
  const inputs = { ...read, data: addStoredTrades(read.data, backtest, trades) }
  return `opt_${computeDigest({ spec, inputs, space, sampler, pruner, seed, objective, width: ROUND_WIDTH }).slice(0, 12)}`
}

const TRIALS_FILE = 'trials.jsonl'

/**
 * Returns the evaluations of trials that an interrupted search has finished; a line that was cut off is left out and
 * ended.
 */
const readEvaluations = (store: ResearchStore, searchId: string): ReadonlyMap<string, Trial> => {
  const text = store.readFile(searchId, TRIALS_FILE) ?? ''
  if (text !== '' && !text.endsWith('\n')) store.appendFile(searchId, TRIALS_FILE, '\n')
  const trials = text.split('\n').flatMap((line): readonly Trial[] => {
    const trial = parseJson(line)
    return trial === undefined ? [] : [trial as Trial]
  })
  return new Map(trials.map((trial) => [evaluationKey(trial), trial]))
}

const evaluationKey = ({ number, share }: Pick<Trial, 'number' | 'share'>): string => `${number} ${share}`

/** Returns the end of a share of the range, on the minute. */
const endAt = ({ fromMs, toMs }: BacktestRequest, share: number): Instant =>
  fromMs + Math.round(((toMs - fromMs) * share) / MINUTE_MS) * MINUTE_MS

interface NewTrial {
  readonly atMs: Instant
  readonly searchId: string
  readonly definition: StrategyDefinition
  readonly trial: Trial
}

const registerTrial = (store: ResearchStore, { atMs, searchId, definition, trial }: NewTrial): void => {
  const sharpe = computeSharpe(trial.returns)
  store.addTrial({
    atMs,
    runId: searchId,
    strategyId: definition.id,
    definitionDigest: definitionDigest({ ...definition, params: { ...definition.params, ...trial.params } }),
    point: canonicalJson(trial.params),
    outcome: 'FINISHED',
    sharpe: sharpe && annualised(sharpe.ratio),
  })
}
