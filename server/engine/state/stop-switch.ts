/** Emergency stop switch: the in-memory state and the stop file that are checked before any order is sent. */

import type { StopOrder } from '../model/events.ts'
import type { StopFile } from '../model/ports.ts'

/**
 * The emergency stop as checked before any order is sent. It is engaged immediately, before anything is durable;
 * memory, file and ledger each store it independently. Changed in place.
 */
export interface StopSwitch {
  engaged: StopOrder | null
  /** True when the file contains the stop as well. */
  inFile: boolean
  readonly file: StopFile
}

/** Creates the switch from the file: an existing stop is in effect from the start, whatever its content. */
export const createStopSwitch = (file: StopFile): StopSwitch => ({ engaged: file.read(), inFile: file.exists(), file })

/** Returns whether orders are blocked, including by a file created just now. */
export const isStopEngaged = ({ engaged, file }: StopSwitch): boolean => engaged !== null || file.exists()

/**
 * Sets the switch, then the file; a stop that is already in the switch or file is retained. Returns the engaged stop.
 */
export const engageSwitch = (stopSwitch: StopSwitch, stop: StopOrder): StopOrder => {
  stopSwitch.engaged ??= stopSwitch.file.read() ?? stop
  stopSwitch.inFile = stopSwitch.file.write(stopSwitch.engaged)
  return stopSwitch.engaged
}

/** Clears the switch after the ledger: the file first, so that a failure leaves the stop engaged. */
export const releaseSwitch = (stopSwitch: StopSwitch): void => {
  stopSwitch.file.remove()
  stopSwitch.inFile = false
  stopSwitch.engaged = null
}
