import type { components } from '@plimsoll/client'

/** Report of `operator-compact-truth`; undefined until received. */
export interface Reported {
  readonly report: components['schemas']['OperatorCompactTruth'] | undefined
}
