/** Draft of a research job: initial values, changes of range and strategy, validation, and the API request. */

import { t } from '../messages/messages.ts'
import {
  hasKind,
  type JobKind,
  type JobTimeframe,
  listCandles,
  suggestRange,
  suggestSpace,
  suggestTimeframe,
  suggestWalk,
  toDateText,
} from './job-defaults.ts'
import type { JobOrder, ResearchData, Strategy } from './types.ts'

/** Values of the job form, as entered. */
export interface JobDraft {
  readonly kind: JobKind
  readonly exchange: string
  readonly symbols: readonly string[]
  readonly strategyId: string
  /** Parameters that differ from the defaults of the strategy, as entered. */
  readonly params: Readonly<Record<string, string>>
  readonly timeframe: JobTimeframe
  /** First day, and the day after the last, as `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  readonly balance: string
  readonly funding: boolean
  /** True to resolve ambiguous minutes by trades. */
  readonly resolves: boolean
  readonly search: Search
  readonly walk: NonNullable<JobOrder['walk']>
}

type Search = NonNullable<JobOrder['search']>

/**
 * Fills the form from the stored history: its first symbol and the default range. An unknown strategy is replaced by
 * the first one.
 */
export const createDraft = (data: ResearchData, requested: string | null = null): JobDraft => {
  const [[exchange, candles] = ['', []]] = listCandles(data.items)
  const strategy = data.strategies.find(({ strategyId }) => strategyId === requested) ?? data.strategies[0]
  const timeframe = candles[0] ? suggestTimeframe(candles[0]) : '1m'
  const draft: JobDraft = {
    kind: 'backtest',
    exchange,
    symbols: candles.slice(0, 1).map(({ symbol }) => symbol),
    strategyId: strategy?.strategyId ?? '',
    params: {},
    timeframe,
    from: '',
    to: '',
    balance: '10000',
    funding: false,
    resolves: false,
    search: { space: '', sampler: 'grid', pruner: 'none', objective: 'sharpe', trials: 25, seed: 1 },
    walk: { trainDays: 0, testDays: 0, embargoDays: 0, holdoutDays: 0, anchored: false },
  }
  return withStrategy(withRange(draft, data), strategy)
}

/** Returns the draft with the default range of its symbols and bars. */
export const withRange = (draft: JobDraft, { items }: ResearchData): JobDraft => {
  const candles = (listCandles(items).get(draft.exchange) ?? []).filter(({ symbol }) => draft.symbols.includes(symbol))
  if (candles.length === 0) return draft
  const shared = {
    fromMs: Math.max(...candles.map(({ fromMs }) => fromMs)),
    toMs: Math.min(...candles.map(({ toMs }) => toMs)),
  }
  const range = suggestRange(shared, draft.timeframe)
  return {
    ...draft,
    from: toDateText(range.fromMs),
    to: toDateText(range.toMs),
    funding: hasKind(items, 'funding', draft),
    resolves: draft.resolves && hasKind(items, 'trades', draft),
    walk: suggestWalk(range),
  }
}

/** Returns the draft with a strategy, its default parameters and a space around them. */
export const withStrategy = (draft: JobDraft, strategy: Strategy | undefined): JobDraft => ({
  ...draft,
  strategyId: strategy?.strategyId ?? '',
  params: {},
  search: { ...draft.search, space: strategy ? suggestSpace(strategy) : '' },
})

/** Returns the request of a draft. */
export const toOrder = (draft: JobDraft): JobOrder => {
  const { kind, params, timeframe, from, to, search, walk, resolves, ...same } = draft
  return {
    ...same,
    symbols: [...draft.symbols],
    timeframes: [timeframe],
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
    params: Object.fromEntries(Object.entries(params).map(([name, text]) => [name, Number(text)])),
    ...(resolves && { resolve: 'trades' }),
    ...(kind !== 'backtest' && { search }),
    ...(kind === 'walk-forward' && { walk }),
  }
}

/** Returns the first missing or invalid value of a draft as a sentence; undefined for a valid draft. */
export const findDraftFault = ({ symbols, from, to, params, walk, kind }: JobDraft): string | undefined => {
  if (symbols.length === 0) return t('Select at least one symbol.')
  if (!isDay(from) || !isDay(to)) return t('Enter a start date and an end date (exclusive), such as 2026-11-22.')
  if (from >= to) return t('The range is empty. Choose an end date after the start date.')
  const wrong = Object.entries(params).find(([, text]) => text.trim() === '' || !Number.isFinite(Number(text)))
  if (wrong) return t('Enter a number for {field}.', { field: wrong[0] })
  if (kind === 'walk-forward' && (walk.trainDays < 1 || walk.testDays < 1))
    return t('Training and test each need at least one day.')
  return undefined
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
