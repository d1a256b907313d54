import { Age } from '../figures/age.tsx'
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
        <span className="text-good">✓ {state.replaceAll('_', ' ')}</span>
      </Stacked>
    )
  }
  return (
    <Stacked
      note={
        <>
          not fully covered since <Age at={unprotectedSince} />
        </>
      }
    >
      <strong className="text-bad">
        ! {state.replaceAll('_', ' ')}, {coveragePct} % covered
      </strong>
    </Stacked>
  )
}

type Protection = Position['protection']

const describePlacement = ({ state, stopLoss, coveragePct, stopLossDefaulted }: Protection): string => {
  if (stopLoss === null || state === 'NOT_REQUIRED') return 'no stop requested'
  const where = stopLoss.orderId === null ? 'not at the exchange yet' : `at the exchange, ${coveragePct} %`
  return stopLossDefaulted ? `${where}, default` : where
}
