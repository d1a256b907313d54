/**
 * Report of a monitor surface: usage of API quotas and exchange rate limits, conduct of the order flow, retries, and
 * orders of unknown outcome.
 */

import { Type } from 'typebox'
import { At, idText, Ms, Nullable } from '../common.ts'
import { surfaceContract } from './surface.ts'

const Share = (description: string) => Nullable(Type.Number(), description)

const FLOW_FORMULAS =
  'Our sent orders (every status except DENIED, every origin except EXTERNAL) by `createdAt`, and their fills by time of execution. The value of an order is `qty` at `effectivePriceLimit`, otherwise at `triggerPrice`'

const OrderFlow = Type.Object(
  {
    fromAt: At,
    toAt: At,
    cycleFromAt: Type.Unsafe<string>({
      ...At,
      description: 'The last ten minutes, the period over which exchanges evaluate conduct',
    }),
    orders24h: Type.Integer(),
    cancels24h: Type.Integer({ description: 'Number of these orders that are CANCELED' }),
    trades24h: Type.Integer(),
    ordersPerMin: Type.Number({ description: 'Of the cycle' }),
    peakPerSec: Type.Integer({ description: 'Highest number of orders in one second, in 24 hours' }),
    cancelsPerMin: Type.Number({ description: 'Of the cycle' }),
    orderToTradeRatio: Type.Object({
      count: Share(
        '(orders + cancels) / trades − 1 in 24 hours, as in RTS 9; an amendment counts as a cancel and an order. Null without trades',
      ),
      volume: Share('By value: (ordered + cancelled) / executed − 1'),
    }),
    unfilledRatio: Share('1 − executed / ordered, by value, in 24 hours'),
    gtcCancelRatio2s: Share('Share of GTC limit orders CANCELED within 2 s, in 24 hours'),
    iocExpireRatio: Share('Share of IOC and FOK orders that ended EXPIRED or CANCELED without a fill, in 24 hours'),
    dustRatio: Share('Share of orders below 10 USDT, in 24 hours'),
    conduct: Type.Array(
      Type.Object({
        name: Type.Enum(['UNFILLED', 'FAST_CANCEL', 'EXPIRE', 'DUST']),
        ratio: Share('Of the cycle'),
        limit: Type.Number(),
        orders: Type.Integer({ description: 'Orders the ratio is based on' }),
        minOrders: Type.Integer({ description: 'Below this number the limit does not apply' }),
        usedPct: Type.Number({ description: 'The smaller of the two shares: both limits must be reached' }),
      }),
      { description: 'The strictest published conduct limits, those of Binance futures' },
    ),
  },
  { description: FLOW_FORMULAS },
)

export const executionThrottleTruth = surfaceContract({
  surface: 'execution-throttle-truth',
  label: 'Rate limits',
  question: 'how close requests and orders are to their limits',
  nextStep: 'Send the exchange fewer requests: fewer symbols, and no other program on the same key or address.',
  verdicts: {
    BREACHED: 'CRITICAL',
    INSUFFICIENT_EVIDENCE: 'WARN',
    THROTTLED: 'WARN',
    NEAR_LIMIT: 'INFO',
    WITHIN_LIMITS: 'OK',
  },
  data: Type.Object({
    inbound: Nullable(
      Type.Object({
        policies: Type.Array(
          Type.Object({
            name: Type.String(),
            q: Type.Integer({ description: 'Requests' }),
            w: Type.Number({ description: 'Length of the rolling window, in seconds' }),
          }),
        ),
        principals: Type.Object(
          { active: Type.Integer(), limited: Type.Integer() },
          { description: 'Users with a request in the current window, and those who have exhausted it' },
        ),
        rejected429_1h: Type.Integer({ description: 'Refusals by all quotas, by the minute' }),
        controlBucket: Type.Object({
          q: Type.Integer(),
          w: Type.Number(),
          rejected: Type.Integer({
            description: 'Refused stop or pause requests of authorised users in an hour; must be 0',
          }),
        }),
      }),
    ),
    outbound: Nullable(
      Type.Object({
        venue: Type.String(),
        budgets: Type.Array(
          Type.Object({
            name: Type.String(),
            limit: Type.Number(),
            windowMs: Ms,
            used: Type.Number(),
            usedPct: Type.Number(),
            reservedForStopPct: Type.Number({ description: 'Reserved for protection and stops' }),
            headerObservedAt: Nullable(At, 'Time the exchange last reported its own count'),
          }),
          { description: 'None for the simulated and the paper exchange, which have no limits' },
        ),
        delayed: Type.Integer({ description: 'Number of requests that recently had to wait' }),
        rejections1h: Type.Object({
          http429: Type.Integer(),
          http418: Type.Integer({ description: 'Includes other forms of exclusion' }),
          venueCode: Type.Integer(),
        }),
        bansUntil: Nullable(At),
      }),
    ),
    orderFlow: Nullable(OrderFlow),
    retries: Type.Array(
      Type.Object({
        class: Type.Enum(['SAFE_READ', 'CANCEL', 'PROTECT', 'ENTRY']),
        maxAttempts: Nullable(Type.Integer(), 'Attempts after the first; null when it is retried until answered'),
        backoff: Type.String(),
        attempts1h: Nullable(Type.Integer(), 'Null when not counted'),
        exhausted1h: Nullable(Type.Integer()),
      }),
    ),
    idempotency: Type.Object({
      keysActive: Nullable(Type.Integer(), 'Stored from the last 24 hours'),
      replays24h: Nullable(Type.Integer(), 'Earlier runs are included until a day after they were last saved'),
      mismatches24h: Nullable(Type.Integer(), 'The same key with another request'),
      inFlight: Nullable(Type.Integer()),
      duplicatesSuppressed24h: Nullable(Type.Integer(), 'Requests that would have been executed twice'),
      clientIdScheme: Type.String(),
    }),
    outcomes: Type.Object({
      unknownOpen: Type.Array(
        Type.Object({
          orderId: idText('ord'),
          since: Type.Unsafe<string>({ ...At, description: 'Time it was sent' }),
          provenDeadAt: Nullable(At, 'Time after which the exchange can no longer accept it'),
        }),
      ),
      resolvedByProof24h: Nullable(Type.Integer(), 'Never accepted'),
      resolvedFound24h: Nullable(Type.Integer(), 'Found at the exchange'),
      meanResolutionMs: Nullable(
        Type.Number(),
        'Time from sending, for those resolved by proof; not recorded for the others',
      ),
    }),
    breakers: Type.Array(
      Type.Object({
        id: Type.String(),
        state: Type.Enum(['CLOSED', 'OPEN', 'HALF_OPEN'], { description: 'OPEN blocks entries' }),
        since: Nullable(At),
        trips24h: Nullable(Type.Integer(), 'Not counted yet'),
        reset: Type.Enum(['AUTO', 'HOST_REARM']),
      }),
    ),
  }),
})
