/**
 * Queue of the research jobs (backtests, searches, walk-forwards) that a server runs, one process at a time, for the
 * research API.
 */

import type { ResearchJob } from '../../../contract/research.ts'
import type { MakeId } from '../../core/id.ts'
import { DAY_MS, type Instant, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import { canonicalJson } from '../../core/json.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { type JobTask, type StartedTask, startJobProcess } from './job-child.ts'

/** Waiting, running and ended research jobs of this server. */
export interface JobQueue {
  /**
   * Adds a job, or returns the waiting or running job with the same task. Returns an error when too many are waiting.
   */
  add(job: NewJob): Result<ResearchJob, 'FULL'>
  /** Ends a job; undefined if no job has this ID. */
  cancel(jobId: string): ResearchJob | undefined
  /** Newest first. */
  list(): readonly ResearchJob[]
  /** Returns a number that increases with every change. */
  version(): number
  close(): void
}

/** A job to add to the queue. */
export interface NewJob extends StartedTask {
  readonly title: string
  readonly by: string
}

interface QueueParts {
  readonly ids: MakeId
  readonly now: () => Instant
  readonly monotonic: () => number
  /** Priority of the processes as defined by the operating system: 19 is the lowest. */
  readonly jobNiceness: number
}

/** Number of concurrent jobs, so that research does not occupy the cores needed for trading. */
const RUNNING_MAX = 1
const WAITING_MAX = 10
/** Number of ended jobs retained. */
const ENDED_MAX = 50
interface Job {
  readonly ordered: NewJob
  readonly key: string
  job: ResearchJob
  startedMs: number
  isCanceled: boolean
  end?: (signal: 'cancel' | 'kill') => void
}

export const createJobQueue = ({ ids, now, monotonic, jobNiceness }: QueueParts): JobQueue => {
  let jobs: readonly Job[] = []
  let version = 0
  let isClosed = false
  const inState = (state: ResearchJob['state']): Job[] => jobs.filter(({ job }) => job.state === state)
  const change = (job: Job, changes: Partial<ResearchJob>): void => {
    job.job = { ...job.job, ...changes }
    version++
  }
  const end = (job: Job, changes: Pick<ResearchJob, 'state'> & Partial<ResearchJob>): void => {
    change(job, { leftMs: null, endedAt: toRfc3339(now()), ...changes })
    const ended = jobs.filter(({ job: { endedAt } }) => endedAt !== null).slice(0, ENDED_MAX)
    jobs = jobs.filter((known) => known.job.endedAt === null || ended.includes(known))
    startNext()
  }
  const startNext = (): void => {
    const next = isClosed || inState('RUNNING').length >= RUNNING_MAX ? undefined : inState('QUEUED').at(-1)
    if (!next) return
    next.startedMs = monotonic()
    change(next, { state: 'RUNNING' })
    next.end = startJobProcess(
      { ...next.ordered, niceness: jobNiceness },
      {
        onProgress: (progress, note) =>
          change(next, measure(next, { progress, note, elapsedMs: monotonic() - next.startedMs })),
        onEnd(outcome) {
          if (next.isCanceled) end(next, { state: 'CANCELED', ...('resultId' in outcome && outcome) })
          else if ('resultId' in outcome) end(next, { state: 'FINISHED', progress: 1, ...outcome })
          else end(next, { state: 'FAILED', fault: outcome })
        },
      },
    )
  }
  return {
    add(ordered) {
      const key = canonicalJson(ordered.task)
      const same = jobs.find((known) => known.key === key && known.job.endedAt === null)
      if (same) return ok(same.job)
      if (inState('QUEUED').length >= WAITING_MAX) return err('FULL')
      const added = createJob(ordered, key, ids('job'), toRfc3339(now()))
      jobs = [added, ...jobs]
      version++
      startNext()
      return ok(added.job)
    },
    cancel(jobId) {
      const target = jobs.find(({ job }) => job.jobId === jobId)
      if (!target) return undefined
      if (target.job.state === 'QUEUED') end(target, { state: 'CANCELED' })
      else if (target.job.state === 'RUNNING' && !target.isCanceled) {
        target.isCanceled = true
        change(target, { note: 'cancelling' })
        target.end?.('cancel')
      }
      return target.job
    },
    list: () => jobs.map(({ job }) => job),
    version: () => version,
    close() {
      isClosed = true
      for (const job of inState('RUNNING')) job.end?.('kill')
    },
  }
}

const createJob = (ordered: NewJob, key: string, jobId: string, createdAt: string): Job => ({
  ordered,
  key,
  startedMs: 0,
  isCanceled: false,
  job: {
    jobId,
    kind: ordered.task.kind,
    state: 'QUEUED',
    title: ordered.title,
    by: ordered.by,
    createdAt,
    endedAt: null,
    progress: 0,
    rate: null,
    leftMs: null,
    note: null,
    resultId: null,
    fault: null,
  },
})

interface Measured {
  readonly progress: number
  readonly note: string | null
  readonly elapsedMs: number
}

const measure = (
  { ordered: { task }, isCanceled }: Job,
  { progress, note, elapsedMs }: Measured,
): Partial<ResearchJob> => ({
  progress: Math.min(1, progress),
  note: isCanceled ? 'cancelling' : note,
  rate: progress > 0 && elapsedMs > 0 ? formatRate(task, (progress / elapsedMs) * SECOND_MS) : null,
  leftMs: progress > 0 ? Math.round((elapsedMs * (1 - Math.min(1, progress))) / progress) : null,
})

/** Formats a rate; `share` is the part of the job done per second. */
const formatRate = (task: JobTask, share: number): string => {
  if (task.kind === 'backtest')
    return `${formatCount((share * (task.request.toMs - task.request.fromMs)) / DAY_MS)} days/s`
  return task.kind === 'optimise'
    ? `${formatCount(share * task.request.trials * 60)} trials/min`
    : `${(share * 6_000).toFixed(1)}%/min`
}

const formatCount = (count: number): string => count.toFixed(count < 10 ? 1 : 0)
