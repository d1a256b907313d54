import type { components } from '@plimsoll/client'
import { formatMeasured, formatReading } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { GateVerdict } from './gate-table.tsx'

/**
 * List of the pre-trade checks (gates) of an order, each with verdict, measured value and limit. Failed checks come
 * first, passed ones are collapsed.
 */
export const GateList = ({ gates }: { readonly gates: readonly Gate[] }) => {
  const passed = gates.filter(({ pass }) => pass)
  const failed = gates.filter(({ pass }) => !pass).toSorted((a, b) => Number(b.enforced) - Number(a.enforced))
  return (
    <div className="grid gap-2">
      {failed.length > 0 && <Items label={t('Checks that failed')} of={failed} />}
      <details>
        <summary className="min-h-6 text-accent underline">
          {t('{length} checks passed', { length: passed.length })}
        </summary>
        <Items label={t('Checks that passed')} of={passed} />
      </details>
    </div>
  )
}

type Gate = components['schemas']['GateReading']

const Items = ({ label, of }: { readonly label: string; readonly of: readonly Gate[] }) => (
  <ul aria-label={label} className="grid gap-2">
    {of.map((gate) => (
      <li key={gate.gateId} className="border-b border-edge pb-1">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-semibold">
            {formatGateName(gate)} <span className="text-sm font-normal text-muted">{gate.gateId}</span>
          </span>
          <GateVerdict gate={gate} />
        </span>
        <span className="block text-sm text-muted">
          {gate.limit === null ? formatMeasured(gate.observed, gate.unit) : formatReading(gate.observed)}
          {gate.limit !== null && t(' · limit {limit}', { limit: formatMeasured(gate.limit, gate.unit) })}
        </span>
      </li>
    ))}
  </ul>
)

/** `MAX_ORDER_NOTIONAL` as `Max order notional`. */
const formatGateName = ({ code }: Gate): string => {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
