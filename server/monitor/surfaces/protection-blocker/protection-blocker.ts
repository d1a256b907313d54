import type { Static } from 'typebox'
import type { protectionBlockerTruth } from '../../../../contract/monitor/protection-blocker-truth.ts'
import type { Order, Position } from '../../../../contract/trading.ts'
import type { GuardTruth } from '../../inputs/account.ts'

type Guarded = Static<(typeof protectionBlockerTruth)['data']>['positions'][number]
type Blocker = NonNullable<Guarded['blocker']>

/** Inputs about one position without a stop of its whole size. */
export interface Uncovered {
  readonly position: Position
  readonly stop: Order | undefined
  readonly guard: GuardTruth | undefined
  /** Returns whether the active stop is too far away to count as protection. */
  readonly isFar: boolean
  /** True when the exchange sends updates of our orders now; undefined when that is unknown. */
  readonly isConnected: boolean | undefined
}

/** Returns what prevents the protection of a position; null when its stop is just being placed. */
export const protectionBlocker = (uncovered: Uncovered): Blocker | null => {
  const cause = CAUSES.find(({ holds }) => holds(uncovered))
  if (!cause) return null
  const { guard } = uncovered
  return {
    code: cause.code,
    message: cause.message,
    attempts: countAttempts(uncovered),
    lastErrorCategory: guard?.lastRefusal?.category ?? null,
  }
}

/** Counts the failed attempts. */
const countAttempts = ({ guard, stop }: Uncovered): number => {
  const { refusals = 0, lostStops24h = 0, stopReadAtMs = null } = guard ?? {}
  return refusals + lostStops24h + (stopReadAtMs === null ? (stop?.dispatch.attempts ?? 0) : 0)
}

/** Documented codes of Binance USDⓈ-M and Bybit for too many conditional orders. */
const TOO_MANY: readonly string[] = ['-4045', '110009']

const refusedFor =
  (category: string) =>
  ({ guard }: Uncovered): boolean =>
    guard?.lastRefusal?.category === category

const closingSide = ({ direction }: Position): Order['side'] => (direction === 'LONG' ? 'SELL' : 'BUY')

/** Causes in order of precedence: the first that holds is reported. */
const CAUSES: readonly {
  readonly code: Blocker['code']
  readonly message: string
  readonly holds: (uncovered: Uncovered) => boolean
}[] = [
  {
    code: 'PRICE_THROUGH_STOP',
    message: 'The price of its stop or target is reached already: it is closed instead.',
    holds: ({ guard }) => guard?.isPriceThrough ?? false,
  },
  {
    code: 'WRONG_SIDE',
    message: 'The order placed as its stop would add to the position.',
    holds: ({ stop, position }) => stop !== undefined && stop.side !== closingSide(position),
  },
  {
    code: 'STOP_TOO_FAR',
    message: 'The active stop is too far away to protect it; the default stop replaces it.',
    holds: ({ isFar }) => isFar,
  },
  {
    code: 'OUTCOME_UNKNOWN',
    message: 'Its stop is being confirmed with the exchange.',
    holds: ({ stop }) => stop?.status === 'OUTCOME_UNKNOWN',
  },
  {
    code: 'MAX_CONDITIONAL_ORDERS',
    message: 'The exchange takes no more conditional orders of this symbol.',
    holds: ({ guard }) => TOO_MANY.includes(guard?.lastRefusal?.code ?? ''),
  },
  {
    code: 'FILTER_REJECT',
    message: 'The exchange refuses its price or quantity.',
    holds: refusedFor('FILTER'),
  },
  { code: 'RATE_LIMITED', message: 'The exchange takes no more requests now.', holds: refusedFor('RATE_LIMIT') },
  {
    code: 'VENUE_UNAVAILABLE',
    message: 'The exchange sends no updates of our orders.',
    holds: ({ guard, isConnected }) => isConnected === false || guard?.isAble === false,
  },
  {
    code: 'REFUSED',
    message: 'The exchange has refused its stop.',
    holds: ({ guard }) => (guard?.refusals ?? 0) > 0,
  },
  {
    code: 'NOT_FOUND_AFTER_ACK',
    message: 'The exchange had taken its stop and does not have it any more.',
    holds: ({ position }) => position.protection.state === 'LOST',
  },
  {
    code: 'NOT_READ_BACK',
    message: 'The exchange has taken its stop, and it has not been read back there yet.',
    holds: ({ position }) => position.protection.state === 'ACKED',
  },
  {
    code: 'COVERAGE_SHORT',
    message: 'Its stop covers only a part of it.',
    holds: ({ position }) => position.protection.state === 'PARTIAL',
  },
]
