import { useTraded } from '../live/use-traded.ts'
import { screensFor } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import type { Destination } from './matching.ts'

/** Returns the screens available to the user, and the watched symbols. */
export const useDestinations = (): readonly Destination[] => {
  const { user } = useSignedIn()
  const symbols = useTraded().symbols.toSorted()
  return [
    ...screensFor(user.roles).map(({ title, path }): Destination => ({ name: title, kind: 'Screen', href: path })),
    ...symbols.map((symbol): Destination => ({ name: symbol, kind: 'Symbol', href: `/market?symbol=${symbol}` })),
  ]
}
