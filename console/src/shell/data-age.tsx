import { useFreshness, useMarketSpan } from '../live/use-freshness.ts'
import { useTraded } from '../live/use-traded.ts'
import { t } from '../messages/messages.ts'
import { DotGlyph, HalfDotGlyph, RingGlyph } from '../ui/glyphs.tsx'

/**
 * Freshness of the market data (LIVE, DELAYED or STALE) and its age. Screen readers announce only a change of
 * freshness.
 */
export const DataAge = () => {
  const { symbols } = useTraded()
  const freshness = useFreshness(symbols)
  const span = useMarketSpan(symbols)
  const Mark = MARKS[freshness]
  return (
    <span className="text-xs whitespace-nowrap">
      <span role="status" className="sr-only">
        {t('Market data {freshness}', { freshness })}
      </span>
      <span aria-hidden="true" className={COLOURS[freshness]}>
        <Mark />
        <strong>{freshness}</strong>
      </span>
      <span className="ml-1 inline-block min-w-8 text-muted max-sm:hidden">{span}</span>
    </span>
  )
}

const COLOURS = { LIVE: 'text-good', DELAYED: 'text-warn', STALE: 'text-bad' } as const
const MARKS = { LIVE: DotGlyph, DELAYED: HalfDotGlyph, STALE: RingGlyph } as const
