import { formatSpan } from '../figures/instants.ts'
import { useDataFreshness } from './use-data-freshness.ts'

const COLOURS = { LIVE: 'text-up', DELAYED: 'text-warn', STALE: 'text-down' } as const
const MARKS = { LIVE: '●', DELAYED: '◐', STALE: '○' } as const

/** LIVE, DELAYED or STALE, and by how much. Only that it has become another is announced. */
export const DataAge = () => {
  const { freshness, ageMs } = useDataFreshness()
  return (
    <span className="whitespace-nowrap">
      <span role="status" className="sr-only">
        Market data {freshness}
      </span>
      <span aria-hidden="true" className="mr-2 text-sm text-muted">
        Market
      </span>
      <span aria-hidden="true" className={COLOURS[freshness]}>
        {MARKS[freshness]} <strong>{freshness}</strong>
      </span>
      <span className="ml-1 inline-block min-w-10 text-sm text-muted">
        {ageMs === undefined ? '' : ageMs < 1_000 ? '< 1 s' : formatSpan(ageMs)}
      </span>
    </span>
  )
}
