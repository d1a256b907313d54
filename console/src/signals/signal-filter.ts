import type { components } from '@plimsoll/client'

type Signal = components['schemas']['Signal']

/** What is asked for; an empty text asks for all. */
export interface SignalFilter {
  readonly symbol: string
  readonly timeframe: Signal['timeframe'] | ''
  readonly strategyId: string
  readonly minConfidence: string
}

export const ALL_SIGNALS: SignalFilter = { symbol: '', timeframe: '', strategyId: '', minConfidence: '' }

/** What of it the API is to be asked. */
export const toQuery = ({ symbol, timeframe, strategyId, minConfidence }: SignalFilter) => ({
  ...(symbol !== '' && { symbol }),
  ...(timeframe !== '' && { timeframe }),
  ...(strategyId !== '' && { strategyId }),
  ...(minConfidence !== '' && { minConfidence }),
})

/** Whether a signal that was told is one that is asked for. */
export const matchesFilter = (filter: SignalFilter, signal: Signal): boolean =>
  signal.confidence >= Number(filter.minConfidence) &&
  (['symbol', 'timeframe', 'strategyId'] as const).every((name) => filter[name] === '' || filter[name] === signal[name])
