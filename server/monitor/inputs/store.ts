import { atOnce, defineInput } from '../frame/input.ts'

/** How the store of the engine is doing. */
export interface StoreTruth {
  /** Why what is decided cannot be made durable, while that is so. */
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
