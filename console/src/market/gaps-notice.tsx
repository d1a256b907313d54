import type { Gap } from '../chart/candles.ts'
import { formatInstant } from '../figures/instants.ts'
import { usePreference } from '../preferences/preferences.ts'

const TOLD_MAX = 3

/** Says in words when the market was not heard. */
export const GapsNotice = ({ gaps }: { readonly gaps: readonly Gap[] }) => {
  const [zone] = usePreference('zone')
  if (gaps.length === 0) return null
  const told = gaps.slice(-TOLD_MAX)
  return (
    <div className="mt-2 text-warn">
      <p>The market was not heard all the time. Candles are missing, or lack what happened:</p>
      <ul>
        {told.map(({ fromMs, toMs }) => (
          <li key={fromMs}>
            from {formatInstant(fromMs, zone)} to {formatInstant(toMs, zone)}
          </li>
        ))}
        {gaps.length > told.length && <li>and {gaps.length - told.length} times before</li>}
      </ul>
    </div>
  )
}
