/** Hooks that read and reload the account of the signed-in user. */

import type { components } from '@plimsoll/client'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../session/signed-in.ts'

/** Returns password state, two-factor authentication and session limits of the signed-in user. */
export const useAccount = (isWanted = true): UseQueryResult<Account> => {
  const { client } = useSignedIn()
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await client.rest.GET('/api/auth/account', { signal })).data,
    staleTime: 0,
    enabled: isWanted,
  })
}

export type Account = components['schemas']['Account']

const KEY = ['account']

/** Reads account and sessions again after one of them was changed. */
export const useReload = (): (() => void) => {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: KEY })
    void queries.invalidateQueries({ queryKey: ['sessions'] })
  }
}
