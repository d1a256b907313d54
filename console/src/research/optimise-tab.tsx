import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Choice } from '../ui/choice.tsx'
import { Problem } from '../ui/problem.tsx'
import { JOB_KINDS, toDateText } from './job-defaults.ts'
import { TrialCards } from './trial-cards.tsx'
import type { ResearchSearchDetail, SearchSummary } from './types.ts'
import { useResearchQuery, useSearches } from './use-research.ts'
import { WalkCards } from './walk-cards.tsx'

/** Tab of parameter searches and walk-forwards: the selected one with its trials or windows. */
export const OptimiseTab = ({ searchId, onOpen }: Showing) => {
  const { data: searches, error } = useSearches()
  const opened = searchId ?? searches?.[0]?.searchId
  if (error && !searches) return <Problem title={t('Loading failed')} error={error} />
  if (opened === undefined)
    return (
      <p className="text-muted">
        {searches
          ? t('No searches yet. Start one on the Runs tab, or run plimsoll optimise on the host.')
          : t('Loading…')}
      </p>
    )
  return (
    <div className="grid grid-cols-1 gap-4">
      <Choice
        label={t('Search')}
        value={opened}
        choices={Object.fromEntries((searches ?? []).map((search) => [search.searchId, describeSearch(search)]))}
        onChoose={onOpen}
        look="quiet-button w-full max-w-xl truncate px-1 pr-6 text-sm font-normal"
      />
      <LoadedSearch key={opened} searchId={opened} />
    </div>
  )
}

interface Showing {
  /** Null for the newest search. */
  readonly searchId: string | null
  readonly onOpen: (searchId: string) => void
}

const describeSearch = ({ kind, strategyId, symbols, fromMs, toMs, searchId }: SearchSummary): string =>
  `${JOB_KINDS[kind]} ${strategyId} ${symbols.join(', ')} · ${toDateText(fromMs)} – ${toDateText(toMs)} · ${searchId}`

const LoadedSearch = ({ searchId }: { readonly searchId: string }) => {
  const { client } = useSignedIn()
  const { data, error } = useResearchQuery(['search', searchId], async (signal) => {
    const params = { path: { searchId } }
    const answer = await client.rest.GET('/api/v381/research/searches/{searchId}', { params, signal })
    return answer.data as unknown as ResearchSearchDetail
  })
  if (error) return <Problem title={t('Loading failed')} error={error} />
  if (!data) return <p className="text-muted">{t('Loading…')}</p>
  return (
    <>
      {!data.isFinished && (
        <p className="border-l-4 border-warn pl-3">
          {t('! This search is incomplete. Start the same search again to resume it.')}
        </p>
      )}
      {data.kind === 'walk-forward' ? <WalkCards search={data} /> : <TrialCards search={data} />}
    </>
  )
}
