import type { ResearchStore } from '../../adapters/store/research-store.ts'
import { usageFailure } from '../../cli/failure.ts'
import type { HistoryPlace } from '../../cli/history-parts.ts'
import type { FinishedWalk, Research, WalkRequest } from '../../cli/research-parts.ts'
import { computeDigest } from '../../core/digest.ts'
import type { Instant } from '../../core/instant.ts'
import { canonicalJson } from '../../core/json.ts'
import { HistoryError } from '../../research/data/history-error.ts'
import type { ReadHistory } from '../../research/history.ts'
import { judgeWalk, splitWindows, type WalkedWindow, type WalkWindow } from '../../research/search/walk-forward.ts'
import { evaluateTrial } from './evaluate-trial.ts'
import { prepareRun } from './prepare-run.ts'
import { runSearch } from './run-search.ts'
import type { TrialThreads } from './trial-threads.ts'

interface WalkDependencies {
  readonly store: ResearchStore
  readonly now: () => Instant
  readonly readHistory: (place: HistoryPlace) => ReadHistory
  readonly signal: AbortSignal
  readonly threads: TrialThreads
  readonly onProgress: Parameters<Research['walkForward']>[1]
}

/**
 * Searches parameters in each training range and tests the chosen ones in the range after it. The trials of every search are
 * registered, so that an interrupted walk-forward continues where it ended.
 */
export const runWalkForward = async (request: WalkRequest, parts: WalkDependencies): Promise<FinishedWalk> => {
  const { backtest, plan } = request
  const windows = splitWindows({ ...plan, fromMs: backtest.fromMs, toMs: backtest.toMs })
  if (windows.length === 0)
    throw usageFailure('The range is shorter than --train, --embargo and --test together. Give a longer one.')
  const walked: WalkedWindow[] = []
  for (const [index, window] of windows.entries()) {
    walked.push(await walkWindow(request, window, parts, { window: index + 1, windows: windows.length }))
  }
  const searches = walked.map(({ searchId }) => searchId)
  const walkId = `walk_${computeDigest({ searches, plan, trials: request.trials }).slice(0, 12)}`
  const finished = { walkId, windows: walked, verdict: judgeWalk(walked) }
  parts.store.writeFile(walkId, 'walk-forward.json', `${canonicalJson(finished)}\n`)
  return finished
}

const walkWindow = async (
  request: WalkRequest,
  window: WalkWindow,
  { store, now, readHistory, signal, threads, onProgress }: WalkDependencies,
  place: { readonly window: number; readonly windows: number },
): Promise<WalkedWindow> => {
  const training = { ...request, backtest: { ...request.backtest, ...window.train } }
  const prepared = await prepareRun(training.backtest, readHistory)
  const searched = await runSearch(training, prepared, {
    store,
    now,
    signal,
    threads,
    onProgress: (progress) => onProgress({ ...progress, ...place }),
  })
  if (signal.aborted)
    throw new HistoryError('INTERRUPTED', 'The walk-forward was interrupted.', 'Run the command again to continue.')
  const { chosen } = searched.verdict
  const test = chosen && (await prepareRun({ ...request.backtest, ...window.test }, readHistory))
  const tested = chosen && test && evaluateTrial(test, chosen.params, request.objective)
  return { window, searchId: searched.searchId, chosen, tested }
}
