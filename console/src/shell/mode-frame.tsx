import type { ReactNode } from 'react'
import { EXECUTIONS } from '../figures/executions.ts'
import { useFreshness } from '../live/use-freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { useTraded } from '../live/use-traded.ts'

/** A frame around the whole page: blue while no money is at stake, red as soon as it is. What is in it can tell when it is old. */
export const ModeFrame = ({ children }: { readonly children: ReactNode }) => {
  const execution = useChannel('autotrading.status')?.data.exchange.execution
  const isStale = useFreshness(useTraded().symbols) === 'STALE'
  return (
    <div
      data-stale={isStale}
      className={`group min-h-screen border-4 border-t-0 ${execution ? EXECUTIONS[execution].frame : 'border-line'}`}
    >
      {children}
    </div>
  )
}
