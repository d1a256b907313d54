import { Problem } from '../../../contract/problem.ts'

type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 426 | 429 | 503

/** Problem responses of a route, as included in its description. */
export const problemAnswers = (...statuses: readonly ProblemStatus[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: 'Problem', content: { 'application/problem+json': { schema: Problem } } },
    ]),
  )
