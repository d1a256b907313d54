import type { Origin } from '../order/order.ts'
import type { Position } from './position.ts'

/** Party that ends a position: a person, or autotrading with the strategy whose signal led to it. */
export interface Holder {
  readonly kind: 'PERSON' | 'AUTOTRADING'
  readonly strategyId: string | null
}

export const A_PERSON: Holder = { kind: 'PERSON', strategyId: null }

/** The holder of an open position; autotrading loses what a person trades in. */
export const resolveHolder = ({
  origin,
  cause,
  takenOver,
}: Pick<Position, 'origin' | 'cause' | 'takenOver'>): Holder =>
  origin === 'AUTOTRADING' && !takenOver ? { kind: 'AUTOTRADING', strategyId: cause?.strategyId ?? null } : A_PERSON

/** Returns whether an origin is a person, as opposed to the engine. */
export const isPerson = (origin: Origin): boolean => origin === 'API' || origin === 'HOST' || origin === 'EXTERNAL'

/** For example `held by autotrading (S01)`; undefined for what a person holds. */
export const heldByAutotrading = ({ kind, strategyId }: Holder): string | undefined =>
  kind === 'AUTOTRADING' ? `held by autotrading${strategyId === null ? '' : ` (${strategyId})`}` : undefined
