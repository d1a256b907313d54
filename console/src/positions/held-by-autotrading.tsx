import type { ReactNode } from 'react'
import { rich } from '../messages/rich.tsx'
import type { Position } from './position-figures.ts'

/** Warning before a person acts on a position of autotrading; nothing for other positions. */
export const HeldByAutotrading = ({ position: { origin, takenOver, strategyId }, children }: Held) =>
  origin === 'AUTOTRADING' && !takenOver ? (
    <p className="border-l-4 border-warn pl-3 font-semibold text-warn">
      {rich('! Held by autotrading{strategyId}: {children}', {
        strategyId: strategyId === null ? '' : ` (${strategyId})`,
        children,
      })}
    </p>
  ) : null

interface Held {
  readonly position: Pick<Position, 'origin' | 'takenOver' | 'strategyId'>
  /** Effect of the action on its planned exit. */
  readonly children: ReactNode
}
