/** Outcomes of commands, and of an order preview. */

import type { Money } from '../../domain/account/money.ts'
import type { Candidate } from '../../domain/order/order.ts'
import type { PositionEffect } from '../../domain/position/position-effect.ts'
import type { GateReading } from '../../domain/risk/gate.ts'
import type { CommandOutcome, CommandRefusal } from './events.ts'

/** Returns the outcome of a refused command. */
export const refused = (refusal: CommandRefusal): CommandOutcome => ({ kind: 'refused', refusal })

/** Outcome of an executed command. */
export const DONE: CommandOutcome = { kind: 'done' }

/** Expected result of an order, without placing it. */
export interface Preview {
  readonly candidate: Candidate
  readonly readings: readonly GateReading[]
  readonly verdict: 'APPROVED' | 'DENIED'
  /** Notional at the worst price. */
  readonly notional: Money
  readonly fee: Money
  readonly initialMargin: Money
  readonly maintenanceMarginAfter: Money | null
  readonly liquidationPriceAfter: Money | null
  /** Loss at the stop, including entry and exit fees; null for a reduce-only order. */
  readonly lossAtStop: Money | null
  readonly effect: PositionEffect
}
