import { Age } from '../figures/age.tsx'
import { GateList } from '../ui/gate-list.tsx'
import { HeldBackBy, NotedBy } from '../ui/gate-table.tsx'
import { Problem } from '../ui/problem.tsx'
import { blockedBy } from './blocked-by.ts'
import { EffectOnPosition } from './effect-on-position.tsx'
import { refusedFields } from './faults.ts'
import { OrderFigures } from './order-figures.tsx'
import type { Previewed } from './use-preview.ts'

const ALLOWED = { liveMs: 10_000, staleMs: 60_000 }

/** What the server says would become of the order: held back and why, or what it comes to. */
export const OrderOutlook = ({ of: { preview, error } }: { readonly of: Previewed }) => {
  if (error)
    return refusedFields(error) ? null : <Problem title="It cannot be said what it would come to" error={error} />
  if (!preview) return <p className="text-muted">Working out what it would come to …</p>
  const { gates } = preview.decision
  const blocked = blockedBy(preview)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {blocked === undefined ? (
          <strong className="text-good">✓ Passes all checks</strong>
        ) : (
          <strong className="text-bad">✕ {blocked}</strong>
        )}
        <Age at={preview.asOf} allowed={ALLOWED} />
      </div>
      <HeldBackBy gates={gates} />
      <NotedBy gates={gates} />
      <EffectOnPosition preview={preview} />
      <OrderFigures preview={preview} />
      <GateList gates={gates} />
    </div>
  )
}
