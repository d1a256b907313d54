/** Accounts of a fleet as the console shows them: the one of this tab, and the roles of the user on it. */

import type { components } from '@plimsoll/client'

export type Fleet = components['schemas']['Fleet']
export type FleetAccount = components['schemas']['FleetAccount']

/** The account of this tab. */
interface Shown {
  /** Undefined when the account is not available to the user. */
  readonly account: FleetAccount | undefined
  /** An account to choose instead. */
  readonly instead: string | undefined
}

/** Returns the account that a tab shows, or the first one that the user may choose instead. */
export const findShown = ({ accounts, defaultAccount }: Fleet, chosen: string | undefined): Shown => {
  const served = accounts.filter((each) => each.served)
  const account = served.find((each) => each.account === (chosen ?? defaultAccount))
  return { account, instead: account ? undefined : served[0]?.account }
}
