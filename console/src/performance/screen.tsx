import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { Age } from '../figures/age.tsx'
import { nameStrategy } from '../figures/strategy-names.ts'
import { useTraded } from '../live/use-traded.ts'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { Problem } from '../ui/problem.tsx'
import { Tiles } from '../ui/tiles.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { EquityCard } from './equity-card.tsx'
import { GroupsCard } from './groups-card.tsx'
import { PERIODS, type Period } from './period.ts'
import { headlineFigures, ResultFigures } from './result-figures.tsx'
import { usePerformance } from './use-performance.ts'

/** Results of closed positions: the equity curve, then the total, by day and by group. */
export const Performance = () => {
  const [period, setPeriod] = useState<Period>('30')
  const [params, setParams] = useSearchParams()
  const strategyId = params.get('strategy') ?? ''
  const { strategies } = useTraded()
  const { data, error } = usePerformance(period, strategyId)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-xl font-semibold max-sm:w-full">{t('Performance')}</h1>
        <Choice
          label={t('Strategy')}
          isNamed={false}
          value={strategyId}
          choices={nameStrategies(strategies, strategyId)}
          onChoose={(strategy) => setParams(strategy === '' ? {} : { strategy })}
        />
        <Choice label={t('Period')} isNamed={false} value={period} choices={PERIODS} onChoose={setPeriod} />
      </div>
      {error && <Problem title={t('Loading failed')} error={error} />}
      <Tiles of={headlineFigures(data)} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {strategyId === '' && <EquityCard period={period} />}
        <Card title={t('Closed positions')} age={data && <Age at={data.asOf} />}>
          {data ? <ResultFigures of={data} /> : <p className="min-h-96 text-muted">{t('Loading…')}</p>}
        </Card>
        <CalendarCard strategyId={strategyId} />
        <GroupsCard performance={data} />
      </div>
    </>
  )
}

const nameStrategies = (running: readonly string[], selected: string): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ['', t('All strategies')],
    ...[...new Set([...running, selected])].filter(Boolean).map((id) => [id, `${id} ${nameStrategy(id)}`] as const),
  ])
