/**
 * Desk for the instructions of callers: place, preview, amend and cancel orders, close positions, and change their protection.
 */

import { assert } from '../../core/assert.ts'
import type { Id } from '../../core/id.ts'
import type { Result } from '../../core/result.ts'
import type { Order, Trigger } from '../../domain/order/order.ts'
import { isTerminal } from '../../domain/order/transition.ts'
import type { AmendmentRequest, Command, CommandOutcome, CommandRefusal, OrderRequest } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import type { Preview } from '../model/outcomes.ts'
import { findOpenPosition, type Ledger } from '../state/ledger.ts'
import { createWaitQueue } from './wait-queue.ts'

/** The desk as its callers use it. */
export interface OrderDesk {
  /**
   * Resolves when the instruction is durable and, for an order, when its outcome at the exchange is known or has become
   * unknown (after `recvWindow` at most); order and position can then be read from the views. Rejects when the engine
   * is too busy or has stopped; nothing was changed then.
   */
  instruct(instruction: Instruction): Promise<CommandOutcome>
  preview(request: OrderRequest | AmendmentRequest): Result<Preview, CommandRefusal>
}

/** Commands available to callers. */
export type Instruction = Extract<
  Command,
  { kind: 'placeOrder' | 'amendOrder' | 'cancelOrder' | 'closePosition' | 'changeProtection' | 'recordAnswer' }
>

/** The only commands accepted by the desk. */
const INSTRUCTIONS: ReadonlySet<Command['kind']> = new Set<Instruction['kind']>([
  'placeOrder',
  'amendOrder',
  'cancelOrder',
  'closePosition',
  'changeProtection',
  'recordAnswer',
])

export interface DeskParts {
  readonly ledger: Ledger
  readonly submit: (command: Command) => Promise<CommandOutcome>
  readonly preview: OrderDesk['preview']
  /** Maximum wait for an outcome, ms. */
  readonly answerTimeoutMs: number
  readonly delay: (ms: number, task: () => void) => void
}

/** The desk, and the handler that is called when facts are durable. */
export interface OpenDesk extends OrderDesk {
  onFacts(facts: readonly Fact[]): void
}

export const openDesk = ({ ledger, submit, preview, answerTimeoutMs, delay }: DeskParts): OpenDesk => {
  const waiting = createWaitQueue(delay)
  return {
    async instruct(instruction) {
      assert(INSTRUCTIONS.has(instruction.kind), `${instruction.kind} must be an instruction`)
      const outcome = await submit(instruction)
      if (outcome.kind === 'done') await waiting.until(settledBy(ledger, instruction), answerTimeoutMs)
      return heldByStop(ledger, instruction) ?? outcome
    },
    preview,
    onFacts(facts) {
      if (facts.length > 0) waiting.check()
    },
  }
}

/** Returns the outcome for a stop that was engaged between the decision and the sending of an order. */
const heldByStop = ({ orders, latch }: Ledger, instruction: Instruction): CommandOutcome | undefined => {
  if ((instruction.kind !== 'placeOrder' && instruction.kind !== 'amendOrder') || !latch) return undefined
  const order = orders.get(instruction.orderId)
  if (order?.status !== 'DENIED' || order.statusReason !== 'LATCHED') return undefined
  const { stopId, reason, atMs: latchedAtMs } = latch
  return { kind: 'refused', refusal: { kind: 'latched', stopId, reason, latchedAtMs } }
}

/** Returns the condition that an instruction's response waits for. */
const settledBy = (ledger: Ledger, instruction: Instruction): (() => boolean) => {
  switch (instruction.kind) {
    case 'placeOrder':
    case 'closePosition':
      return () => isAnswered(ledger.orders.get(instruction.orderId))
    case 'amendOrder':
      return () => !ledger.amending.has(instruction.replaces) && isAnswered(ledger.orders.get(instruction.orderId))
    case 'cancelOrder':
      return () => ledger.orders.get(instruction.orderId)?.status !== 'PENDING_CANCEL'
    case 'changeProtection':
      return () => isProtected(ledger, instruction.positionId)
    default:
      return () => true
  }
}

/**
 * Returns whether the order can be reported: an order that cannot rest is reported with its fills, after it has ended.
 */
const isAnswered = (order: Order | undefined): boolean => {
  if (!order || isTerminal(order.status) || order.status === 'OUTCOME_UNKNOWN') return true
  const { timeInForce, trigger } = order.terms
  const atOnce = trigger === null && (timeInForce === 'IOC' || timeInForce === 'FOK')
  return order.status !== 'PENDING_NEW' && !atOnce
}

/** Returns whether the position's stop is verified against its current plan and its target is open. */
const isProtected = (ledger: Ledger, positionId: Id<'pos'>): boolean => {
  const position = findOpenPosition(ledger, positionId)
  if (!position) return true
  const { plan, stopOrderId, takeProfitOrderId, state } = position.protection
  const standsAt = (orderId: Id<'ord'> | null, planned: Trigger | null): boolean => {
    const order = orderId === null ? undefined : ledger.orders.get(orderId)
    if (planned === null || order === undefined) return planned === null && order === undefined
    const { trigger } = order.terms
    return order.status !== 'PENDING_NEW' && trigger?.price === planned.price && trigger.by === planned.by
  }
  return state === 'VERIFIED' && standsAt(stopOrderId, plan.stopLoss) && standsAt(takeProfitOrderId, plan.takeProfit)
}
