import type { ReactNode } from 'react'
import type { Position } from './position-figures.ts'

/** Warning before a person acts on a position of autotrading; nothing for other positions. */
export const HeldByAutotrading = ({ position: { origin, takenOver, strategyId }, children }: Held) =>
  origin === 'AUTOTRADING' && !takenOver ? (
    <p className="border-l-4 border-warn pl-3 font-semibold text-warn">
      ! Held by autotrading{strategyId === null ? '' : ` (${strategyId})`}: {children}
    </p>
  ) : null

interface Held {
  readonly position: Pick<Position, 'origin' | 'takenOver' | 'strategyId'>
  /** Effect of the action on its planned exit. */
  readonly children: ReactNode
}
