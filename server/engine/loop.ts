import { batchOf } from './batch.ts'
import type { Effect } from './effects.ts'
import type { Command, CommandOutcome, StoreHealth } from './events.ts'
import type { Fact } from './facts.ts'
import { type Entry, type Inbox, stopped } from './inbox.ts'
import type { Journal, MarketSink, VenueSink } from './ports.ts'
import { step } from './step.ts'
import type { EngineState } from './turn.ts'

/** Events whose facts share one durable transaction. */
const BATCH_MAX = 256

export interface EngineParts {
  readonly state: EngineState
  readonly inbox: Inbox
  readonly journal: Journal
  /** Carries out an effect; called only after the facts of its step are durable. */
  readonly perform: (effect: Effect) => void
  /** Told of each durable batch, in order. */
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
    const { facts, effects, outcomes } = stepThrough(parts.state, inbox, entries)
    if (facts.length > 0) {
      parts.journal.append(batchOf(facts, parts.state.ledger))
      durable = true
      parts.onFacts(facts)
    }
    for (const effect of effects) parts.perform(effect)
    for (const [index, outcome] of outcomes.entries()) entries[index]?.settle(outcome)
  } catch (error) {
    const fault = new Error(`The engine failed ${durable ? 'after' : 'before'} this was durable`, { cause: error })
    for (const entry of entries) entry.settle(fault)
    throw error
  }
}

const stepThrough = (state: EngineState, inbox: Pick<Inbox, 'take'>, entries: Entry[]) => {
  const facts: Fact[] = []
  const effects: Effect[] = []
  const outcomes: CommandOutcome[] = []
  while (entries.length < BATCH_MAX) {
    const entry = inbox.take()
    if (!entry) break
    entries.push(entry)
    const next = step(state, entry.event)
    facts.push(...next.facts)
    effects.push(...next.effects)
    outcomes.push(next.outcome)
  }
  return { facts, effects, outcomes }
}
