/** Emergency stop switch: the in-memory state and the stop file that are checked before any order is sent. */

import { type StopOrder, toStopOrder } from '../model/events.ts'
import type { StopFile } from '../model/ports.ts'

/**
 * The emergency stop as checked before any order is sent. It is engaged immediately, before anything is durable;
 * memory, file and ledger each store it independently. Changed in place.
 */
export interface StopSwitch {
  engaged: StopOrder | null
  /** True when the file contains the stop as well, and survives a loss of power. */
  inFile: boolean
  /** Resolves when the last change of the file has reached the disk, or failed to. */
  stored: Promise<void>
  readonly file: StopFile
}

/** Creates the switch from the file: an existing stop is in effect from the start, whatever its content. */
export const createStopSwitch = (file: StopFile): StopSwitch => ({
  engaged: file.read(),
  inFile: file.exists(),
  stored: Promise.resolve(),
  file,
})

/** Returns whether orders are blocked, including by a file created just now. */
export const isStopEngaged = ({ engaged, file }: StopSwitch): boolean => engaged !== null || file.exists()

/**
 * Sets the switch, then the file, without waiting for the disk; a stop that is already in the switch or file is
 * retained. Returns the engaged stop.
 */
export const engageSwitch = (stopSwitch: StopSwitch, stop: StopOrder): StopOrder => {
  stopSwitch.engaged ??= stopSwitch.file.read() ?? toStopOrder(stop)
  if (!stopSwitch.inFile || stopSwitch.file.read() === null) stopSwitch.stored = store(stopSwitch, stopSwitch.engaged)
  return stopSwitch.engaged
}

const store = async (stopSwitch: StopSwitch, engaged: StopOrder): Promise<void> => {
  const isStored = stopSwitch.file.write(engaged) && (await stopSwitch.file.sync())
  if (stopSwitch.engaged === engaged) stopSwitch.inFile = isStored
}

/** Clears the switch after the ledger: the file first, so that a failure leaves the stop engaged. */
export const releaseSwitch = (stopSwitch: StopSwitch): void => {
  stopSwitch.file.remove()
  stopSwitch.inFile = false
  stopSwitch.engaged = null
}
