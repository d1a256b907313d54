import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Problem } from '../ui/problem.tsx'
import { RunCards } from './run-cards.tsx'
import { RunChoice } from './run-choice.tsx'
import { useResearchQuery, useRuns } from './use-research.ts'

/** Tab with one backtest run: equity, statistics, trades, and inputs. */
export const RunTab = ({ runId, onOpen }: Showing) => {
  const { items: runs, error } = useRuns()
  const opened = runId ?? runs?.[0]?.runId
  if (error && !runs) return <Problem title={t('Loading failed')} error={error} />
  if (opened === undefined) return <p className="text-muted">{runs ? t('No runs yet.') : t('Loading…')}</p>
  return (
    <div className="grid grid-cols-1 gap-4">
      <RunChoice label={t('Run')} runs={runs ?? []} value={opened} onChoose={onOpen} />
      <LoadedRun key={opened} runId={opened} />
    </div>
  )
}

interface Showing {
  /** Null for the newest run. */
  readonly runId: string | null
  readonly onOpen: (runId: string) => void
}

const LoadedRun = ({ runId }: { readonly runId: string }) => {
  const { client } = useSignedIn()
  const { data, error } = useResearchQuery(['run', runId], async (signal) => {
    const init = { params: { path: { runId } }, signal }
    const [run, equity] = await Promise.all([
      client.rest.GET('/api/v381/research/runs/{runId}', init),
      client.rest.GET('/api/v381/research/runs/{runId}/equity', init),
    ])
    return { run: run.data, equity: equity.data }
  })
  if (error) return <Problem title={t('Loading failed')} error={error} />
  return data ? <RunCards {...data} /> : <p className="text-muted">{t('Loading…')}</p>
}
