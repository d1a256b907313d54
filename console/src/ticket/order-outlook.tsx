import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { formatExact, formatUsdt } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { Figures } from '../ui/figures.tsx'
import { GateList } from '../ui/gate-list.tsx'
import { BlockingGates, RecordedGates } from '../ui/gate-table.tsx'
import { CheckGlyph, CrossGlyph } from '../ui/glyphs.tsx'
import { Problem } from '../ui/problem.tsx'
import { blockedBy } from './blocked-by.ts'
import { EffectOnPosition, printSize } from './effect-on-position.tsx'
import { refusedFields } from './faults.ts'
import { liquidationAfter } from './liquidation-after.ts'
import type { Previewed } from './use-preview.ts'

/** Preview of the order: the blocking checks with their reasons, or its result. */
export const OrderOutlook = ({ of: { preview, error } }: { readonly of: Previewed }) => {
  if (error) return refusedFields(error) ? null : <Problem title={t('Preview unavailable')} error={error} />
  if (!preview) return <p className="text-muted">{t('Calculating…')}</p>
  const { gates } = preview.decision
  const blocked = blockedBy(preview)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {blocked === undefined ? (
          <strong className="text-good">
            <CheckGlyph />
            {t('Passes all checks')}
          </strong>
        ) : (
          <strong className="text-bad">
            <CrossGlyph />
            {blocked}
          </strong>
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

/** Figures of a previewed order: size, costs, and the price range of its execution. */
const OrderFigures = ({ preview }: { readonly preview: Preview }) => {
  const { symbol, qty, notional, fee, initialMargin, effectivePriceLimit, takeProfit, effectOnPosition } = preview
  return (
    <Figures
      of={{
        [t('Size')]: printSize(qty, symbol),
        [t('Max notional, USDT')]: formatUsdt(notional),
        [t('Worst price, USDT')]: formatExact(effectivePriceLimit),
        [t('Fee, USDT')]: formatUsdt(fee),
        ...(ADDING.includes(effectOnPosition.kind) && { [t('Margin, USDT')]: formatUsdt(initialMargin) }),
        ...(takeProfit && { [t('Target, USDT')]: formatExact(takeProfit.triggerPrice) }),
        [t('Liquidation after, USDT')]: liquidationAfter(preview),
      }}
    />
  )
}

type Preview = components['schemas']['OrderPreview']

const ADDING: readonly Preview['effectOnPosition']['kind'][] = ['OPENS', 'INCREASES', 'REVERSES']
