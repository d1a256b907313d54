import type { ControlState } from '../../server/domain/control/control-state.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { OrderTerms } from '../../server/domain/order/order.ts'
import { signedQuantity } from '../../server/domain/position/position.ts'
import type { Constitution } from '../../server/domain/risk/constitution.ts'
import { printStanding } from '../../server/engine/control/standing.ts'
import type { Actor, CommandOutcome, Instructed, StopOrder } from '../../server/engine/model/events.ts'
import type { AuditEntry, Fact } from '../../server/engine/model/facts.ts'
import type { Submission, VenueRequest } from '../../server/engine/model/venue.ts'
import type { EngineState, Rules } from '../../server/engine/state/turn.ts'
import { RULES } from './engine-state.ts'
import { aStop } from './trading-facts.ts'
import {
  aFill,
  anAccount,
  answerRead,
  aVenueOrder,
  type Harness,
  INSTRUCTED,
  MARK,
  openHarness,
} from './trading-floor.ts'

/** Behaviour of an exchange towards requests; changed in place. */
interface Manners {
  /** Returns whether an order is rejected. */
  refuses: (submission: Submission) => boolean
  /** True when it answers nothing. */
  silent: boolean
  /** True when cancels are silently ignored. */
  keepsOrders: boolean
}

/**
 * Floor with an exchange that answers immediately: limit orders rest, and a market order fills completely at the mark.
 */
export interface ControlHarness extends Harness {
  readonly open: Map<string, Submission>
  readonly sent: VenueRequest[]
  readonly manners: Manners
  /** Lets time pass with the exchange answering. */
  run(ms: number): void
  /** Opens a position of so many lots with a verified stop. */
  enter(quantity?: number): void
  /** Places an order at the exchange by hand, and returns its ID. */
  placeByHand(terms?: Partial<OrderTerms>, name?: string): string
  /** Returns the IDs of the orders still open at the exchange. */
  names(): string[]
}

export const openControlHarness = (parts: Partial<EngineState> = {}): ControlHarness => {
  const harness = openHarness(parts)
  const open = new Map<string, Submission>()
  const sent: VenueRequest[] = []
  const manners: Manners = { refuses: () => false, silent: false, keepsOrders: false }
  let sequence = 10
  let made = 0

  const venueOrder = (submission: Submission, status: 'NEW' | 'UNTRIGGERED' | 'FILLED' | 'CANCELED') =>
    aVenueOrder(submission, status, {
      sequence: ++sequence,
      filled: lots(status === 'FILLED' ? submission.terms.quantity : 0),
      atMs: harness.nowMs,
    })
  const standing = (submission: Submission) => venueOrder(submission, submission.terms.trigger ? 'UNTRIGGERED' : 'NEW')

  const take = (submission: Submission): void => {
    const { venueClientId, terms } = submission
    const refusal = { code: '-1', message: 'no', category: 'OTHER' } as const
    if (manners.refuses(submission)) {
      return harness.publish({
        kind: 'submitAnswered',
        venueClientId,
        outcome: { kind: 'rejected', rejection: refusal },
      })
    }
    const fills = terms.type === 'MARKET'
    if (!fills) open.set(venueClientId, submission)
    const report = fills ? venueOrder(submission, 'FILLED') : standing(submission)
    harness.publish({ kind: 'submitAnswered', venueClientId, outcome: { kind: 'accepted', report } })
    const booked = { price: ticks(MARK), executedAtMs: harness.nowMs, quantity: filledQuantity(harness, terms) }
    if (fills && booked.quantity > 0) harness.publish({ kind: 'fill', fill: aFill(submission, booked) })
  }

  const clearAndResume = (venueClientId: string): void => {
    const submission = open.get(venueClientId)
    if (manners.keepsOrders) return
    open.delete(venueClientId)
    const outcome = submission
      ? ({ kind: 'canceled', report: venueOrder(submission, 'CANCELED') } as const)
      : ({ kind: 'notOpen' } as const)
    harness.publish({ kind: 'cancelAnswered', venueClientId, outcome })
  }

  const show = ({ venueClientId, queryId }: Extract<VenueRequest, { kind: 'queryOrder' }>): void => {
    const submission = open.get(venueClientId)
    const outcome = submission
      ? ({ kind: 'found', order: standing(submission), fills: [] } as const)
      : ({ kind: 'notFound' } as const)
    harness.publish({ kind: 'orderQueried', venueClientId, queryId, outcome })
  }

  const answer = (request: VenueRequest): void => {
    sent.push(request)
    if (manners.silent) return
    if (request.kind === 'submit') take(request.submission)
    else if (request.kind === 'cancel') clearAndResume(request.venueClientId)
    else if (request.kind === 'queryOrder') show(request)
    else
      answerRead(harness.publish, request, {
        account: createAccount(harness, [...open.values()].map(standing)),
        serverTimeMs: harness.nowMs,
      })
  }

  const run = (ms: number): void => {
    harness.take().forEach(answer)
    harness.pass(ms, answer)
  }

  run(1_000)
  sent.length = 0
  return {
    ...harness,
    get nowMs() {
      return harness.nowMs
    },
    open,
    sent,
    manners,
    run,
    enter(quantity = 10) {
      harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC', size: { quantity: lots(quantity) } })
      run(500)
      sent.length = 0
    },
    placeByHand(terms = {}, name = `by-hand-${++made}`) {
      open.set(name, { venueClientId: name, terms: { ...RESTING, ...terms }, signedAtMs: 0, recvWindowMs: 0 })
      return name
    },
    names: () => [...open.keys()],
  }
}

