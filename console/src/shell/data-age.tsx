import { useFreshness, useMarketSpan } from '../live/use-freshness.ts'
import { useTraded } from '../live/use-traded.ts'

const COLOURS = { LIVE: 'text-good', DELAYED: 'text-warn', STALE: 'text-bad' } as const
const MARKS = { LIVE: '●', DELAYED: '◐', STALE: '○' } as const

/** LIVE, DELAYED or STALE, and by how much. Only that it has become another is announced. */
export const DataAge = () => {
  const { symbols } = useTraded()
  const freshness = useFreshness(symbols)
  const span = useMarketSpan(symbols)
  return (
    <span className="whitespace-nowrap">
      <span role="status" className="sr-only">
        Market data {freshness}
      </span>
      <span aria-hidden="true" className="mr-2 text-sm text-muted max-sm:hidden">
        Market
      </span>
      <span aria-hidden="true" className={COLOURS[freshness]}>
        {MARKS[freshness]} <strong>{freshness}</strong>
      </span>
      <span className="ml-1 inline-block min-w-10 text-sm text-muted">{span}</span>
    </span>
  )
}
