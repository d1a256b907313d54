import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { Age } from '../figures/age.tsx'
import { SIGNALS } from '../live/feeds.ts'
import { mergeLive } from '../live/merge-live.ts'
import { useFeed } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { SIGNAL_COLUMNS } from './signal-columns.tsx'
import { SignalDetail } from './signal-detail.tsx'
import { matchesFilter, readSignalFilter, toQuery } from './signal-filter.ts'
import { SignalFilters } from './signal-filters.tsx'

/** Signals screen: signals of the strategies, newest first, with filters, details and outcomes. */
export const Signals = () => {
  const { client } = useSignedIn()
  const [params] = useSearchParams()
  const [filter, setFilter] = useState(() => readSignalFilter(params))
  const query = toQuery(filter)
  const pages = usePages(['signals', query], async (begin, signal) => {
    const pageQuery = { ...query, ...begin }
    return (await client.rest.GET('/api/v381/signals/history', { params: { query: pageQuery }, signal })).data
  })
  const liveSignals = useFeed(SIGNALS)?.filter((signal) => matchesFilter(filter, signal)) ?? []
  const signals = mergeLive(pages, liveSignals, SIGNALS)
  const newest = signals?.[0]
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Signals')}</h1>
      <Card title={t('Latest signals')} age={newest && <Age at={newest.barClosedAt} />} wide>
        <div className="grid grid-cols-1 gap-3">
          <SignalFilters filter={filter} onFilter={setFilter} />
          <PagedTable
            label={t('Signals')}
            pages={pages}
            columns={SIGNAL_COLUMNS}
            rows={signals}
            rowKey={SIGNALS.getId}
            empty={Object.keys(query).length === 0 ? t('No signals yet.') : t('No signals match these filters.')}
            detail={(signal) => <SignalDetail of={signal} />}
          />
        </div>
      </Card>
    </>
  )
}
