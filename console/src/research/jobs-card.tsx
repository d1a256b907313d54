import { useState } from 'react'
import { EventTime } from '../figures/event-time.tsx'
import { formatSpan } from '../figures/instants.ts'
import { formatShare, UNKNOWN } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { errorDetail } from '../rest/error-detail.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { useNotify } from '../ui/notices.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { JOB_KINDS } from './job-defaults.ts'
import type { Job } from './types.ts'

/** Jobs of the server with their progress; queued and running jobs can be cancelled. */
export const JobsCard = ({ jobs, onOpen }: Listing) => {
  const { user } = useSignedIn()
  const mayCancel = isVisible('CancelResearchJob', user.roles)
  return (
    <Card title={t('Jobs')}>
      <Table
        label={t('Jobs')}
        columns={jobColumns(mayCancel, onOpen)}
        rows={jobs}
        rowKey={({ jobId }) => jobId}
        empty={t('No jobs since the server started.')}
        below={jobs?.some(({ fault }) => fault) ? FaultLine : undefined}
      />
    </Card>
  )
}

interface Listing {
  readonly jobs: readonly Job[] | undefined
  /** Opens the result of a job. */
  readonly onOpen: (resultId: string) => void
}

const FaultLine = ({ fault }: Job) => fault && <p className="text-sm text-bad">{`${fault.message} ${fault.remedy}`}</p>

const STATES: Readonly<Record<Job['state'], string>> = {
  QUEUED: 'text-muted',
  RUNNING: 'text-accent',
  FINISHED: 'text-good',
  FAILED: 'text-bad',
  CANCELED: 'text-muted',
}

const jobColumns = (mayCancel: boolean, onOpen: Listing['onOpen']): readonly [Column<Job>, ...Column<Job>[]] => [
  { name: t('Job'), align: 'left', cell: ({ title, kind }) => <Stacked note={JOB_KINDS[kind]}>{title}</Stacked> },
  {
    name: t('State'),
    align: 'left',
    cell: ({ state }) => <strong className={STATES[state]}>{state}</strong>,
  },
  { name: t('Progress'), align: 'left', isWide: true, cell: (job) => <Progress job={job} /> },
  { name: t('Rate'), cell: ({ rate }) => rate ?? UNKNOWN },
  { name: t('Time left'), cell: ({ leftMs }) => (leftMs === null ? UNKNOWN : formatSpan(leftMs)) },
  {
    name: t('Started'),
    align: 'left',
    cell: ({ createdAt, by }) => (
      <Stacked note={t('by {by}', { by })}>
        <EventTime at={createdAt} />
      </Stacked>
    ),
  },
  {
    name: t('Action'),
    cell: (job) => <JobAction job={job} mayCancel={mayCancel} onOpen={onOpen} />,
  },
]

const Progress = ({ job: { progress, note, title } }: { readonly job: Job }) => (
  <Stacked note={note ?? ''}>
    <span className="flex items-center gap-2">
      <span
        role="progressbar"
        aria-label={t('Progress of {title}', { title })}
        aria-valuenow={Math.round(progress * 100)}
        className="block h-2 w-28 shrink overflow-hidden rounded-sm bg-hover"
      >
        <span className="block h-full bg-accent" style={{ width: `${progress * 100}%` }} />
      </span>
      <span className="whitespace-nowrap">{formatShare(progress, 0)}</span>
    </span>
  </Stacked>
)

interface Acting {
  readonly job: Job
  readonly mayCancel: boolean
  readonly onOpen: Listing['onOpen']
}

const JobAction = ({ job: { jobId, endedAt, resultId, title }, mayCancel, onOpen }: Acting) => {
  const { client } = useSignedIn()
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  if (resultId !== null && endedAt !== null)
    return (
      <button
        type="button"
        className="quiet-button"
        aria-label={t('Open {title}', { title })}
        onClick={() => onOpen(resultId)}
      >
        {t('Open')}
      </button>
    )
  if (endedAt !== null || !mayCancel) return null
  const cancel = async (): Promise<void> => {
    setBusy(true)
    try {
      await client.rest.DELETE('/api/v381/research/jobs/{jobId}', { params: { path: { jobId } } })
      notify(t('Cancelling {title}. Its trials remain registered.', { title }))
    } catch (error) {
      notify(t('{title} could not be cancelled: {error}', { title, error: errorDetail(error) }))
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      className="quiet-button"
      aria-label={t('Cancel {title}', { title })}
      disabled={isBusy}
      onClick={() => void cancel()}
    >
      {t('Cancel')}
    </button>
  )
}
