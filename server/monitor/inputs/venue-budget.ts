import { atOnce, defineInput } from '../frame/input.ts'

/** Request budget of the exchange, and its rejections. The local exchange has no budget: `counts` is empty then. */
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
  /** Number of queued requests within the time in which a delay counts as recent. */
  readonly delayedLately: number
  readonly silentUntilMs: number | null
}

export const venueBudget = defineInput<VenueBudgetTruth>({
  kind: 'STATE',
  source: 'exchange.allowance',
  what: 'The remaining request budget of the exchange',
  producedBy: 'exchange adapter',
  maxAgeMs: atOnce,
})
