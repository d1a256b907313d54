import { useMemo } from 'react'
import { useChannel } from '../live/use-live.ts'
import { useTraded } from '../live/use-traded.ts'
import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import { ValueFilter } from '../ui/value-filter.tsx'
import type { DecisionFilter } from './decision.ts'

/** Filter form of the candidates list. */
export const DecisionFilters = ({ filter, onFilter }: Filtering) => {
  const { symbols, strategies } = useTraded()
  const gates = useGates()
  const narrow = (part: Partial<DecisionFilter>): void => onFilter({ ...filter, ...part })
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
        label={t('Strategy')}
        value={filter.strategyId}
        values={strategies}
        onChoose={(strategyId) => narrow({ strategyId })}
      />
      <Choice
        label={t('Verdict')}
        value={filter.verdict}
        choices={VERDICTS}
        onChoose={(verdict) => narrow({ verdict })}
      />
      <Choice label={t('Blocked by')} value={filter.gateId} choices={gates} onChoose={(gateId) => narrow({ gateId })} />
    </fieldset>
  )
}

const VERDICTS = { '': t('All'), ORDERED: t('Ordered'), REFUSED: t('Blocked') } as const

interface Filtering {
  readonly filter: DecisionFilter
  readonly onFilter: (filter: DecisionFilter) => void
}

/** Returns all gates by number and name. */
const useGates = (): Readonly<Record<string, string>> => {
  const gates = useChannel('monitor.pre-dispatch-root-cause-truth')?.data.data?.gates
  return useMemo(
    () => ({
      '': t('Any gate'),
      ...Object.fromEntries((gates ?? []).map(({ gateId, label }) => [gateId, `${gateId} ${label}`])),
    }),
    [gates],
  )
}
