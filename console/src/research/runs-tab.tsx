import { t } from '../messages/messages.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { listCandles } from './job-defaults.ts'
import { JobsCard } from './jobs-card.tsx'
import { RunsCard } from './runs-card.tsx'
import { StartForm } from './start-form.tsx'
import type { Job, ResearchData } from './types.ts'
import { useRuns } from './use-research.ts'

/** Tab with the form that starts a job, the jobs, and the stored backtest runs. */
export const RunsTab = ({ data, jobs, onOpen, onCompare }: Showing) => {
  const { user } = useSignedIn()
  const pages = useRuns()
  return (
    <div className="grid grid-cols-1 gap-4">
      {isVisible('StartResearchJob', user.roles) && <StartCard data={data} />}
      <JobsCard jobs={jobs} onOpen={onOpen} />
      <RunsCard pages={pages} onOpen={onOpen} onCompare={onCompare} />
    </div>
  )
}

interface Showing {
  readonly data: ResearchData
  readonly jobs: readonly Job[] | undefined
  readonly onOpen: (resultId: string) => void
  readonly onCompare: (a: string, b: string) => void
}

/** Form to start a job; without stored candles, instructions to download some. */
const StartCard = ({ data }: { readonly data: ResearchData }) => (
  <Card title={t('Start a job')}>
    {listCandles(data.items).size === 0 ? (
      <p>{t('No candles stored. The Data tab shows the command that downloads them.')}</p>
    ) : (
      <StartForm data={data} />
    )}
  </Card>
)
