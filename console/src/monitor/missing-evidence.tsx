import type { components } from '@plimsoll/client'
import { EventTime } from '../figures/event-time.tsx'
import { formatMeasured, formatReading } from '../figures/numbers.ts'
import { Prose } from '../figures/prose.tsx'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Remedy } from './remedy.tsx'

/** List of a report's missing evidence: description, existing and required amount, source and remedy. */
export const MissingEvidence = ({
  missing,
}: {
  readonly missing: readonly components['schemas']['MissingEvidence'][]
}) => {
  if (missing.length === 0) return null
  return (
    <div>
      <h3 className="text-sm text-muted">{t('Missing evidence')}</h3>
      <ul className="grid gap-1">
        {missing.map(({ code, description, have, need, unit = '', producedBy, remedy, earliestAt }) => (
          <li key={`${code} ${description}`}>
            <Prose>
              {t('{description}: {have}, required: {need}.', {
                description,
                have: formatReading(have),
                need: formatMeasured(need, unit),
              })}
            </Prose>{' '}
            <span className="text-sm text-muted">
              {rich('Source: {source}.', { source: <Prose>{producedBy}</Prose> })}
              {earliestAt !== null && (
                <> {rich('At the current rate, complete at {when}.', { when: <EventTime at={earliestAt} /> })}</>
              )}
            </span>
            {remedy !== undefined && <Remedy>{remedy}</Remedy>}
          </li>
        ))}
      </ul>
    </div>
  )
}
