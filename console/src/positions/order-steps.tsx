import { formatInstant } from '../figures/instants.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { usePreference } from '../preferences/preferences.ts'
import type { Execution } from './execution-columns.tsx'
import { orderTimeline } from './order-timeline.ts'
import type { Order } from './orders.ts'

/** Lifecycle steps of an order, each with the time since its creation. */
export const OrderSteps = ({ order, verdict, fills }: Stepping) => {
  const [zone] = usePreference('zone')
  const steps = orderTimeline({ order, verdict, fills })
  const begunAtMs = Date.parse(order.createdAt)
  const { state, attempts, provenDeadAtMs } = order.dispatch
  return (
    <div>
      <h3 className="mb-1 text-sm text-muted">{t('Timeline')}</h3>
      <ol className="grid gap-1">
        {steps.map(({ atMs, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same text, and their order is fixed
          <li key={index} className="flex flex-wrap gap-x-3">
            <time dateTime={new Date(atMs).toISOString()} className="text-sm text-muted">
              {formatInstant(atMs, zone)}, +{atMs - begunAtMs} ms
            </time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-sm text-muted">
        {rich('Dispatch: {state}, attempts: {attempts}.{provenDeadAtMs}', {
          state: state.replaceAll('_', ' '),
          attempts,
          provenDeadAtMs:
            provenDeadAtMs !== null &&
            t(' After {provenDeadAtMs} the exchange can no longer accept it.', {
              provenDeadAtMs: formatInstant(provenDeadAtMs, zone),
            }),
        })}
      </p>
    </div>
  )
}

interface Stepping {
  readonly order: Order
  readonly verdict: string | undefined
  readonly fills: readonly Execution[]
}
