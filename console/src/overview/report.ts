import type { components } from '@plimsoll/client'

/** What `operator-compact-truth` says; undefined until it has said something. */
export interface Reported {
  readonly report: components['schemas']['OperatorCompactTruth'] | undefined
}
