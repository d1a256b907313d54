/** Position mode of the account: periodic check for one-way mode, and the trouble raised in hedge mode. */

import { MINUTE_MS } from '../../../../core/instant.ts'
import type { Desk } from './desk.ts'
import { listedNow, queryAccount } from './query-account.ts'
import { raiseUnreadable } from './reader.ts'

/**
 * Reads the position mode periodically, and every time while it is wrong; false in hedge mode, in which our orders
 * could apply to either side. A failed reading does not change the result.
 */
export const isOneWay = async (desk: Desk): Promise<boolean> => {
  const { client, dialect, slow } = desk
  if (client.venueNow() - slow.oneWayAtMs < HOLDS_FOR_MS) return true
  const hedged = await queryAccount(desk, (rest) => dialect.account.isHedged(rest, listedNow(desk)))
  if (hedged?.value === true) {
    raiseHedged(desk, 'The account is in hedge mode: an order of ours could mean either position')
    return false
  }
  if (hedged?.value === false) slow.oneWayAtMs = client.venueNow()
  return true
}

/** Validity of a reading: the mode may be changed elsewhere, but not often. */
const HOLDS_FOR_MS = 5 * MINUTE_MS

/** Reports an account in hedge mode; no other data are read from it until the mode is changed. */
export const raiseHedged = ({ reader, client }: Pick<Desk, 'reader' | 'client'>, detail: string): void => {
  const { name } = client.dialect
  raiseUnreadable(
    reader,
    detail,
    `Close what is open at ${name}, cancel its orders, and set one-way mode and cross margin there; the account is read again automatically.`,
  )
}
