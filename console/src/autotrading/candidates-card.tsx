import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { Age } from '../figures/age.tsx'
import { DECISIONS } from '../live/feeds.ts'
import { mergeLive } from '../live/merge-live.ts'
import { useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { type Decision, matchesFilter, readDecisionFilter, toQuery, withOrder } from './decision.ts'
import { DECISION_COLUMNS } from './decision-columns.tsx'
import { DecisionDetail } from './decision-detail.tsx'
import { DecisionFilters } from './decision-filters.tsx'

/** Card with all candidates, newest first, filterable, each with the reason it was or was not traded. */
export const CandidatesCard = ({ liveDecisions }: { readonly liveDecisions: readonly Decision[] }) => {
  const { client } = useSignedIn()
  const orders = useOrders()
  const [params] = useSearchParams()
  const [filter, setFilter] = useState(() => readDecisionFilter(params))
  const query = toQuery(filter)
  const pages = usePages(['decisions', query], async (begin, signal) => {
    const pageQuery = { ...query, ...begin }
    return (await client.rest.GET('/api/autotrading/decisions', { params: { query: pageQuery }, signal })).data
  })
  const matching = liveDecisions.filter((decision) => matchesFilter(filter, decision))
  const decisions = mergeLive(pages, matching, DECISIONS)?.map((decision) => withOrder(decision, orders))
  const newest = decisions?.[0]
  return (
    <Card title={t('Candidates, newest first')} age={newest && <Age at={newest.at} />} wide>
      <div className="grid grid-cols-1 gap-3">
        <DecisionFilters filter={filter} onFilter={setFilter} />
        <PagedTable
          label={t('Candidates')}
          pages={pages}
          columns={DECISION_COLUMNS}
          rows={decisions}
          rowKey={DECISIONS.getId}
          empty={Object.keys(query).length === 0 ? t('No candidates yet.') : t('No candidates match these filters.')}
          detail={(decision) => <DecisionDetail of={decision} />}
        />
      </div>
    </Card>
  )
}
