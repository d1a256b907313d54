import { t } from '../messages/messages.ts'
import { useInstruments } from '../rest/use-instruments.ts'
import { ValueFilter } from '../ui/value-filter.tsx'

/** Choice of one traded symbol, or all. */
export const SymbolChoice = ({ value, onChoose }: Choosing) => {
  const { data: instruments = [] } = useInstruments()
  return (
    <ValueFilter
      label={t('Symbol')}
      all={t('All symbols')}
      value={value}
      values={instruments.map(({ symbol }) => symbol)}
      onChoose={onChoose}
    />
  )
}

interface Choosing {
  /** Empty for every symbol. */
  readonly value: string
  readonly onChoose: (symbol: string) => void
}
