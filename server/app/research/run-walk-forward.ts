import { join, resolve } from 'node:path'
import type { ResearchStore } from '../../adapters/store/research-store.ts'
import { usageFailure } from '../../cli/failure.ts'
import type { HistoryPlace } from '../../cli/history-parts.ts'
import type { FinishedWalk, Research, WalkRequest } from '../../cli/research-parts.ts'
import type { Deployment } from '../../config/deployment.ts'
import { computeDigest } from '../../core/digest.ts'
import { type Instant, toRfc3339 } from '../../core/instant.ts'
import { canonicalJson } from '../../core/json.ts'
import { INTERVALS } from '../../domain/market/interval.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import { HistoryError } from '../../research/data/history-error.ts'
import type { ReadHistory, StoredTrades } from '../../research/history.ts'
import type { Trial } from '../../research/search/trial.ts'
import { judgeWalk, splitWindows, type WalkedWindow, type WalkWindow } from '../../research/search/walk-forward.ts'
import { verifyTrial } from './evaluate-trial.ts'
import { type PreparedRun, prepareRun } from './prepare-run.ts'
import { runSearch } from './run-search.ts'
import type { TrialPool } from './trial-pool.ts'

/**
 * Searches parameters in each training range and tests the chosen ones in the following range. The trials of every
 * search are registered, so that an interrupted walk-forward continues where it stopped.
 */
export const runWalkForward = async (request: WalkRequest, parts: WalkDependencies): Promise<FinishedWalk> => {
  const { backtest, plan } = request
  const windows = splitWindows({ ...plan, fromMs: backtest.fromMs, toMs: backtest.toMs })
  if (windows.length === 0)
    throw usageFailure(
      'The range is too short for --train, --embargo and --test, plus --holdout if set. Specify a longer range.',
    )
  const walked: WalkedWindow[] = []
  let last: PreparedRun | undefined
  for (const [index, window] of windows.entries()) {
    const { prepared, ...result } = await walkWindow(request, window, parts, {
      window: index + 1,
      windows: windows.length,
    })
    walked.push(result)
    last = prepared
  }
  const searches = walked.map(({ searchId }) => searchId)
  const walkId = `walk_${computeDigest({ searches, plan, trials: request.trials }).slice(0, 12)}`
  const deployment = last && createDeployment(last, walked.at(-1)?.chosen ?? null, { walkId, atMs: parts.now() })
  if (deployment) parts.store.writeFile(walkId, DEPLOYMENT_FILE, `${JSON.stringify(deployment, null, 2)}\n`)
  const path = deployment ? join(backtest.dataDir, 'research', 'runs', walkId, DEPLOYMENT_FILE) : null
  const finished = { walkId, deployment: path, windows: walked, verdict: judgeWalk(walked) }
  parts.store.writeFile(walkId, 'walk-forward.json', `${canonicalJson(finished)}\n`)
  return finished
}

interface WalkDependencies {
  readonly store: ResearchStore
  readonly now: () => Instant
  readonly readHistory: (place: HistoryPlace) => ReadHistory
  readonly signal: AbortSignal
  readonly pool: TrialPool
  readonly trades: StoredTrades
  readonly onProgress: Parameters<Research['walkForward']>[1]
}

const DEPLOYMENT_FILE = 'deployment.json'

/** Returns the deployment of the parameters chosen by the last search, if any. */
export const createDeployment = (
  { setup: { strategies }, spec }: PreparedRun,
  chosen: Trial | null,
  { walkId, atMs }: { readonly walkId: string; readonly atMs: Instant },
): Deployment | undefined => {
  const [definition] = strategies
  if (!definition || !chosen) return undefined
  const params = { ...definition.params, ...chosen.params }
  return {
    format: 1,
    walkId,
    madeAt: toRfc3339(atMs),
    exchange: spec.exchange,
    symbols: spec.symbols,
    intervals: INTERVALS.filter((interval) => spec.intervals.includes(interval)),
    strategy: {
      id: definition.id,
      file: definition.sourceDigest === undefined ? null : resolve(spec.strategy.source),
      params,
      definitionDigest: definitionDigest({ ...definition, params }),
    },
  }
}

const walkWindow = async (
  request: WalkRequest,
  window: WalkWindow,
  { store, now, readHistory, trades, signal, pool, onProgress }: WalkDependencies,
  place: { readonly window: number; readonly windows: number },
): Promise<WalkedWindow & { readonly prepared: PreparedRun }> => {
  const training = { ...request, backtest: { ...request.backtest, ...window.train } }
  const prepared = await prepareRun(training.backtest, readHistory)
  const searched = await runSearch(training, prepared, {
    store,
    now,
    signal,
    pool,
    trades,
    onProgress: (progress) => onProgress({ ...progress, ...place }),
  })
  if (signal.aborted)
    throw new HistoryError('INTERRUPTED', 'The walk-forward was interrupted.', 'Run the command again to continue.')
  const { chosen } = searched.verdict
  const test = chosen && (await prepareRun({ ...request.backtest, ...window.test }, readHistory))
  const { objective } = request
  const tested = chosen && test && (await verifyTrial(test, { params: chosen.params, objective }, trades))
  return { window, searchId: searched.searchId, chosen, tested, prepared }
}
