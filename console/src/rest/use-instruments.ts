import type { components } from '@plimsoll/client'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/signed-in.ts'

/** Returns the traded instruments, loaded once for all screens. */
export const useInstruments = (): UseQueryResult<readonly components['schemas']['Instrument'][]> => {
  const { client } = useSignedIn()
  return useQuery({
    queryKey: ['instruments'],
    queryFn: async () => (await client.rest.GET('/api/v381/market/instruments')).data.items,
  })
}
