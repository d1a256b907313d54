import type { components } from '@plimsoll/client'
import { formatMeasured } from '../figures/numbers.ts'
import { Prose } from '../figures/prose.tsx'
import { t } from '../messages/messages.ts'
import { Remedy } from './remedy.tsx'

/** List of the reasons of a verdict, each with its measured value, limit and remedy. */
export const Reasons = ({ reasons }: { readonly reasons: readonly components['schemas']['Reason'][] }) => {
  if (reasons.length === 0) return null
  return (
    <ul className="grid gap-2">
      {reasons.map(({ code, severity, message, remedy, value, threshold, unit = '' }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two reasons may have the same text, and their order is fixed
        <li key={index}>
          <Prose>{message}</Prose>{' '}
          <span className="text-sm text-muted">
            {severity} {code}
            {value !== undefined && <Prose>{` · ${formatMeasured(value, unit)}`}</Prose>}
            {threshold !== undefined && (
              <Prose>{t(' · limit {limit}', { limit: formatMeasured(threshold, unit) })}</Prose>
            )}
          </span>
          {remedy !== undefined && <Remedy>{remedy}</Remedy>}
        </li>
      ))}
    </ul>
  )
}
