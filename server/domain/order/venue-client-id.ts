import type { Purpose } from './order.ts'

const LETTERS: Record<Purpose, string> = {
  ENTRY: 'E',
  EXIT: 'X',
  STOP_LOSS: 'S',
  TAKE_PROFIT: 'P',
  CLOSE: 'C',
  FLATTEN: 'F',
  EXTERNAL: 'O',
}

const EPOCH_LENGTH = 4

/**
 * Id pattern of our orders, with the epoch of the engine that created them. A caller's own orders carry epoch 0.
 */
const PATTERN = /^t[EXSPCFO]([0-9a-z]{4})[0-9A-HJKMNP-TV-Z]{26}$/

/**
 * Builds a client id of 32 letters and digits, accepted by every exchange: `t`, purpose, epoch in base 36, and the
 * order's own 26 characters.
 */
export const venueClientId = (purpose: Purpose, epoch: number, seed: string): string =>
  `t${LETTERS[purpose]}${epoch.toString(36).padStart(EPOCH_LENGTH, '0').slice(-EPOCH_LENGTH)}${seed}`

/** Returns the epoch in an id of ours; undefined for an external id. */
export const parseEpoch = (id: string): number | undefined => {
  const epochText = PATTERN.exec(id)?.[1]
  return epochText === undefined ? undefined : Number.parseInt(epochText, 36)
}
