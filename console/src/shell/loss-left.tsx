import { formatPercent, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { useLossBudget } from './use-loss-budget.ts'

/** Remaining loss today before risk-increasing orders are refused, as a number and a bar. */
export const LossLeft = () => {
  const budget = useLossBudget()
  if (budget === 'REACHED') return <span className="text-bad">none: limit reached</span>
  if (budget === undefined) return UNKNOWN
  const { left, share, limitPercent } = budget
  return (
    <span
      title={`Once the loss of the UTC day reaches ${formatPercent(limitPercent)} of the equity at its start, orders that increase risk are refused: those of autotrading, and manual orders unless limits.appliesToManual is false. Reducing is always allowed.`}
    >
      {formatUsdt(left)}
      <span className="sr-only"> of a limit of {formatPercent(limitPercent)}</span>
      <span
        aria-hidden="true"
        className="ml-2 inline-block h-2 w-12 overflow-hidden rounded-full border border-edge align-middle max-xl:hidden"
      >
        <span
          className={`block h-full ${share > LITTLE ? 'bg-accent' : 'bg-bad'}`}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  )
}

const LITTLE = 0.25
