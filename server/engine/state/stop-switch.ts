import type { StopOrder } from '../model/events.ts'
import type { StopFile } from '../model/ports.ts'

/**
 * The emergency stop as everything that lets an order out looks at it. It is engaged at once, before anything is durable,
 * and memory, file and ledger each hold it by themselves. Changed in place.
 */
export interface StopSwitch {
  engaged: StopOrder | null
  /** Whether the file says so as well. */
  inFile: boolean
  readonly file: StopFile
}

/** As the file has it: a stop that is there holds from the first moment, whatever it says. */
export const createStopSwitch = (file: StopFile): StopSwitch => ({ engaged: file.read(), inFile: file.exists(), file })

/** What an order is held up by, at the last moment: also by a file somebody has just put there. */
export const isStopEngaged = ({ engaged, file }: StopSwitch): boolean => engaged !== null || file.exists()

/** Sets the switch, then the file; one that is set already, or a file that tells of a stop, keeps the stop it has. Answers the stop that is engaged. */
export const engageSwitch = (stopSwitch: StopSwitch, stop: StopOrder): StopOrder => {
  stopSwitch.engaged ??= stopSwitch.file.read() ?? stop
  stopSwitch.inFile = stopSwitch.file.write(stopSwitch.engaged)
  return stopSwitch.engaged
}

/** Lets go of it when the ledger has: the file first, so that a failure leaves the stop engaged. */
export const releaseSwitch = (stopSwitch: StopSwitch): void => {
  stopSwitch.file.remove()
  stopSwitch.inFile = false
  stopSwitch.engaged = null
}
