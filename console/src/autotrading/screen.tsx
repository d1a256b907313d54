import { useSearchParams } from 'wouter'
import { DECISIONS } from '../live/feeds.ts'
import { useChannel, useFeed } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { focusElement } from '../ui/focus.ts'
import { BooksCard } from './books-card.tsx'
import { BreakersCard } from './breakers-card.tsx'
import { CandidatesCard } from './candidates-card.tsx'
import { RequestedCandidate } from './requested-candidate.tsx'
import { SignalFunnelCard } from './signal-funnel-card.tsx'
import { StateCard } from './state-card.tsx'
import { TransitionsCard } from './transitions-card.tsx'

/** Autotrading screen: status, trading scopes, signal funnel, candidates, breakers and available transitions. */
export const Autotrading = () => {
  const [params] = useSearchParams()
  const candidateId = params.get('candidate')
  const status = useChannel('autotrading.status')?.data
  const liveDecisions = useFeed(DECISIONS) ?? []
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Autotrading')}</h1>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {candidateId !== null && (
          <div key={candidateId} ref={focusElement} tabIndex={-1} className="min-w-0 scroll-mt-36 lg:col-span-2">
            <RequestedCandidate candidateId={candidateId} />
          </div>
        )}
        <StateCard status={status} />
        <BooksCard status={status} />
        <SignalFunnelCard liveDecisions={liveDecisions} />
        <div
          ref={params.has('gate') || params.has('strategy') ? focusElement : undefined}
          tabIndex={-1}
          className="min-w-0 scroll-mt-16 lg:col-span-2"
        >
          <CandidatesCard liveDecisions={liveDecisions} />
        </div>
        <BreakersCard status={status} />
        <TransitionsCard status={status} />
      </div>
    </>
  )
}
