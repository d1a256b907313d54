import type { components } from '@plimsoll/client'
import { createNamedStore, type NamedStore } from './kept.ts'
import type { Attempt } from './keyed-act.ts'

type OrderRequest = components['schemas']['OrderRequest']
export type CloseRequest = NonNullable<components['schemas']['CloseRequest']>

/** What was asked for and is not done with: it outlives the screen and the dialog that it was asked in. */
export interface Acts {
  /** Orders that were asked for, by symbol. */
  readonly orders: NamedStore<Attempt<OrderRequest>>
  /** Positions that were to be closed, by id. */
  readonly closes: NamedStore<Attempt<CloseRequest>>
  /** What has become of orders that were to be cancelled, by id, until somebody has read it. */
  readonly cancels: NamedStore<string>
}

export const createActs = (): Acts => ({
  orders: createNamedStore(),
  closes: createNamedStore(),
  cancels: createNamedStore(),
})
