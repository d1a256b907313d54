import { StoreFailure } from '../../core/errors.ts'
import type { Instant } from '../../core/instant.ts'
import type { Effect } from '../model/effects.ts'
import type { Command, CommandOutcome, EngineEvent } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import { DONE } from '../model/outcomes.ts'
import { createBatch } from '../state/batch.ts'
import { hasHeld, keep, type Memory } from '../state/memory.ts'
import type { EngineState } from '../state/turn.ts'
import type { Entry, Inbox } from './inbox.ts'
import { step } from './step.ts'

/** Maximum number of events between two turns of the event loop. */
const EVENTS_MAX = 256

/**
 * Number of orders decided after which no command is taken until the event loop has had its turn: each passes through all
 * gates. Market events are taken nevertheless, or many orders would keep the engine from them.
 */
const ORDERS_MAX = 8

/** Maximum number of events that wait for the disk; beyond it the inbox is not read. */
const UNCOMMITTED_MAX = 4 * EVENTS_MAX

export interface CommitParts {
  readonly state: EngineState
  readonly memory: Memory
  /** Carries out an effect; called only after the facts of its step are durable, or known not to be (`memory.failure`). */
  readonly perform: (effect: Effect) => void
  /** Called with the facts of each append, in order, when they are durable. While the store fails they are published undurable. */
  readonly onFacts: (facts: readonly Fact[]) => void
}

/**
 * Group commit with one append in flight: the events stepped through together share a durable transaction, and what is
 * decided while it is written is the next one. Facts are published, effects performed and answers given in the order of
 * the events, and never before theirs are durable.
 */
export interface Commits {
  /** Steps through waiting events and commits the result. Throws the error that ends the engine. */
  step(inbox: Pick<Inbox, 'take'>): void
  /** Resolves when more events may be stepped through. */
  room(): Promise<void>
  /** Resolves when nothing waits for the disk. */
  idle(): Promise<void>
  /** Rejects with the error that ends the engine; never resolves. */
  readonly failed: Promise<never>
}

interface Answer {
  readonly entry: Entry
  outcome: CommandOutcome
}

/** Events that are committed together. */
interface Group {
  readonly facts: Fact[]
  readonly effects: Effect[]
  readonly answers: Answer[]
  /** Orders that were decided. */
  orders: number
  /** Time of the newest of them. */
  atMs: Instant
  isDurable: boolean
}

const createGroup = (atMs: Instant): Group => ({
  facts: [],
  effects: [],
  answers: [],
  orders: 0,
  atMs,
  isDurable: false,
})

const isEmpty = ({ facts, effects, answers }: Group): boolean => facts.length + effects.length + answers.length === 0

export const createCommits = ({ state, memory, perform, onFacts }: CommitParts): Commits => {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {})
  let next = createGroup(0)
  let inFlight: Group | null = null
  let waiting: { readonly isOver: () => boolean; readonly resolve: () => void }[] = []

  const hasRoom = (): boolean => next.answers.length < UNCOMMITTED_MAX
  const isIdle = (): boolean => inFlight === null && isEmpty(next)

  const until = (isOver: () => boolean): Promise<void> =>
    isOver() ? Promise.resolve() : new Promise((resolve) => waiting.push({ isOver, resolve }))

  const stepThrough = (event: EngineEvent): CommandOutcome => {
    const { facts, effects, outcome } = step(state, event)
    next.facts.push(...facts)
    next.effects.push(...effects)
    for (const { kind } of facts) if (kind === 'orderDecided') next.orders++
    next.atMs = event.atMs
    return outcome
  }

  const end = (error: unknown): void => {
    for (const group of [inFlight, next]) if (group) refuse(group, error)
    fail(error)
  }

  const commit = (): void => {
    const group = next
    next = createGroup(group.atMs)
    inFlight = group
    if (group.facts.length === 0 && !hasHeld(memory)) return release(group)
    const before = memory.failure
    const onCommitted = (): void => {
      const { failure } = memory
      if (failure !== before) stepThrough({ kind: 'store', failure, atMs: next.atMs })
      release(group)
    }
    const pending = keep(memory, createBatch(group.facts, state.ledger), group.atMs)
    if (pending === undefined) onCommitted()
    else pending.then(onCommitted).then(undefined, end)
  }

  const release = (group: Group): void => {
    group.isDurable = true
    if (group.facts.length > 0) onFacts(group.facts)
    for (const effect of group.effects) perform(effect)
    for (const { entry, outcome } of group.answers) entry.settle(answerTo(entry, outcome, memory))
    inFlight = null
    if (!isEmpty(next)) commit()
    waiting = waiting.filter(({ isOver, resolve }) => !isOver() || resolve())
  }

  return {
    step(inbox) {
      try {
        const ordersMax = next.orders + ORDERS_MAX
        for (let left = EVENTS_MAX; left > 0; left--) {
          const entry = inbox.take(next.orders < ordersMax)
          if (!entry) break
          const answer: Answer = { entry, outcome: DONE }
          next.answers.push(answer)
          answer.outcome = stepThrough(entry.event)
        }
        if (inFlight === null) commit()
      } catch (error) {
        end(error)
        throw error
      }
    },
    room: () => until(hasRoom),
    idle: () => until(isIdle),
    failed,
  }
}

const refuse = ({ answers, isDurable }: Group, cause: unknown): void => {
  const fault = new Error(`The engine failed ${isDurable ? 'after' : 'before'} this was durable`, { cause })
  for (const { entry } of answers) entry.settle(fault)
}

/** Acknowledges only durable results, except for a stop or a pause: these hold from the moment they are requested. */
const answerTo = ({ event }: Entry, outcome: CommandOutcome, { failure }: Memory): CommandOutcome | Error => {
  const promises = event.kind === 'command' && !HOLDS_AT_ONCE.has(event.command.kind)
  return failure !== null && promises ? new StoreFailure(failure) : outcome
}

const HOLDS_AT_ONCE: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'startRun',
  'beginShutdown',
  'endRun',
  'pause',
  'emergencyStop',
])
