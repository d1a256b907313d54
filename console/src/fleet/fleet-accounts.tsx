/** Reads the accounts of the store, watches the one that this tab shows, and chooses another. */

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withinMs } from '../live/freshness.ts'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { type AccountOfTab, type Fleet, findTabAccount } from './accounts.ts'
import { chooseAccount, recallAccount } from './chosen-account.ts'

/** Returns a part of the fleet, read every two seconds while `isFollowed`, otherwise once. */
export const useFleet = <Part,>(select: (fleet: Fleet) => Part, isFollowed = false) => {
  const { client } = useSignedIn()
  return useQuery({
    queryKey: ['fleet'],
    staleTime: REFRESH_MS,
    refetchInterval: isFollowed && REFRESH_MS,
    queryFn: async ({ signal }) => (await client.rest.GET('/api/fleet', { signal })).data,
    select,
  })
}

const REFRESH_MS = 2_000

/** Freshness limits of the data of `useFleet`. */
export const FLEET_AGE = withinMs(3 * REFRESH_MS)

/**
 * Reports the account of this tab, once the accounts are known. Without a role on it, the first account with one is
 * shown instead.
 */
export const AccountWatch = ({ onAccount }: { readonly onAccount: (account: AccountOfTab) => void }) => {
  const { data } = useFleet(findAccount)
  useEffect(() => {
    if (data?.instead !== undefined) chooseAccount(data.instead)
    else if (data?.of) onAccount(data.of)
  }, [data, onAccount])
  return null
}

const findAccount = (fleet: Fleet) => {
  const { account: current, instead } = findTabAccount(fleet, recallAccount())
  const account = fleet.accounts.length > 1 ? current?.account : undefined
  return { instead, of: current && { roles: current.roles, ...(account !== undefined && { account }) } }
}

/** Chooses the account that this tab shows. */
export const AccountSwitch = ({ account }: { readonly account: string }) => {
  const { data: served = [] } = useFleet(findServed)
  return (
    <select
      aria-label={t('Account')}
      className="min-h-9 max-w-40 rounded-md border border-edge bg-raised px-2 font-semibold"
      value={account}
      onChange={({ target }) => chooseAccount(target.value)}
    >
      {served.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}

const findServed = ({ accounts }: Fleet) => accounts.filter(({ served }) => served).map(({ account }) => account)
