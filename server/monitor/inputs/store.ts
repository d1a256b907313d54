import { atOnce, defineInput } from '../frame/input.ts'

/** Health of the engine's store. */
export interface StoreTruth {
  /** Reason why decisions cannot be made durable; null while they can. */
  readonly failure: string | null
  readonly commitP99Ms: number | null
  readonly freeDiskBytes: number | null
}

export const store = defineInput<StoreTruth>({
  kind: 'STATE',
  source: 'store.sqlite',
  what: 'How the store is doing',
  producedBy: 'engine store',
  maxAgeMs: atOnce,
})
