import { useEffect, useState } from 'react'
import { MARKET } from '../live/freshness.ts'
import { useFreshness, useMarketSpan } from '../live/use-freshness.ts'
import { useConnection } from '../live/use-live.ts'
import { useTraded } from '../live/use-traded.ts'

/** Says across the page that what is shown is old, and what is done about it. */
export const ConnectionBanner = () => {
  const connection = useConnection()
  const { symbols } = useTraded()
  const isStale = useFreshness(symbols) === 'STALE'
  const span = useMarketSpan(symbols)
  const hasJustCome = useJustCome()
  const isOpening = hasJustCome && span === undefined && connection.name !== 'closed'
  if (!isStale || isOpening) return null
  return (
    <p className="hatched border-b border-line px-4 py-2">
      <span className="inline-block rounded bg-ground px-2 py-1">
        <strong className="text-warn">STALE</strong>{' '}
        {(connection.name === 'stale' || connection.name === 'connecting') && 'The server does not answer. '}
        {connection.name === 'closed' && (
          <>There is no connection: {connection.reason || 'it was lost'}. Trying again. </>
        )}
        {span === undefined
          ? 'The market was not seen yet.'
          : `The market was last seen ${span} ago. What is shown stays as it was then.`}
      </span>
    </p>
  )
}

/** Whether somebody came so lately that nothing could have been heard yet. */
const useJustCome = (): boolean => {
  const [hasJustCome, setJustCome] = useState(true)
  useEffect(() => {
    const waiting = setTimeout(() => setJustCome(false), MARKET.staleMs)
    return () => clearTimeout(waiting)
  }, [])
  return hasJustCome
}
