import { createStopWatch } from '../../../server/app/control.ts'
import { numberedId } from '../../../server/core/id.ts'
import type { Instant } from '../../../server/core/instant.ts'
import { type OpenControlDesk, openControlDesk } from '../../../server/engine/desks/control-desk.ts'
import { openRaisingDesk, type RaisingDesk } from '../../../server/engine/desks/host-desk.ts'
import type { Command, CommandOutcome } from '../../../server/engine/model/events.ts'
import type { AuditTrail } from '../../../server/engine/model/ports.ts'
import { isStopEngaged, type StopSwitch } from '../../../server/engine/state/stop-switch.ts'
import type { EngineState } from '../../../server/engine/state/turn.ts'
import type { Scheduler } from './scheduler.ts'

/** Control API for one life of the engine, opened as the platform opens it. */
export interface OpenControl {
  readonly desk: OpenControlDesk
  readonly raising: RaisingDesk
  /** Checks the stop file once. */
  readonly checkStopFile: () => void
  /** Opens the API to users after the run has started. */
  begin(): void
  readonly isOpen: boolean
  /** Number of pending answers. */
  readonly waiting: number
  /** Records an answer as pending until it arrives. */
  wait(answer: Promise<unknown>): void
}

export interface ControlParts {
  readonly state: EngineState
  readonly stopSwitch: StopSwitch
  readonly scheduler: Scheduler
  readonly clock: () => Instant
  readonly audit: AuditTrail
  readonly submit: (command: Command) => Promise<CommandOutcome>
  /** Returns a number that is unique across lives of the process. */
  readonly count: () => number
  /** Called with each fault of an answer. */
  readonly onFault: (error: unknown) => void
}

/** Offset from the numbers that users choose for their IDs. */
const APART = 2 ** 31

export const openControl = (parts: ControlParts): OpenControl => {
  const { state, stopSwitch, scheduler, clock, audit, submit, count, onFault } = parts
  let waiting = 0
  let isOpen = false

  const wait = (answer: Promise<unknown>): void => {
    waiting++
    answer.catch(onFault).finally(() => waiting--)
  }

  const attempt = (task: () => void | Promise<void>): void => {
    try {
      task()?.catch(onFault)
    } catch (error) {
      onFault(error)
    }
  }

  const ids = {
    stop: () => numberedId('stp', clock(), APART + count()),
    audit: () => numberedId('aud', clock(), APART + count()),
  }
  const common = { stopSwitch, submit, now: clock, ids }
  const desk = openControlDesk({
    ...common,
    books: state.ledger,
    session: state.session,
    monotonic: () => scheduler.nowMs,
    delay: (ms, task) => scheduler.after(ms, () => attempt(task)),
  })
  const trackedDesk: Pick<OpenControlDesk, 'stopFor'> = {
    stopFor(code, reason) {
      const answer = desk.stopFor(code, reason)
      wait(answer)
      return answer
    },
  }

  return {
    desk,
    raising: openRaisingDesk({
      ...common,
      audit,
      state,
      auditFault: () => null,
      makeCode: () => String(count()),
    }),
    checkStopFile: createStopWatch({ stopSwitch, books: state.ledger, desk: trackedDesk }),
    begin() {
      isOpen = true
      if (isStopEngaged(stopSwitch) && !state.ledger.latch) void trackedDesk.stopFor('STOP_FILE', 'found at the start')
    },
    get isOpen() {
      return isOpen
    },
    get waiting() {
      return waiting
    },
    wait,
  }
}
