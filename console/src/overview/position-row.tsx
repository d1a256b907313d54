import type { components } from '@plimsoll/client'
import { formatExact, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'

type Position = components['schemas']['Position']

/** A position in a line. */
export const PositionRow = ({ position }: { readonly position: Position }) => {
  const { symbol, direction, qty, notional, entryPrice, markPrice, unrealizedPnl, protection } = position
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 pr-4 text-left">
        {symbol} <span className={direction === 'LONG' ? 'text-up' : 'text-down'}>{direction}</span>
      </th>
      <td className="px-3">{formatExact(qty)}</td>
      <td className="px-3">{formatUsdt(notional)}</td>
      <td className="px-3">{formatUsdt(entryPrice)}</td>
      <td className="px-3">{formatUsdt(markPrice)}</td>
      <td className="px-3">
        <ProfitLoss value={unrealizedPnl} />
      </td>
      <td className="px-3">{formatUsdt(protection.stopLoss?.triggerPrice)}</td>
      <td className="pl-3 text-left">
        <Protection protection={protection} />
      </td>
    </tr>
  )
}

const Protection = ({ protection: { unprotectedSince, state, coveragePct } }: Pick<Position, 'protection'>) =>
  unprotectedSince === null ? (
    <span className="text-up">✓ {state}</span>
  ) : (
    <strong className="text-down">
      ! {state}, {coveragePct} % covered
    </strong>
  )
