import { StoreFailure } from '../../core/errors.ts'
import type { Instant } from '../../core/instant.ts'
import type { Effect } from '../model/effects.ts'
import type { ClockStepped, Command, CommandOutcome, StoreHealth } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import { DONE } from '../model/outcomes.ts'
import type { MarketSink, VenueSink } from '../model/ports.ts'
import { createBatch } from '../state/batch.ts'
import { keep, type Memory } from '../state/memory.ts'
import type { EngineState } from '../state/turn.ts'
import { type Entry, type Inbox, stopped } from './inbox.ts'
import { type Step, step } from './step.ts'

/** Events whose facts share one durable transaction. */
const BATCH_MAX = 256

export interface EngineParts {
  readonly state: EngineState
  readonly inbox: Inbox
  readonly memory: Memory
  /** Carries out an effect; called only after the facts of its step are durable, or known not to be (`memory.failure`). */
  readonly perform: (effect: Effect) => void
  /** Called with each batch, in order, when it is durable. While the store fails, decisions are published undurable. */
  readonly onFacts: (facts: readonly Fact[]) => void
}

export interface Engine {
  readonly state: EngineState
  readonly sink: MarketSink
  readonly venueSink: VenueSink
  /** Resolves when the command's facts are durable; rejects when the queue is full or the engine has stopped. */
  submit(command: Command): Promise<CommandOutcome>
  /** Lets the engine do what is due because time has passed. */
  tick(health: StoreHealth): void
  /** The host's wall clock was set. Call it right after platform time has been moved, if it was. */
  clockStepped(step: ClockStepped): void
  /** Finishes what is queued, then stops. */
  stop(): Promise<void>
  /** Resolves after `stop`; rejects with the bug or store failure that ended the loop. */
  readonly done: Promise<void>
}

/** The only code of the engine that waits: takes events, steps, commits their facts together, then lets effects go. */
export const startEngine = (parts: EngineParts): Engine => {
  const { inbox } = parts

  const run = async (): Promise<void> => {
    while (true) {
      await inbox.ready()
      if (inbox.size === 0) return
      runBatch(parts, inbox)
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }

  const done = run().finally(() => {
    inbox.close()
    for (let left = inbox.take(); left; left = inbox.take()) left.settle(stopped())
  })

  return {
    state: parts.state,
    sink: inbox.sink,
    venueSink: inbox.venueSink,
    submit: inbox.submit,
    tick: inbox.tick,
    clockStepped: inbox.clockStepped,
    stop() {
      inbox.close()
      return done
    },
    done,
  }
}

/** Group commit: the facts of up to `BATCH_MAX` events in one transaction, then effects, then answers. */
export const runBatch = (parts: Omit<EngineParts, 'inbox'>, inbox: Pick<Inbox, 'take'>): void => {
  const entries: Entry[] = []
  let durable = false
  try {
    const steps = stepThrough(parts.state, inbox, entries)
    const { facts, effects } = together(steps)
    const more = commit(parts, facts, entries.at(-1)?.event.atMs ?? 0)
    durable = true
    if (facts.length + more.facts.length > 0) parts.onFacts([...facts, ...more.facts])
    for (const effect of [...effects, ...more.effects]) parts.perform(effect)
    for (const [index, entry] of entries.entries()) entry.settle(answerTo(entry, steps[index], parts.memory))
  } catch (error) {
    const fault = new Error(`The engine failed ${durable ? 'after' : 'before'} this was durable`, { cause: error })
    for (const entry of entries) entry.settle(fault)
    throw error
  }
}

const stepThrough = (state: EngineState, inbox: Pick<Inbox, 'take'>, entries: Entry[]): Step[] => {
  const steps: Step[] = []
  while (entries.length < BATCH_MAX) {
    const entry = inbox.take()
    if (!entry) break
    entries.push(entry)
    steps.push(step(state, entry.event))
  }
  return steps
}

const together = (steps: readonly Step[]) => ({
  facts: steps.flatMap(({ facts }) => facts),
  effects: steps.flatMap(({ effects }) => effects),
})

/**
 * Makes facts durable; when the store starts to fail, or recovers, the engine is notified and the resulting facts are
 * kept.
 */
const commit = ({ state, memory }: Omit<EngineParts, 'inbox'>, facts: readonly Fact[], atMs: Instant) => {
  const before = memory.failure
  if (facts.length > 0 || before !== null || memory.heldAudit.length > 0)
    keep(memory, createBatch(facts, state.ledger), atMs)
  if (memory.failure === before) return together([])
  const next = step(state, { kind: 'store', failure: memory.failure, atMs })
  if (next.facts.length > 0) keep(memory, createBatch(next.facts, state.ledger), atMs)
  return next
}

/** Acknowledges only durable results, except for a stop or a pause: these hold from the moment they are requested. */
const answerTo = ({ event }: Entry, done: Step | undefined, { failure }: Memory): CommandOutcome | Error => {
  const promises = event.kind === 'command' && !HOLDS_AT_ONCE.has(event.command.kind)
  return failure !== null && promises ? new StoreFailure(failure) : (done?.outcome ?? DONE)
}

const HOLDS_AT_ONCE: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'startRun',
  'beginShutdown',
  'endRun',
  'pause',
  'emergencyStop',
])
