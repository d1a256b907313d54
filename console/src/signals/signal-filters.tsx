import { useTraded } from '../live/use-traded.ts'
import { t } from '../messages/messages.ts'
import { ValueFilter } from '../ui/value-filter.tsx'
import type { SignalFilter } from './signal-filter.ts'

/** Filter form of the signals list. */
export const SignalFilters = ({ filter, onFilter }: Filtering) => {
  const { symbols, timeframes, strategies } = useTraded()
  const narrow = (part: Partial<SignalFilter>): void => onFilter({ ...filter, ...part })
  return (
    <fieldset className="flex flex-wrap gap-3">
      <legend className="sr-only">{t('Filters')}</legend>
      <ValueFilter
        label={t('Symbol')}
        value={filter.symbol}
        values={symbols}
        onChoose={(symbol) => narrow({ symbol })}
      />
      <ValueFilter
        label={t('Timeframe')}
        value={filter.timeframe}
        values={timeframes}
        onChoose={(timeframe) => narrow({ timeframe })}
      />
      <ValueFilter
        label={t('Strategy')}
        value={filter.strategyId}
        values={strategies}
        onChoose={(strategyId) => narrow({ strategyId })}
      />
      <ValueFilter
        label={t('Probability at least')}
        all={t('Any')}
        value={filter.minConfidence}
        values={PROBABILITIES}
        onChoose={(minConfidence) => narrow({ minConfidence })}
      />
    </fieldset>
  )
}

const PROBABILITIES = ['0.3', '0.4', '0.5', '0.6', '0.7'] as const

interface Filtering {
  readonly filter: SignalFilter
  readonly onFilter: (filter: SignalFilter) => void
}
