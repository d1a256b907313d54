import { atOnce, defineInput } from '../frame/input.ts'

/** What may be asked of the exchange, and what it refused. One of our own has no budget: `counts` is empty then. */
export interface VenueBudgetTruth {
  readonly venue: string
  readonly counts: readonly {
    readonly name: string
    readonly limit: number
    readonly windowMs: number
    readonly used: number
    readonly reservedForStops: number
    readonly publishedAtMs: number | null
  }[]
  readonly rejected1h: { readonly http429: number; readonly http418: number; readonly venueCode: number }
  /** How often something waited for its turn, within the time in which a delay is still one of now. */
  readonly delayedLately: number
  readonly silentUntilMs: number | null
}

export const venueBudget = defineInput<VenueBudgetTruth>({
  kind: 'STATE',
  source: 'exchange.allowance',
  what: 'What may still be asked of the exchange',
  producedBy: 'exchange adapter',
  maxAgeMs: atOnce,
})
