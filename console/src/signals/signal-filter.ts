/** Filter of the signals list: parsed from a link, converted to API parameters, and applied to streamed signals. */

import type { components } from '@plimsoll/client'

/** Values of the filter; an empty string matches all. */
export interface SignalFilter {
  readonly symbol: string
  readonly timeframe: Signal['timeframe'] | ''
  readonly strategyId: string
  readonly minConfidence: string
}

type Signal = components['schemas']['Signal']

/** Returns the filter that a link names, such as `?strategy=S01`. */
export const readSignalFilter = (params: URLSearchParams): SignalFilter => ({
  symbol: '',
  timeframe: '',
  strategyId: params.get('strategy') ?? '',
  minConfidence: '',
})

/** Returns the part of the filter that the API supports. */
export const toQuery = ({ symbol, timeframe, strategyId, minConfidence }: SignalFilter) => ({
  ...(symbol !== '' && { symbol }),
  ...(timeframe !== '' && { timeframe }),
  ...(strategyId !== '' && { strategyId }),
  ...(minConfidence !== '' && { minConfidence }),
})

/** Returns whether a streamed signal matches the filter. */
export const matchesFilter = (filter: SignalFilter, signal: Signal): boolean =>
  signal.confidence >= Number(filter.minConfidence) &&
  (['symbol', 'timeframe', 'strategyId'] as const).every((name) => filter[name] === '' || filter[name] === signal[name])
