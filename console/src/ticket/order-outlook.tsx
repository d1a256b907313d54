import { Age } from '../figures/age.tsx'
import { GateList } from '../ui/gate-list.tsx'
import { BlockingGates, RecordedGates } from '../ui/gate-table.tsx'
import { Problem } from '../ui/problem.tsx'
import { blockedBy } from './blocked-by.ts'
import { EffectOnPosition } from './effect-on-position.tsx'
import { refusedFields } from './faults.ts'
import { OrderFigures } from './order-figures.tsx'
import type { Previewed } from './use-preview.ts'

/** Preview of the order: the blocking checks with their reasons, or its result. */
export const OrderOutlook = ({ of: { preview, error } }: { readonly of: Previewed }) => {
  if (error) return refusedFields(error) ? null : <Problem title="Preview unavailable" error={error} />
  if (!preview) return <p className="text-muted">Calculating …</p>
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
      <BlockingGates gates={gates} />
      <RecordedGates gates={gates} />
      <EffectOnPosition preview={preview} />
      <OrderFigures preview={preview} />
      <GateList gates={gates} />
    </div>
  )
}

const ALLOWED = { liveMs: 10_000, staleMs: 60_000 }
