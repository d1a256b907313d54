import type { Static } from 'typebox'
import type { protectionBlockerTruth } from '../../../../contract/monitor/protection-blocker-truth.ts'
import type { Order, Position } from '../../../../contract/trading.ts'
import type { GuardTruth } from '../../inputs/protection.ts'

type Guarded = Static<(typeof protectionBlockerTruth)['data']>['positions'][number]
type Blocker = NonNullable<Guarded['blocker']>

/** What there is to see of one position that has no stop of its whole size. */
export interface Uncovered {
  readonly position: Position
  readonly stop: Order | undefined
  readonly guard: GuardTruth | undefined
  /** Whether the stop that stands is too far away to count as protection. */
  readonly isFar: boolean
  /** Whether the exchange tells us of our orders now; undefined where that was not seen. */
  readonly isConnected: boolean | undefined
}

/** What keeps a position from being protected; null where its stop is simply on its way. */
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

/** Whatever was tried in vain. */
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

/** The first that holds is told. */
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
    message: 'The order that stands as its stop would add to the position.',
    holds: ({ stop, position }) => stop !== undefined && stop.side !== closingSide(position),
  },
  {
    code: 'STOP_TOO_FAR',
    message: 'The stop that stands is too far away to protect it; the default stop takes its place.',
    holds: ({ isFar }) => isFar,
  },
  {
    code: 'OUTCOME_UNKNOWN',
    message: 'Whether the exchange has its stop is being asked.',
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
    message: 'The exchange does not tell of our orders.',
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
    message: 'Its stop stands for a part of it only.',
    holds: ({ position }) => position.protection.state === 'PARTIAL',
  },
]
