import type { components } from '@plimsoll/client'

/** Props of the overview cards: the report of `operator-compact-truth`, undefined until received. */
export interface Reported {
  readonly report: components['schemas']['OperatorCompactTruth'] | undefined
}