const RESTING: OrderTerms = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  quantity: lots(10),
  price: ticks(MARK - 2_000),
  trigger: null,
  timeInForce: 'GTC',
  reduceOnly: false,
}

/** Returns the filled quantity; a reduce-only order fills at most the position. */
const filledQuantity = (harness: Harness, { reduceOnly, quantity }: OrderTerms) =>
  reduceOnly ? lots(Math.min(quantity, harness.position()?.quantity ?? 0)) : quantity

/** Returns the account from the platform's ledger, as if no message was lost. */
const createAccount = ({ state, nowMs }: Harness, openOrders: ReturnType<typeof aVenueOrder>[]) =>
  anAccount({
    walletBalance: state.ledger.account.walletBalance,
    positions: [...state.ledger.positions.values()].map((position) => ({
      symbol: position.symbol,
      quantity: signedQuantity(position),
      cost: position.cost,
      liquidationPrice: null,
      leverage: 3,
      maintenanceMargin: 0n,
    })),
    openOrders,
    takenAtMs: nowMs,
  })

const createActor = (type: Actor['type']): Actor => ({
  type,
  sub: type === 'USER' ? 'usr_1' : null,
  sid: null,
  ip: null,
})

const by = (type: Actor['type'], reason: string | null = null): Instructed => ({
  ...INSTRUCTED,
  actor: createActor(type),
  reason,
})

/** Stops the engine as a user. */
export const stopEngine = (harness: Harness, stop: Partial<StopOrder> = {}): CommandOutcome => {
  const stopOrder = aStop(stop)
  return harness.command({
    kind: 'emergencyStop',
    stop: stopOrder,
    flatten: stopOrder.flatten,
    instructed: by(stopOrder.by.type),
  })
}

export const pauseEngine = (harness: Harness, who: 'USER' | 'HOST' = 'USER'): CommandOutcome =>
  harness.command({ kind: 'pause', instructed: by(who, 'to think') })

/** Confirms as the host the current or an earlier displayed state. */
export const confirmOnHost = (
  harness: Harness,
  kind: 'resume' | 'clearStop',
  displayed = printStanding(harness.state),
): CommandOutcome => harness.command({ kind, displayed, instructed: by('HOST', 'reviewed') })

export const audited = ({ facts }: { readonly facts: readonly Fact[] }): AuditEntry[] =>
  facts.flatMap((fact) => (fact.kind === 'audited' ? [fact.entry] : []))

/** Returns action and outcome of each audit entry, in order. */
export const listOutcomes = (harness: { readonly facts: readonly Fact[] }, actions: readonly string[]): string[] =>
  audited(harness)
    .filter(({ action }) => actions.includes(action))
    .map(({ action, outcome }) => `${action} ${outcome}`)

/** Returns the sample rules with other limits. */
export const rulesWith = (
  limits: Partial<Constitution['limits']>,
  rules: Partial<Rules> = {},
): { readonly rules: Rules } => {
  const { constitution } = RULES
  return {
    rules: { ...RULES, ...rules, constitution: { ...constitution, limits: { ...constitution.limits, ...limits } } },
  }
}

/** Brings a running engine to another state by regular means. */
export const bringTo = (harness: ControlHarness, state: ControlState): void => {
  if (state === 'PAUSED') pauseEngine(harness)
  if (state === 'HALTED') stopEngine(harness)
  if (state === 'STOPPING') harness.command({ kind: 'beginShutdown', instructed: by('HOST') })
  if (state === 'DEGRADED') {
    harness.run(10_000)
    harness.publish({ kind: 'stream', state: 'lost' })
    harness.run(1_000)
  }
  if (state === 'RECONCILING') {
    stopEngine(harness)
    harness.run(6_000)
    harness.manners.silent = true
    confirmOnHost(harness, 'clearStop')
  }
  const reached = harness.state.ledger.control.state
  if (reached !== state) throw new Error(`The engine is ${reached} and not ${state}`)
}
