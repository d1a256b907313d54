import type { ProblemDetails } from '../answers/problems.ts'

/** A fault in one field of a body, and the requirement it violates. */
export interface FieldFault {
  /** RFC 6901. */
  readonly pointer: string
  readonly code: 'OFF_GRID' | 'NOT_POSITIVE' | 'MISSING' | 'NOT_ALLOWED' | 'TOO_LARGE'
  readonly detail: string
}

/** All faults of a body as one `invalid-parameter`. */
export const bodyFaults = (faults: readonly FieldFault[]): ProblemDetails => ({
  detail: `${faults.map(({ pointer, detail }) => `body ${pointer} ${detail}`).join('; ')}.`,
  members: { errors: faults.map((fault) => ({ in: 'body', ...fault })) },
})
