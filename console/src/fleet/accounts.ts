/** Accounts of a fleet as the console shows them: the one of this tab, and the roles of the user on it. */

import type { components } from '@plimsoll/client'
import type { Role } from '../../../contract/roles.ts'

export type Fleet = components['schemas']['Fleet']
export type FleetAccount = components['schemas']['FleetAccount']

/** The account of this tab. */
interface TabAccount {
  /** Undefined when the account is not available to the user. */
  readonly account: FleetAccount | undefined
  /** An account to choose instead. */
  readonly instead: string | undefined
}

/** Returns the account that a tab shows, or the first one that the user may choose instead. */
export const findTabAccount = ({ accounts, defaultAccount }: Fleet, chosen: string | undefined): TabAccount => {
  const served = accounts.filter((each) => each.served)
  const account = served.find((each) => each.account === (chosen ?? defaultAccount))
  return { account, instead: account ? undefined : served[0]?.account }
}

/** The account of a tab, undefined where there is only one, and the roles of the user on it. */
export interface AccountOfTab {
  readonly account?: string
  readonly roles: readonly Role[]
}
