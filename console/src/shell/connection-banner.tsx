import { useFreshness, useMarketSpan } from '../live/use-freshness.ts'
import { useConnection } from '../live/use-live.ts'
import { useRecentlyMounted } from '../live/use-recently-mounted.ts'
import { useTraded } from '../live/use-traded.ts'
import { t } from '../messages/messages.ts'

/** Banner across the page: the data is stale, and the state of the reconnection. */
export const ConnectionBanner = () => {
  const connection = useConnection()
  const { symbols } = useTraded()
  const isStale = useFreshness(symbols) === 'STALE'
  const span = useMarketSpan(symbols)
  const isRecentlyMounted = useRecentlyMounted()
  const isOpening = isRecentlyMounted && span === undefined && connection.name !== 'closed'
  if (!isStale || isOpening) return null
  return (
    <p className="hatched border-t border-line px-4 py-2 max-sm:py-1 max-sm:text-sm">
      <span className="inline-block rounded bg-ground px-2 py-1">
        <strong className="text-warn">{t('STALE')}</strong>{' '}
        {(connection.name === 'stale' || connection.name === 'connecting') && t('The server is not responding. ')}
        {connection.name === 'closed' && (
          <>{t('Disconnected: {reason}. Reconnecting…', { reason: connection.reason || t('connection lost') })} </>
        )}
        {span === undefined
          ? t('No market data yet.')
          : t('Last market data: {span} ago. The values shown are from that time.', { span })}
      </span>
    </p>
  )
}
