import type { Gap } from '../chart/candles.ts'
import { formatInstant } from '../figures/instants.ts'
import { usePreference } from '../preferences/preferences.ts'

/** Notice above a chart that lists the periods without market data. */
export const GapsNotice = ({ gaps }: { readonly gaps: readonly Gap[] }) => {
  const [zone] = usePreference('zone')
  if (gaps.length === 0) return null
  const listed = gaps.slice(-LISTED_MAX)
  return (
    <div className="max-h-24 shrink-0 overflow-y-auto border-b border-line px-2 py-1 text-xs text-warn">
      <p>Market data was interrupted. Candles are missing or incomplete:</p>
      <ul>
        {listed.map(({ fromMs, toMs }) => (
          <li key={fromMs}>
            from {formatInstant(fromMs, zone)} to {formatInstant(toMs, zone)}
          </li>
        ))}
        {gaps.length > listed.length && <li>and {gaps.length - listed.length} times before</li>}
      </ul>
    </div>
  )
}

const LISTED_MAX = 3
