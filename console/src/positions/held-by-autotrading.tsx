import type { ReactNode } from 'react'
import type { Position } from './position-figures.ts'

interface Held {
  readonly position: Pick<Position, 'origin' | 'takenOver' | 'strategyId'>
  /** What the act does to its planned exit. */
  readonly children: ReactNode
}

/** Said before a person touches what autotrading holds; nothing for a position of a person. */
export const HeldByAutotrading = ({ position: { origin, takenOver, strategyId }, children }: Held) =>
  origin === 'AUTOTRADING' && !takenOver ? (
    <p className="border-l-4 border-warn pl-3 font-semibold text-warn">
      ! Held by autotrading{strategyId === null ? '' : ` (${strategyId})`}: {children}
    </p>
  ) : null
