import type { components } from './generated/openapi.ts'

type Order = components['schemas']['Order']

const ENDED: readonly Order['status'][] = ['DENIED', 'FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'NEVER_ACCEPTED']

/** Whether nothing more can become of an order. */
export const hasEnded = ({ status }: Pick<Order, 'status'>): boolean => ENDED.includes(status)
