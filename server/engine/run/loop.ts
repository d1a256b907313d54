/** Main loop of the engine: takes events from the inbox and commits their results until it is stopped. */

import type { ClockStepped, Command, CommandOutcome, StoreHealth } from '../model/events.ts'
import type { MarketSink, VenueSink } from '../model/ports.ts'
import type { EngineState } from '../state/turn.ts'
import { createGroupCommit, type GroupCommitParts } from './group-commit.ts'
import { type Inbox, stopped } from './inbox.ts'

/**
 * Starts the loop, the only part of the engine that waits: for events, and for the disk when that is too far behind.
 */
export const startEngine = (parts: EngineParts): Engine => {
  const { inbox, state } = parts
  const commits = createGroupCommit({ soon: setImmediate, ...parts })

  const run = async (): Promise<void> => {
    while (true) {
      await inbox.ready()
      await nextTurn()
      await commits.room()
      if (inbox.size === 0) return commits.idle()
      commits.step(inbox)
      if (hasBacklog(state)) inbox.processBacklog()
    }
  }

  const done = Promise.race([run(), commits.failed]).finally(() => {
    inbox.close()
    for (let left = inbox.take(); left; left = inbox.take()) left.settle(stopped())
  })

  return {
    state,
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

export interface EngineParts extends GroupCommitParts {
  readonly inbox: Inbox
}

export interface Engine {
  readonly state: EngineState
  readonly sink: MarketSink
  readonly venueSink: VenueSink
  /** Resolves when the command's facts are durable; rejects when the queue is full or the engine has stopped. */
  submit(command: Command): Promise<CommandOutcome>
  /** Triggers time-based tasks. */
  tick(health: StoreHealth): void
  /** Reports that the host's wall clock was set. Call it right after platform time was adjusted, if it was. */
  clockStepped(step: ClockStepped): void
  /** Finishes what is queued, then stops. */
  stop(): Promise<void>
  /** Resolves after `stop`; rejects with the bug or store failure that ended the loop. */
  readonly done: Promise<void>
}

/** Resolves when the event loop has received what else has arrived, so that it shares a commit. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const hasBacklog = ({ signals: { backlog } }: EngineState): boolean => backlog !== null && backlog.size > 0
