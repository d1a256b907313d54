import { Type } from 'typebox'
import { At, idText, Ms, Nullable } from '../common.ts'
import { surfaceContract } from './surface.ts'

const Share = (description: string) => Nullable(Type.Number(), description)

const FLOW_FORMULAS =
  'For our orders that were sent (every status but DENIED, every origin but EXTERNAL) by `createdAt`, as `GET /api/v381/trading/orders` returns them; trades are the fills of `GET /api/v381/account/trades` by the instant of execution. The value of an order is `qty` at `effectivePriceLimit`, else at `triggerPrice`'

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
        '(orders + cancels) / trades − 1 of 24 hours, in the form of RTS 9; no order is ever amended. Null without trades',
      ),
      volume: Share('The same by value: (ordered + cancelled) / executed − 1'),
    }),
    unfilledRatio: Share('1 − executed / ordered, by worth, in 24 hours'),
    gtcCancelRatio2s: Share('Of GTC limit orders those CANCELED less than 2 s after they were made, in 24 hours'),
    iocExpireRatio: Share(
      'Of IOC and FOK orders those that ended EXPIRED or CANCELED with nothing filled, in 24 hours',
    ),
    dustRatio: Share('Of all orders those worth less than 10 USDT, in 24 hours'),
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
            w: Type.Number({ description: 'In any so many seconds' }),
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
          { description: 'None for the simulated and the paper exchange, which have no limit' },
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
        maxAttempts: Nullable(Type.Integer(), 'After the first; null when it is retried until it is answered'),
        backoff: Type.String(),
        attempts1h: Nullable(Type.Integer(), 'Null where they are not counted'),
        exhausted1h: Nullable(Type.Integer()),
      }),
    ),
    idempotency: Type.Object({
      keysActive: Nullable(Type.Integer(), 'Remembered from the last 24 hours'),
      replays24h: Nullable(Type.Integer(), 'Earlier runs count until a day after they were last saved'),
      mismatches24h: Nullable(Type.Integer(), 'The same key with another request'),
      inFlight: Nullable(Type.Integer()),
      duplicatesSuppressed24h: Nullable(Type.Integer(), 'What would have been carried out twice'),
      clientIdScheme: Type.String(),
    }),
    outcomes: Type.Object({
      unknownOpen: Type.Array(
        Type.Object({
          orderId: idText('ord'),
          since: Type.Unsafe<string>({ ...At, description: 'Time it was sent' }),
          provenDeadAt: Nullable(At, 'After this the exchange can no longer accept it'),
        }),
      ),
      resolvedByProof24h: Nullable(Type.Integer(), 'It was never accepted'),
      resolvedFound24h: Nullable(Type.Integer(), 'The exchange had it'),
      meanResolutionMs: Nullable(
        Type.Number(),
        'Of those resolved by proof, from sending; the time of the others is not kept',
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
