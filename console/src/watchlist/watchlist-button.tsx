import { List } from 'lucide-react'
import type { Place } from '../market/place.ts'
import { t } from '../messages/messages.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Popover } from '../ui/popover.tsx'

/** Button that opens the watchlist. */
export const WatchlistButton = ({ place }: { readonly place: Place }) => (
  <Popover
    button={<List aria-hidden="true" className="size-4" />}
    name={t('Watchlist')}
    look="tool-button"
    title={t('Watchlist')}
  >
    <Watchlist place={place} />
  </Popover>
)

const Watchlist = lazyComponent(async () => (await import('./watchlist.tsx')).Watchlist)
