import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { PERIODS, type Period } from '../performance/period.ts'
import { Choice } from '../ui/choice.tsx'
import { focusElement } from '../ui/focus.ts'
import { Problem } from '../ui/problem.tsx'
import { CalibrationCard } from './calibration-card.tsx'
import { ListCard } from './list-card.tsx'
import { ParamsCard } from './params-card.tsx'
import { ResultCard } from './result-card.tsx'
import { RuleCard } from './rule-card.tsx'
import { useStrategies } from './use-strategies.ts'

/** Strategies screen: the rule of each strategy, its state, its results, and the host commands that change it. */
export const Strategies = () => {
  const [params] = useSearchParams()
  const [period, setPeriod] = useState<Period>('30')
  const { rows, running, calibratedAt, resultsAt, error } = useStrategies(period)
  const requested = params.get('strategy')
  const row = requested === null ? rows?.[0] : rows?.find(({ strategyId }) => strategyId === requested)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-xl font-semibold">{t('Strategies')}</h1>
        <Choice label={t('Period')} isNamed={false} value={period} choices={PERIODS} onChoose={setPeriod} />
      </div>
      {error && <Problem title={t('Loading failed')} error={error} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr]">
        <ListCard rows={rows} selected={row?.strategyId} resultsAt={resultsAt} />
        {row && (
          <div
            key={row.strategyId}
            ref={requested === null ? undefined : focusElement}
            tabIndex={-1}
            className="grid min-w-0 lg:row-span-2 scroll-mt-36 grid-cols-1 gap-4 outline-none sm:scroll-mt-16"
          >
            <RuleCard row={row} running={running} />
            <ResultCard row={row} />
            <ParamsCard row={row} />
          </div>
        )}
        {row && <CalibrationCard key={row.strategyId} row={row} calibratedAt={calibratedAt} />}
        {rows && !row && <p>{rich('There is no strategy {requested}.', { requested })}</p>}
      </div>
    </>
  )
}
