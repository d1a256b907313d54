import { Age } from '../figures/age.tsx'
import { t } from '../messages/messages.ts'
import { CheckGlyph } from '../ui/glyphs.tsx'
import { Stacked } from '../ui/stacked.tsx'
import type { Position } from './position-figures.ts'

/**
 * Table cell with the protection of a position: whether a stop rests at the exchange, the quantity it covers, and since
 * when coverage is incomplete.
 */
export const ProtectionState = ({ protection }: { readonly protection: Protection }) => {
  const { state, coveragePct, unprotectedSince } = protection
  if (unprotectedSince === null) {
    return (
      <Stacked note={describePlacement(protection)}>
        <span className="text-good">
          <CheckGlyph />
          {state.replaceAll('_', ' ')}
        </span>
      </Stacked>
    )
  }
  return (
    <Stacked
      note={
        <>
          {t('not fully covered since')} <Age at={unprotectedSince} />
        </>
      }
    >
      <strong className="text-bad">
        {t('! {state}, {coveragePct}% covered', { state: state.replaceAll('_', ' '), coveragePct })}
      </strong>
    </Stacked>
  )
}

type Protection = Position['protection']

const describePlacement = ({ state, stopLoss, coveragePct, stopLossDefaulted }: Protection): string => {
  if (stopLoss === null || state === 'NOT_REQUIRED') return t('no stop requested')
  const where =
    stopLoss.orderId === null ? t('not at the exchange yet') : t('at the exchange, {coveragePct}%', { coveragePct })
  return stopLossDefaulted ? t('{where}, default', { where }) : where
}
