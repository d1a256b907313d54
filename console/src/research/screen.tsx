import { useSearchParams } from 'wouter'
import { t } from '../messages/messages.ts'
import { Problem } from '../ui/problem.tsx'
import { type TabChoice, Tabs } from '../ui/tabs.tsx'
import { CompareTab } from './compare-tab.tsx'
import { DataTab } from './data-tab.tsx'
import { OptimiseTab } from './optimise-tab.tsx'
import { RunTab } from './run-tab.tsx'
import { RunsTab } from './runs-tab.tsx'
import type { ResearchData } from './types.ts'
import { useJobs, useResearchData } from './use-research.ts'

/** Research screen: backtests, their comparison, searches, and the stored history. */
export const Research = () => {
  const { data, error, isFetching, refetch } = useResearchData()
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Research')}</h1>
      {data && <ResearchTabs data={data} />}
      {!data && !error && <p className="text-muted">{t('Loading…')}</p>}
      {!data && error && (
        <div className="grid justify-items-start gap-3">
          <Problem title={t('Research is not available on this server')} error={error} />
          <button type="button" className="quiet-button" disabled={isFetching} onClick={() => void refetch()}>
            {t('Retry')}
          </button>
        </div>
      )}
    </>
  )
}

const TABS = [
  { name: 'runs', title: t('Runs') },
  { name: 'run', title: t('Run') },
  { name: 'compare', title: t('Compare') },
  { name: 'optimise', title: t('Optimise') },
  { name: 'data', title: t('Data') },
] as const satisfies readonly TabChoice<string>[]

type TabName = (typeof TABS)[number]['name']

const ResearchTabs = ({ data }: { readonly data: ResearchData }) => {
  const [params, setParams] = useSearchParams()
  const jobs = useJobs()
  const selected = TABS.find(({ name }) => name === params.get('tab'))?.name ?? 'runs'
  const goTo = (tab: TabName, values: Readonly<Record<string, string>> = {}): void =>
    setParams((before) => ({ ...Object.fromEntries(before), ...values, tab }))
  const open = (resultId: string): void =>
    resultId.startsWith('run_') ? goTo('run', { run: resultId }) : goTo('optimise', { search: resultId })
  return (
    <div className="[&>div]:h-auto [&>div]:bg-transparent">
      <Tabs label={t('Research')} tabs={TABS} selected={selected} onSelect={(name) => goTo(name)}>
        <div className="pt-4">
          {selected === 'runs' && (
            <RunsTab data={data} jobs={jobs} onOpen={open} onCompare={(a, b) => goTo('compare', { a, b })} />
          )}
          {selected === 'run' && <RunTab runId={params.get('run')} onOpen={open} />}
          {selected === 'compare' && (
            <CompareTab a={params.get('a')} b={params.get('b')} onChoose={(chosen) => goTo('compare', chosen)} />
          )}
          {selected === 'optimise' && <OptimiseTab searchId={params.get('search')} onOpen={open} />}
          {selected === 'data' && <DataTab data={data} />}
        </div>
      </Tabs>
    </div>
  )
}
