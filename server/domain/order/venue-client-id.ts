/** Client IDs of our orders at the exchange: construction, and parsing of epoch and seed. */

import type { Purpose } from './order.ts'

/**
 * Builds a client ID of 32 letters and digits, accepted by every exchange: `t`, purpose, epoch of the deciding run in
 * base 36, and 26 characters unique to the order.
 */
export const venueClientId = (purpose: Purpose, epoch: number, seed: string): string =>
  `t${LETTERS[purpose]}${epoch.toString(36).padStart(EPOCH_LENGTH, '0')}${seed}`

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

/** Largest epoch that fits in an ID. */
export const EPOCH_MAX = 36 ** EPOCH_LENGTH - 1

/** Pattern of our IDs. Orders placed with earlier versions have epoch 0. */
const PATTERN = /^t[EXSPCFO]([0-9a-z]{4})([0-9A-HJKMNP-TV-Z]{26})$/

/** Returns the epoch in one of our IDs; undefined for an external ID. */
export const parseEpoch = (id: string): number | undefined => {
  const epochText = PATTERN.exec(id)?.[1]
  return epochText === undefined ? undefined : Number.parseInt(epochText, 36)
}

/**
 * Returns the characters unique to the order in one of our IDs, identical in every epoch; undefined for an external ID.
 */
export const parseSeed = (id: string): string | undefined => PATTERN.exec(id)?.[2]
