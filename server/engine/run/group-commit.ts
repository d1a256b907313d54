/**
 * Commits the results of the engine: groups events into durable transactions, then publishes facts, performs effects
 * and answers commands.
 */

import { StoreFailure } from '../../core/errors.ts'
import type { Instant } from '../../core/instant.ts'
import type { Effect } from '../model/effects.ts'
import type { Command, CommandOutcome, EngineEvent } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import { DONE } from '../model/outcomes.ts'
import { createBatch } from '../state/batch.ts'
import { hasHeld, keep, type Memory } from '../state/memory.ts'
import type { EngineState } from '../state/turn.ts'
import { type Entry, type Inbox, isLowering } from './inbox.ts'
import { type Step, step } from './step.ts'

/**
 * Group commit with one append in flight: events processed together share a durable transaction, and decisions made
 * while it is written form the next one. Facts are published, effects performed and responses sent in the order of the
 * events, and only once they are durable.
 */
export interface GroupCommit {
  /** Processes waiting events and commits the result. Throws the error that ends the engine. */
  step(inbox: Pick<Inbox, 'take' | 'size'>): void
  /** Resolves when more events may be processed. */
  room(): Promise<void>
  /** Resolves when nothing waits for the disk. */
  idle(): Promise<void>
  /** True while decisions wait for more orders from the inbox. */
  readonly isPutOff: boolean
  /** Rejects with the error that ends the engine; never resolves. */
  readonly failed: Promise<never>
}

export interface GroupCommitParts {
  readonly state: EngineState
  readonly memory: Memory
  /** Performs an effect; called only after the facts of its step are durable, or known not to be (`memory.failure`). */
  readonly perform: (effect: Effect) => void
  /** Called with the facts of each append, in order, when they are durable. While the store fails they are published undurable. */
  readonly onFacts: (facts: readonly Fact[]) => void
  /** Schedules a task after the callers that just received a response; runs it immediately if omitted. */
  readonly soon?: (task: () => void) => void
}

/** Maximum number of events between two turns of the event loop. */
const EVENTS_MAX = 256

/**
 * Number of decided orders after which no command is taken until the next turn of the event loop, because each order
 * passes through all gates. Market events are still taken, so that many orders do not block them.
 */
const ORDERS_MAX = 8

/**
 * Number of decided orders up to which a commit waits for other orders in the inbox, so that orders arriving together
 * become durable together, and none waits for two commits on a slow disk.
 */
const ORDERS_TOGETHER = 64

/** Maximum number of events waiting for the disk; beyond it, the inbox is not read. */
const UNCOMMITTED_MAX = 4 * EVENTS_MAX

interface Answer {
  readonly entry: Entry
  outcome: CommandOutcome
}

/** Events that are committed together. */
interface Group {
  readonly facts: Fact[]
  readonly effects: Effect[]
  readonly answers: Answer[]
  /** Number of decided orders. */
  orders: number
  /** True when the group contains a stop or pause, which does not wait for more orders. */
  isUrgent: boolean
  /** True while the group waits for more orders from the inbox. */
  isPutOff: boolean
  /** Time of the newest event. */
  atMs: Instant
  isDurable: boolean
}

const createGroup = (atMs: Instant): Group => ({
  facts: [],
  effects: [],
  answers: [],
  orders: 0,
  isUrgent: false,
  isPutOff: false,
  atMs,
  isDurable: false,
})

const isEmpty = ({ facts, effects, answers }: Group): boolean => facts.length + effects.length + answers.length === 0

export const createGroupCommit = ({ state, memory, perform, onFacts, soon }: GroupCommitParts): GroupCommit => {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {})
  const conditions = createConditions()
  let next = createGroup(0)
  let inFlight: Group | null = null
  const publication = createPublication(
    { memory, perform, onFacts },
    { onPublished: () => conditions.check(), end: (error) => end(error) },
  )

  const stepThrough = (event: EngineEvent): CommandOutcome => addStep(next, event, step(state, event))

  const end = (error: unknown): void => {
    for (const group of [...publication.waiting, inFlight, next]) if (group) refuse(group, error)
    fail(error)
  }

  /** Returns the error that has ended the engine, if there was one. */
  const attempt = (work: () => void): unknown => {
    try {
      work()
      return undefined
    } catch (error) {
      end(error)
      return error
    }
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
    publication.release(group)
    inFlight = null
    if (soon === undefined || next.isUrgent || !hasRoom(next)) commitNext()
    else soon(() => attempt(commitNext))
    conditions.check()
  }

  /** Commits pending decisions together with the next orders of the callers that just received a response. */
  const commitNext = (): void => {
    if (inFlight === null && !next.isPutOff && !isEmpty(next)) commit()
  }

  return {
    step(inbox) {
      const error = attempt(() => {
        const known = next.facts.length
        const isCutShort = takeEvents(next, inbox, stepThrough)
        const isWaiting = inFlight !== null
        next.isPutOff = !isWaiting && isCutShort && next.orders < ORDERS_TOGETHER && hasRoom(next) && !next.isUrgent
        if (isWaiting || next.isPutOff) memory.journal.prepare?.(next.facts.slice(known))
        else commit()
      })
      if (error !== undefined) throw error
    },
    room: () => conditions.until(() => hasRoom(next)),
    idle: () => conditions.until(() => inFlight === null && isEmpty(next) && publication.waiting.size === 0),
    get isPutOff() {
      return next.isPutOff
    },
    failed,
  }
}

