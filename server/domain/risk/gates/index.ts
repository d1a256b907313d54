/** Catalogue of all gates in order of number, and of the limits they declare. */

import type { Gate } from '../gate.ts'
import { bookArmed } from './book-armed.ts'
import { capitalRamp } from './capital-ramp.ts'
import { clockError } from './clock-error.ts'
import { dayLoss } from './day-loss.ts'
import { drawdown } from './drawdown.ts'
import { duplicateOrder } from './duplicate-order.ts'
import { emergencyLatch } from './emergency-latch.ts'
import { engineState } from './engine-state.ts'
import { instrumentFilters } from './instrument-filters.ts'
import { lease } from './lease.ts'
import { liquidationBuffer } from './liquidation-buffer.ts'
import { liveGrant } from './live-grant.ts'
import { lossStreak } from './loss-streak.ts'
import { manipulationPosture } from './manipulation-posture.ts'
import { marginRatio } from './margin-ratio.ts'
import { marketData } from './market-data.ts'
import { maxGrossExposure } from './max-gross-exposure.ts'
import { maxLeverage } from './max-leverage.ts'
import { maxOrderNotional } from './max-order-notional.ts'
import { maxOrderQuantity } from './max-order-quantity.ts'
import { maxSymbolExposure } from './max-symbol-exposure.ts'
import { netEdge } from './net-edge.ts'
import { orderRate } from './order-rate.ts'
import { positionLoss } from './position-loss.ts'
import { priceCollar } from './price-collar.ts'
import { protectionPlan } from './protection-plan.ts'
import { reconciled } from './reconciled.ts'
import { selfCross } from './self-cross.ts'
import { stopDistance } from './stop-distance.ts'
import { storeHealth } from './store-health.ts'
import { strategyFit } from './strategy-fit.ts'
import { symbolFree } from './symbol-free.ts'
import { totalLoss } from './total-loss.ts'
import { unknownOutcomes } from './unknown-outcomes.ts'

/** All gates in order of number. Every order is checked by all of them. */
const CATALOGUE = [
  emergencyLatch,
  engineState,
  lease,
  storeHealth,
  clockError,
  reconciled,
  unknownOutcomes,
  marketData,
  instrumentFilters,
  priceCollar,
  maxOrderNotional,
  maxOrderQuantity,
  maxSymbolExposure,
  maxGrossExposure,
  maxLeverage,
  marginRatio,
  liquidationBuffer,
  orderRate,
  duplicateOrder,
  dayLoss,
  drawdown,
  lossStreak,
  protectionPlan,
  netEdge,
  manipulationPosture,
  selfCross,
  liveGrant,
  bookArmed,
  symbolFree,
  strategyFit,
  positionLoss,
  totalLoss,
  stopDistance,
  capitalRamp,
] as const

/** All gates, in the order of their IDs. */
export const GATES: readonly Gate[] = CATALOGUE

/** Returns the gate with an ID, if any. */
export const findGate = (id: string): Gate | undefined => BY_ID.get(id)

const BY_ID: ReadonlyMap<string, Gate> = new Map(GATES.map((gate) => [gate.id, gate]))

type DeclaredPaths<G> = G extends { readonly limits: infer L } ? keyof L : never

/** Limits of all gates, by path. */
export const GATE_LIMITS: Pick<
  Required<NonNullable<Gate['limits']>>,
  DeclaredPaths<(typeof CATALOGUE)[number]>
> = Object.assign({}, ...GATES.map(({ limits }) => limits))
