import type { ReactNode } from 'react'
import { EXECUTIONS } from '../figures/executions.ts'
import { useFreshness } from '../live/use-freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { useTraded } from '../live/use-traded.ts'

/** Frame around the page: red with real money, blue without. It marks its content while the market data is stale. */
export const ModeFrame = ({ children }: { readonly children: ReactNode }) => {
  const execution = useChannel('autotrading.status')?.data.exchange.execution
  const isStale = useFreshness(useTraded().symbols) === 'STALE'
  return (
    <div
      data-stale={isStale}
      className={`group flex min-h-dvh flex-col border-4 border-t-0 has-data-desk:h-dvh has-data-desk:overflow-hidden ${execution ? EXECUTIONS[execution].frame : 'border-line'}`}
    >
      {children}
    </div>
  )
}
