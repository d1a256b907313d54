import type { components } from '@plimsoll/client'
import { formatReading } from '../figures/numbers.ts'

/** Why a verdict is what it is, with the numbers. */
export const Reasons = ({ reasons }: { readonly reasons: readonly components['schemas']['Reason'][] }) => {
  if (reasons.length === 0) return null
  return (
    <ul className="grid gap-2">
      {reasons.map(({ code, severity, message, value, threshold, unit = '' }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two reasons may say the same, and their order is theirs
        <li key={index}>
          {message}{' '}
          <span className="text-sm text-muted">
            {severity} {code}
            {value !== undefined && ` · ${formatReading(value)} ${unit}`}
            {threshold !== undefined && ` · limit ${formatReading(threshold)} ${unit}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
