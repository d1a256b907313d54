import type { ReactNode } from 'react'
import { useChannel } from '../live/use-live.ts'
import { useDataFreshness } from './use-data-freshness.ts'

const COLOURS = {
  PAPER: 'border-paper',
  PRACTICE: 'border-paper',
  LIVE: 'border-stop',
  UNKNOWN: 'border-line',
} as const

/** A frame around the whole page: blue while no money is at stake, red as soon as it is. What is in it can tell when it is old. */
export const ModeFrame = ({ children }: { readonly children: ReactNode }) => {
  const execution = useChannel('autotrading.status')?.data.exchange.execution ?? 'UNKNOWN'
  const isStale = useDataFreshness().freshness === 'STALE'
  return (
    <div data-stale={isStale} className={`group min-h-screen border-4 border-t-0 ${COLOURS[execution]}`}>
      {children}
    </div>
  )
}
