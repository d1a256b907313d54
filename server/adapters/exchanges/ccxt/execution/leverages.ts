import { MINUTE_MS } from '../../../../core/instant.ts'
import type { Desk } from './desk.ts'
import { queryAccount } from './query-account.ts'

/** Lifetime of a reading: leverage may be changed elsewhere, but not often. */
const HOLDS_FOR_MS = 5 * MINUTE_MS

/** Reads the leverages periodically where positions do not report them; false when that failed. */
export const readLeverages = async (desk: Desk): Promise<boolean> => {
  const { dialect, slow, client } = desk
  const { leverages } = dialect
  if (!leverages || client.venueNow() - slow.leveragesAtMs < HOLDS_FOR_MS) return true
  const response = await queryAccount(desk, (rest) => leverages(rest))
  if (!response) return false
  slow.leveragesAtMs = client.venueNow()
  slow.leverages = new Map([...response.value].map(([native, leverage]) => [native, Number(leverage)]))
  return true
}
