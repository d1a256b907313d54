import { MINUTE_MS } from '../../../../core/instant.ts'
import { listedNow, queryAccount } from './ask.ts'
import type { Desk } from './desk.ts'
import { raiseUnreadable } from './reader.ts'

/** Somebody may change the mode by other means, but not often. */
const HOLDS_FOR_MS = 5 * MINUTE_MS

/**
 * Reads the position mode now and then, each time while it is the wrong one; false where long and short are kept apart, as our
 * orders could then mean either. That it cannot be read now says nothing of it.
 */
export const isOneWay = async (desk: Desk): Promise<boolean> => {
  const { client, dialect, slow } = desk
  if (client.venueNow() - slow.oneWayAtMs < HOLDS_FOR_MS) return true
  const hedged = await queryAccount(desk, (rest) => dialect.account.isHedged(rest, listedNow(desk)))
  if (hedged?.value === true) {
    raiseHedged(desk, 'The account is in hedge mode: it is not known which position an order of ours would mean')
    return false
  }
  if (hedged?.value === false) slow.oneWayAtMs = client.venueNow()
  return true
}

/** Nothing is read of such an account until it is as it must be. */
export const raiseHedged = ({ reader, client }: Pick<Desk, 'reader' | 'client'>, detail: string): void => {
  const { name } = client.dialect
  raiseUnreadable(
    reader,
    detail,
    `Close what is open at ${name}, cancel its orders, and set one-way mode and cross margin there; the account is read on by itself.`,
  )
}
