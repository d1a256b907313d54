import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/signed-in.ts'

/** Returns the configuration in effect, loaded once for all screens: it changes only with a restart of the server. */
export const useAutotradingConfig = () => {
  const { client } = useSignedIn()
  return useQuery({
    queryKey: ['autotrading-config'],
    queryFn: async ({ signal }) => (await client.rest.GET('/api/autotrading/config', { signal })).data,
  })
}