const hasRoom = ({ answers }: Group): boolean => answers.length < UNCOMMITTED_MAX

const addStep = (group: Group, { atMs }: EngineEvent, { facts, effects, outcome }: Step): CommandOutcome => {
  group.facts.push(...facts)
  group.effects.push(...effects)
  for (const { kind } of facts) if (kind === 'orderDecided') group.orders++
  group.atMs = atMs
  return outcome
}

/** Processes waiting events; returns whether orders are left because enough were decided. */
const takeEvents = (
  group: Group,
  inbox: Pick<Inbox, 'take' | 'size'>,
  stepThrough: (event: EngineEvent) => CommandOutcome,
): boolean => {
  const ordersMax = group.orders + ORDERS_MAX
  for (let left = EVENTS_MAX; left > 0; left--) {
    const entry = inbox.take(group.orders < ordersMax)
    if (!entry) break
    const { event } = entry
    const answer: Answer = { entry, outcome: DONE }
    group.answers.push(answer)
    if (event.kind === 'command' && isLowering(event.command)) group.isUrgent = true
    answer.outcome = stepThrough(event)
  }
  return group.orders >= ordersMax && inbox.size > 0
}

/** Callers that wait until a condition holds. */
const createConditions = () => {
  let waiting: { readonly isOver: () => boolean; readonly resolve: () => void }[] = []
  return {
    until: (isOver: () => boolean): Promise<void> =>
      isOver() ? Promise.resolve() : new Promise((resolve) => waiting.push({ isOver, resolve })),
    check() {
      waiting = waiting.filter(({ isOver, resolve }) => !isOver() || resolve())
    },
  }
}

interface Publication {
  /** Durable groups that the tables do not have yet. */
  readonly waiting: ReadonlySet<Group>
  /** Performs the effects of a durable group, and publishes its facts and answers once the tables have it. */
  release(group: Group): void
}

const createPublication = (
  { memory, perform, onFacts }: Pick<GroupCommitParts, 'memory' | 'perform' | 'onFacts'>,
  { onPublished, end }: { readonly onPublished: () => void; readonly end: (error: unknown) => void },
): Publication => {
  const waiting = new Set<Group>()

  const publish = ({ facts }: Group): void => {
    if (facts.length > 0) onFacts(facts)
  }
  const performAll = ({ effects }: Group): void => {
    for (const effect of effects) perform(effect)
  }
  const answer = ({ answers }: Group, failure: Memory['failure']): void => {
    for (const { entry, outcome } of answers) entry.settle(answerTo(entry, outcome, failure))
  }
  const publishCopied = (group: Group, failure: Memory['failure']): void => {
    publish(group)
    answer(group, failure)
    waiting.delete(group)
    onPublished()
  }

  return {
    waiting,
    release(group) {
      const { failure } = memory
      const copied = memory.journal.copied?.()
      if (copied === undefined) {
        publish(group)
        performAll(group)
        answer(group, failure)
      } else {
        waiting.add(group)
        performAll(group)
        copied.then(() => publishCopied(group, failure)).then(undefined, end)
      }
    },
  }
}

const refuse = ({ answers, isDurable }: Group, cause: unknown): void => {
  const fault = new Error(`The engine failed ${isDurable ? 'after' : 'before'} this was durable`, { cause })
  for (const { entry } of answers) entry.settle(fault)
}

/** Acknowledges only durable results, except for a stop or pause, which takes effect immediately. */
const answerTo = ({ event }: Entry, outcome: CommandOutcome, failure: Memory['failure']): CommandOutcome | Error => {
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
