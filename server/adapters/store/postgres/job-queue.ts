import { PgBoss } from 'pg-boss'
import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import { targetsIn } from './connection.ts'

/**
 * Opens a queue of jobs that any process on the same store takes, on PostgreSQL with pg-boss. A job whose process dies
 * is taken again by another one. Rejects with a `StoreFailure` when no host of `url` can be used.
 */
export const openJobQueue = async <Job extends object, Outcome extends object>(
  url: string,
  name: string,
): Promise<JobQueue<Job, Outcome>> => {
  const boss = await start(url)
  await boss.createQueue(name, QUEUE)
  return {
    async put(job) {
      const id = await boss.send(name, job)
      if (id === null) throw new StoreFailure('The job was not stored.')
      return id
    },
    async readOutcome(id) {
      const [job] = await boss.findJobs(name, { id })
      if (job?.state === 'completed') return { outcome: job.output as Outcome }
      if (job && job.state !== 'failed' && job.state !== 'cancelled') return undefined
      return { fault: job ? describeEnd(job) : 'it was deleted' }
    },
    async work(handle, concurrency) {
      const options = { localConcurrency: concurrency, pollingIntervalSeconds: POLL_S }
      await boss.work<Job>(name, options, async ([job]) => (job ? handle(job.data) : undefined))
    },
    async cancel(ids) {
      if (ids.length > 0) await boss.cancel(name, [...ids])
    },
    close: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  }
}

/** Jobs of one kind. */
export interface JobQueue<Job extends object, Outcome extends object> {
  /** Adds a job and returns its ID. */
  put(job: Job): Promise<string>
  /** Returns the outcome of a job, or why all its attempts failed; undefined until then. */
  readOutcome(id: string): Promise<{ readonly outcome: Outcome } | { readonly fault: string } | undefined>
  /** Handles jobs, at most `concurrency` at a time, until the queue is closed; after a rejection the job is retried. */
  work(handle: (job: Job) => Promise<Outcome>, concurrency: number): Promise<void>
  /** Cancels jobs that no process has started. */
  cancel(ids: readonly string[]): Promise<void>
  /** Closes the queue after the jobs in progress, within a time limit. */
  close(): Promise<void>
}

/** A process that has not reported for this long has lost its job, which another one then takes. */
const HEARTBEAT_S = 10
const ATTEMPTS = 5
const HOUR_S = 3_600
const QUEUE = {
  heartbeatSeconds: HEARTBEAT_S,
  retryLimit: ATTEMPTS - 1,
  expireInSeconds: HOUR_S,
  deleteAfterSeconds: 24 * HOUR_S,
} as const

const POLL_S = 0.5
const STOP_MS = 5_000
const CONNECTIONS = 3

/** Separate from the tables of accounts: the library creates and migrates it. */
const SCHEMA = 'plimsoll_jobs'

const start = async (url: string): Promise<PgBoss> => {
  const reasons: string[] = []
  for (const { ssl, ...target } of targetsIn(url)) {
    const boss = new PgBoss({
      ...target,
      password: target.password ?? '',
      ssl: ssl ?? false,
      application_name: 'plimsoll jobs',
      schema: SCHEMA,
      max: CONNECTIONS,
      schedule: false,
      superviseIntervalSeconds: HEARTBEAT_S,
      monitorIntervalSeconds: HEARTBEAT_S,
    })
    boss.on('error', () => {})
    try {
      return await boss.start()
    } catch (error) {
      reasons.push(`${target.host}:${target.port}: ${errorMessage(error)}`)
      await boss.stop({ graceful: false }).catch(() => {})
    }
  }
  throw new StoreFailure(`PostgreSQL cannot be reached (${reasons.join('; ')}).`)
}

const describeEnd = ({ state, output }: { readonly state: string; readonly output: unknown }): string => {
  const message = typeof output === 'object' && output !== null && 'message' in output ? String(output.message) : ''
  return state === 'cancelled' ? 'it was cancelled' : `all ${ATTEMPTS} attempts failed: ${message}`
}
