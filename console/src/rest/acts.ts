/** Requests in progress that outlive their screen. */

import type { components } from '@plimsoll/client'
import type { Attempt } from './keyed-act.ts'
import { createNamedStore, type NamedStore } from './named-store.ts'

/** Requests in progress, which outlive the screen and dialog they were sent from. */
export interface Acts {
  /** Order requests, by symbol. */
  readonly orders: NamedStore<Attempt<OrderRequest>>
  /** Positions that were to be closed, by id. */
  readonly closes: NamedStore<Attempt<CloseRequest>>
  /** Results of cancellations, by order id, until the user dismisses them. */
  readonly cancels: NamedStore<string>
}

type OrderRequest = components['schemas']['OrderRequest']
export type CloseRequest = NonNullable<components['schemas']['CloseRequest']>

export const createActs = (): Acts => ({
  orders: createNamedStore(),
  closes: createNamedStore(),
  cancels: createNamedStore(),
})
