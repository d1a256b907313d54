import type { Effect } from './effects.ts'
import type { Command } from './events.ts'
import type { Fact } from './facts.ts'
import { createInbox, type Entry, type Inbox, stopped } from './inbox.ts'
import type { Clock, Journal, MarketSink } from './ports.ts'
import { type EngineState, type Step, step } from './step.ts'

/** Events whose facts share one durable transaction. */
const BATCH_MAX = 256

export interface EngineParts {
  readonly state: EngineState
  readonly journal: Journal
  readonly clock: Clock
  /** Carries out an effect; called only after the facts of its step are durable. */
  readonly perform: (effect: Effect) => void
  /** Told of each durable batch, in order. */
  readonly onFacts: (facts: readonly Fact[]) => void
}

export interface Engine {
  readonly state: EngineState
  readonly sink: MarketSink
  /** Resolves when the command's facts are durable; rejects when the queue is full or the engine has stopped. */
  submit(command: Command): Promise<void>
  /** Finishes what is queued, then stops. */
  stop(): Promise<void>
  /** Resolves after `stop`; rejects with the bug or store failure that ended the loop. */
  readonly done: Promise<void>
}

/** The only code of the engine that waits: takes events, steps, commits their facts together, then lets effects go. */
export const startEngine = (parts: EngineParts): Engine => {
  const inbox = createInbox(parts.clock)
  let state = parts.state

  const run = async (): Promise<void> => {
    while (true) {
      await inbox.ready()
      if (inbox.size === 0) return
      state = runBatch(parts, inbox, state)
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }

  const done = run().finally(() => {
    inbox.close()
    for (let left = inbox.take(); left; left = inbox.take()) left.settle(stopped())
  })

  return {
    get state() {
      return state
    },
    sink: inbox.sink,
    submit: inbox.submit,
    stop() {
      inbox.close()
      return done
    },
    done,
  }
}

/** Group commit: the facts of up to `BATCH_MAX` events in one transaction, then effects, then answers. */
const runBatch = (parts: EngineParts, inbox: Inbox, before: EngineState): EngineState => {
  const entries: Entry[] = []
  let durable = false
  try {
    const { state, facts, effects } = stepThrough(inbox, before, entries)
    if (facts.length > 0) {
      parts.journal.append(facts)
      durable = true
      parts.onFacts(facts)
    }
    for (const effect of effects) parts.perform(effect)
    for (const entry of entries) entry.settle()
    return state
  } catch (error) {
    const fault = new Error(`The engine failed ${durable ? 'after' : 'before'} this was durable`, { cause: error })
    for (const entry of entries) entry.settle(fault)
    throw error
  }
}

const stepThrough = (inbox: Inbox, before: EngineState, entries: Entry[]): Step => {
  let state = before
  const facts: Fact[] = []
  const effects: Effect[] = []
  while (entries.length < BATCH_MAX) {
    const entry = inbox.take()
    if (!entry) break
    entries.push(entry)
    const next = step(state, entry.event)
    state = next.state
    facts.push(...next.facts)
    effects.push(...next.effects)
  }
  return { state, facts, effects }
}
