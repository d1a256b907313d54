import type { ResearchJobs } from '../../../contract/research.ts'
import { toRfc3339 } from '../../core/instant.ts'
import type { ConflatedSource } from '../source.ts'

/**
 * Data source of the channel `research.jobs`: publishes the whole list of jobs whenever one has changed; an empty list
 * on a server without research.
 */
export const jobsSource = (research: JobsReader | undefined): ConflatedSource => {
  let asOf = toRfc3339(0)
  return {
    delivery: 'CONFLATE',
    everyMs: EVERY_MS,
    poll(nowMs) {
      asOf = toRfc3339(nowMs)
      return research?.jobsVersion() ?? 0
    },
    since: (sentVersion) => ({
      type: sentVersion === undefined ? 'snapshot' : 'delta',
      json: JSON.stringify({ items: research?.jobs().items ?? [], asOf }),
    }),
  }
}

/** Jobs of research, and a version that increases with every change. */
export interface JobsReader {
  jobs(): ResearchJobs
  jobsVersion(): number
}

const EVERY_MS = 250
