import { every } from '../core/every.ts'
import type { OpenControlDesk } from '../engine/desks/control-desk.ts'
import type { StopOrder } from '../engine/model/events.ts'
import type { ControlBooks } from '../engine/state/control-state.ts'
import { engageSwitch, type StopSwitch } from '../engine/state/stop-switch.ts'

export interface StopWatchParts {
  readonly stopSwitch: StopSwitch
  readonly books: Pick<ControlBooks, 'latch'>
  readonly desk: Pick<OpenControlDesk, 'stopFor'>
}

/** Poll interval of the stop file. */
const CHECK_EVERY_MS = 250

/** Number of polls after which a ledger that has not followed the switch never will: the command was lost. */
const LAG_CHECKS_MAX = 16

/**
 * Returns one poll: a stop file stops the engine, and a stop that is engaged in memory or in the ledger is restored in
 * each of the three places that hold it.
 */
export const createStopWatch = ({ stopSwitch, books, desk }: StopWatchParts): (() => void) => {
  let stopping = false
  let checksBehind = 0

  const requestStop = async (): Promise<void> => {
    stopping = true
    checksBehind = 0
    const storedStop = stopSwitch.file.read()
    if (storedStop) engageSwitch(stopSwitch, storedStop)
    await desk.stopFor('STOP_FILE', stopSwitch.engaged?.reason ?? PUT_THERE)
    stopping = false
  }

  return () => {
    const stop = stopSwitch.engaged ?? books.latch
    const isInFile = stopSwitch.file.exists()
    if (stop) keepEngaged(stopSwitch, stop, isInFile)
    if (stopping) return
    checksBehind = stop && !books.latch ? checksBehind + 1 : 0
    if (checksBehind > LAG_CHECKS_MAX || (isInFile && !stop)) void requestStop()
  }
}

/** Engages the stop again, and fills in a file that is empty because the disk was full or a person created it. */
const keepEngaged = (stopSwitch: StopSwitch, stop: StopOrder, isInFile: boolean): void => {
  const { engaged, file } = stopSwitch
  if (!isInFile || !engaged || file.read() === null) engageSwitch(stopSwitch, stop)
}

const PUT_THERE = 'A stop file was put into the data directory.'

/** Checks now and then periodically; the returned function ends it. */
export const watchStopFile = (parts: StopWatchParts): (() => void) => {
  const check = createStopWatch(parts)
  check()
  return every(CHECK_EVERY_MS, check)
}
