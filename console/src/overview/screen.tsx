import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { BlockersCard } from './blockers-card.tsx'
import { ExposureCard } from './exposure-card.tsx'
import { MoneyCard } from './money-card.tsx'
import { PositionsCard } from './positions-card.tsx'
import { ResultsCard } from './results-card.tsx'
import { VerdictCard } from './verdict-card.tsx'

/** Overview screen: required action, balance, results, exposure, positions and entry blockers. */
export const Overview = () => {
  const report = useChannel('monitor.operator-compact-truth')?.data
  return (
    <>
      <h1 className="sr-only">{t('Overview')}</h1>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] min-[150rem]:grid-flow-row-dense min-[150rem]:grid-cols-4 min-[150rem]:[&>:nth-child(-2n+3)]:col-span-2">
        <VerdictCard report={report} />
        <MoneyCard report={report} />
        <ResultsCard />
        <ExposureCard report={report} />
        <PositionsCard />
        <BlockersCard />
      </div>
    </>
  )
}
