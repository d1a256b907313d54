import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { JobsCard } from './jobs-card.tsx'
import { RunsCard } from './runs-card.tsx'
import { StartCard } from './start-card.tsx'
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
