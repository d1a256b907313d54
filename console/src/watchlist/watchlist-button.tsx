import { List } from 'lucide-react'
import type { Place } from '../market/place.ts'
import { later } from '../ui/later.tsx'
import { Popover } from '../ui/popover.tsx'

/** Button that opens the watchlist. */
export const WatchlistButton = ({ place }: { readonly place: Place }) => (
  <Popover
    button={<List aria-hidden="true" className="size-4" />}
    name="Watchlist"
    look="tool-button"
    title="Watchlist"
  >
    <Watchlist place={place} />
  </Popover>
)

const Watchlist = later(async () => (await import('./watchlist.tsx')).Watchlist)
