/** Stores the results of parameter searches and walk-forwards in the format returned by the API. */

import type { ResearchSearch, ResearchSearchDetail } from '../../../contract/research.ts'
import type { ResearchStore } from '../../adapters/store/research-store.ts'
import type { FinishedSearch, FinishedWalk, SearchRequest, WalkRequest } from '../../cli/research-parts.ts'
import { type Instant, toRfc3339 } from '../../core/instant.ts'
import type { Evaluation, Trial } from '../../research/search/trial.ts'

/** Stores a search with its trials for later display; for an interrupted search, only the completed ones. */
export const storeSearch = (
  store: ResearchStore,
  request: SearchRequest,
  { searchId, trials, earlierTrials, verdict }: FinishedSearch,
  atMs: Instant,
): void => {
  const { chosen, best, luck, deflatedSharpe, overfit } = verdict
  const summary = summarise(request, { searchId, kind: 'optimise', atMs, trials: trials.length })
  store.addSearch(
    { searchId, atMs, record: JSON.stringify(summary) },
    printDetail({
      ...summary,
      space: [...request.space],
      earlierTrials,
      scored: trials.map(toScored),
      verdict: { chosen: chosen?.number ?? null, best: best?.number ?? null, luck, deflatedSharpe, overfit },
      windows: [],
      walk: null,
    }),
  )
}

/** Stores a walk-forward with its windows. */
export const storeWalk = (
  store: ResearchStore,
  request: WalkRequest,
  { walkId, deployment, windows, verdict }: FinishedWalk,
  atMs: Instant,
): void => {
  const { positive, efficiency, sharpe, trades, holdoutNet } = verdict
  const summary = summarise(request, {
    searchId: walkId,
    kind: 'walk-forward',
    atMs,
    trials: windows.length * request.trials,
  })
  store.addSearch(
    { searchId: walkId, atMs, record: JSON.stringify(summary) },
    printDetail({
      ...summary,
      space: [...request.space],
      earlierTrials: 0,
      scored: [],
      verdict: null,
      windows: windows.map(({ window, chosen, tested }) => ({
        ...window,
        chosen: chosen && toScored(chosen),
        tested: tested && toResult(tested),
      })),
      walk: { positive, efficiency, sharpe, trades, holdoutNet, deployment },
    }),
  )
}

const printDetail = (detail: ResearchSearchDetail): string => `${JSON.stringify(detail)}\n`

type Identity = Pick<ResearchSearch, 'searchId' | 'kind' | 'trials'> & { readonly atMs: Instant }

const summarise = (
  { backtest, objective, sampler, trials: wanted }: SearchRequest,
  { searchId, kind, atMs, trials }: Identity,
): ResearchSearch => ({
  searchId,
  kind,
  at: toRfc3339(atMs),
  strategyId: backtest.strategy,
  exchange: backtest.exchange,
  symbols: [...backtest.symbols],
  timeframes: [...backtest.intervals],
  fromMs: backtest.fromMs,
  toMs: backtest.toMs,
  objective,
  sampler,
  trials,
  isFinished: trials >= wanted,
})

const toResult = ({ value, trades, net }: Evaluation) => ({ value, trades, net })

const toScored = (trial: Trial) => ({
  number: trial.number,
  params: { ...trial.params },
  ...toResult(trial),
  ...(trial.share < 1 && { share: trial.share, value: null }),
})
