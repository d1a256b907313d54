import type { components } from './generated/openapi.ts'

/** Returns whether an order has reached a final status. */
export const hasEnded = ({ status }: Pick<Order, 'status'>): boolean => ENDED.includes(status)

type Order = components['schemas']['Order']

const ENDED: readonly Order['status'][] = ['DENIED', 'FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'NEVER_ACCEPTED']
