import type { OrderStatus } from './order.ts'

/**
 * Allowed transitions from each status. Exchanges send events late, twice and out of order: a fill may come before the
 * acknowledgement or the trigger it follows from, and after the end of an order whose cancel raced it.
 */
export const ALLOWED: Record<OrderStatus, readonly OrderStatus[]> = {
  PENDING_NEW: [
    'DENIED',
    'NEW',
    'UNTRIGGERED',
    'TRIGGERED',
    'PARTIALLY_FILLED',
    'FILLED',
    'REJECTED',
    'CANCELED',
    'EXPIRED',
    'OUTCOME_UNKNOWN',
  ],
  OUTCOME_UNKNOWN: [
    'NEW',
    'UNTRIGGERED',
    'TRIGGERED',
    'PARTIALLY_FILLED',
    'FILLED',
    'REJECTED',
    'CANCELED',
    'EXPIRED',
    'NEVER_ACCEPTED',
  ],
  NEW: ['PARTIALLY_FILLED', 'FILLED', 'PENDING_CANCEL', 'CANCELED', 'EXPIRED', 'REJECTED'],
  UNTRIGGERED: ['TRIGGERED', 'NEW', 'PARTIALLY_FILLED', 'FILLED', 'PENDING_CANCEL', 'CANCELED', 'EXPIRED', 'REJECTED'],
  TRIGGERED: ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'REJECTED', 'EXPIRED'],
  PARTIALLY_FILLED: ['PARTIALLY_FILLED', 'FILLED', 'PENDING_CANCEL', 'CANCELED', 'EXPIRED'],
  PENDING_CANCEL: ['CANCELED', 'FILLED', 'PARTIALLY_FILLED', 'NEW', 'UNTRIGGERED', 'EXPIRED', 'REJECTED'],
  FILLED: [],
  CANCELED: ['FILLED'],
  EXPIRED: ['FILLED'],
  REJECTED: ['FILLED'],
  NEVER_ACCEPTED: ['FILLED'],
  DENIED: ['FILLED'],
}

const TERMINAL: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'REJECTED',
  'NEVER_ACCEPTED',
  'DENIED',
])

/** Returns whether the status is final, though a fill may still arrive late. */
export const isTerminal = (status: OrderStatus): boolean => TERMINAL.has(status)

/** It may still trade. */
export const isWorking = (status: OrderStatus): boolean => !TERMINAL.has(status)
