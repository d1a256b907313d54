import type { components } from '@plimsoll/client'
import type { Attempt } from './keyed-act.ts'
import { createNamedStore, type NamedStore } from './named-store.ts'

/**
 * Trading requests of the session that have no result yet, and results of cancellations; they outlive the screen or
 * dialog that sent them.
 */
export interface SentRequests {
  /** Order requests that are pending or whose outcome is unknown, by symbol. */
  readonly orders: NamedStore<Attempt<OrderRequest>>
  /** Close requests that are pending or whose outcome is unknown, by position ID. */
  readonly closes: NamedStore<Attempt<CloseRequest>>
  /** Amendments that are pending or whose outcome is unknown, by order ID. */
  readonly amendments: NamedStore<Attempt<AmendRequest>>
  /** Results of cancellations, by order ID, until the user dismisses them. */
  readonly cancels: NamedStore<string>
}

type AmendRequest = components['schemas']['AmendRequest']
type OrderRequest = components['schemas']['OrderRequest']
export type CloseRequest = NonNullable<components['schemas']['CloseRequest']>

export const createSentRequests = (): SentRequests => ({
  orders: createNamedStore(),
  closes: createNamedStore(),
  amendments: createNamedStore(),
  cancels: createNamedStore(),
})
