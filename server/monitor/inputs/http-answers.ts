import { atOnce, defineInput } from '../frame/input.ts'

/** Numbers of requests since the start, by response class. */
export interface HttpAnswers {
  /** By the first digit of the status. */
  readonly byClass: { readonly '2xx': number; readonly '3xx': number; readonly '4xx': number; readonly '5xx': number }
  /** With 429. */
  readonly rateLimited: number
}

export const httpAnswers = defineInput<HttpAnswers>({
  kind: 'STATE',
  source: 'http.answers',
  what: 'How requests were answered',
  producedBy: 'http server',
  maxAgeMs: atOnce,
})
