/** Report of a monitor surface: the protection of every open position, and what prevents it. */

import { Type } from 'typebox'
import { At, DecimalText, idText, Ms, Nullable, SymbolText } from '../common.ts'
import { ProtectionState } from '../trading.ts'
import { surfaceContract } from './surface.ts'

const Stop = Type.Object({
  orderId: idText('ord'),
  triggerPrice: DecimalText,
  triggerBy: Type.Enum(['MARK', 'LAST', 'INDEX']),
  reduceOnly: Type.Boolean(),
  closePosition: Type.Boolean({ description: 'Always false: our stops have an explicit quantity' }),
  verifiedAt: Nullable(At, 'Time it was first verified at the exchange for the whole position'),
  lastReadAt: Nullable(At, 'Time it was last verified at the exchange'),
})

const Blocker = Type.Object({
  code: Type.Enum([
    'PRICE_THROUGH_STOP',
    'FILTER_REJECT',
    'RATE_LIMITED',
    'REFUSED',
    'VENUE_UNAVAILABLE',
    'OUTCOME_UNKNOWN',
    'MAX_CONDITIONAL_ORDERS',
    'NOT_FOUND_AFTER_ACK',
    'WRONG_SIDE',
    'STOP_TOO_FAR',
    'NOT_READ_BACK',
    'COVERAGE_SHORT',
  ]),
  message: Type.String(),
  attempts: Type.Integer({
    description:
      'In this run, for this position: refused stops and targets, stops lost in the last 24 hours, and attempts for the current stop if it was never verified',
  }),
  lastErrorCategory: Nullable(Type.String()),
})

const Guarded = Type.Object({
  positionId: idText('pos'),
  symbol: SymbolText,
  qty: DecimalText,
  notional: DecimalText,
  state: ProtectionState,
  coveragePct: Type.Number({ description: 'Share of the quantity that verified stops cover' }),
  stop: Nullable(Stop, 'Null while no stop is open'),
  sinceFirstFillMs: Ms,
  unprotectedMs: Ms,
  budgetMs: Ms,
  lostStops24h: Nullable(
    Type.Integer(),
    'Its stops found missing at the exchange in the last 24 hours, as far as observed',
  ),
  lastStopLostAt: Nullable(
    At,
    'Time the last of them was found missing; it does not count as protected for monitor.maxUnknownOutcomeMs after that',
  ),
  distanceToStopBps: Nullable(
    Type.Number(),
    'Distance from the mark price; negative when the mark price is beyond the stop',
  ),
  liqBufferRatio: Nullable(Type.Number(), 'Distance from entry to liquidation divided by the distance to the stop'),
  lossAtStopUsd: Nullable(DecimalText, 'Loss at the stop before fees; negative when the stop is in profit'),
  blocker: Nullable(Blocker, 'Why it is not protected; null when it is'),
  fallback: Type.Enum(['NONE', 'CLOSE_SCHEDULED', 'CLOSE_SENT', 'CLOSE_FAILED']),
})

export const protectionBlockerTruth = surfaceContract({
  surface: 'protection-blocker-truth',
  label: 'Protection',
  question: 'whether every position is protected',
  nextStep:
    'To find the unprotected position: plimsoll status. If no stop is placed, close or protect it manually at the exchange.',
  verdicts: {
    UNPROTECTED: 'CRITICAL',
    INSUFFICIENT_EVIDENCE: 'WARN',
    PROTECTION_PENDING: 'INFO',
    ALL_PROTECTED: 'OK',
    NO_POSITIONS: 'OK',
  },
  data: Type.Object({
    positions: Type.Array(Guarded),
    totals: Type.Object({
      positions: Type.Integer(),
      protected: Type.Integer(),
      pending: Type.Integer({ description: 'Unprotected within the allowed time' }),
      unprotected: Type.Integer({ description: 'Unprotected beyond the allowed time' }),
      unprotectedNotional: Type.Unsafe<string>({
        ...DecimalText,
        description: 'Value not covered by verified stops, USDT at the mark price',
      }),
      unprotectedExposureUsdSeconds24h: Nullable(
        DecimalText,
        'Uncovered cost × seconds in the last 24 hours, as far as observed; a lost stop counts as ' +
          'missing since its last verification',
      ),
      lostStops24h: Nullable(
        Type.Integer(),
        'Stops of all positions, including closed ones, found missing in the last 24 hours, as far as observed',
      ),
      observedSec24h: Type.Integer({ description: 'Observed part of the last 24 hours' }),
    }),
    entryGate: Type.Object({ G23: Type.Enum(['PASS', 'FAIL']), because: Type.String() }),
    latency: Type.Object(
      {
        fillToVerifiedMs: Type.Object({
          p50: Nullable(Type.Number()),
          p99: Nullable(Type.Number()),
          max: Nullable(Type.Number()),
          n: Type.Integer({ description: 'The most recent thousand' }),
        }),
        longestUnprotectedMs: Nullable(
          Type.Number(),
          'Longest time a position was without a verified stop for its full size in the last 24 hours, as far as observed; a lost stop counts as missing since its last verification',
        ),
      },
      { description: 'Time from an unprotected fill to its verified stop, and the time without one' },
    ),
    venue: Type.Object({
      atomicAttach: Nullable(Type.Boolean(), 'Whether it places a stop together with the entry'),
      protectiveSurvivesDeadMan: Nullable(Type.Boolean(), 'Always null: the dead man’s switch is not used'),
      conformanceRanAt: Nullable(At),
    }),
  }),
})
