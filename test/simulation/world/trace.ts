import { writeExact } from '../../../server/core/exact-json.ts'
import type { Instant } from '../../../server/core/instant.ts'
import type { Fact } from '../../../server/engine/facts.ts'

/** What has happened lately, kept as it is and put into words only when somebody asks. */
export interface Trace {
  note(what: string, detail: unknown): void
  lines(): string[]
}

const KEPT = 30
const LINE_MAX = 240

export const createTrace = (now: () => Instant, tell?: (line: string) => void): Trace => {
  const kept: { readonly atMs: Instant; readonly what: string; readonly detail: unknown }[] = []
  const startMs = now()
  const lineOf = ({ atMs, what, detail }: (typeof kept)[number]): string =>
    `${((atMs - startMs) / 1_000).toFixed(3).padStart(8)} ${what} ${detailOf(detail)}`.slice(0, LINE_MAX)
  return {
    note(what, detail) {
      const entry = { atMs: now(), what, detail }
      if (tell) return tell(lineOf(entry))
      kept.push(entry)
      if (kept.length > 2 * KEPT) kept.splice(0, KEPT)
    },
    lines: () => kept.slice(-KEPT).map(lineOf),
  }
}

/** Without the readings of the gates, which are long and always there. */
const detailOf = (detail: unknown): string =>
  typeof detail === 'string' ? detail : writeExact(isFact(detail) ? briefly(detail) : detail)

const isFact = (detail: unknown): detail is Fact => typeof detail === 'object' && detail !== null && 'kind' in detail

const briefly = (fact: Fact): unknown => {
  if (fact.kind !== 'orderDecided') return { ...fact, kind: undefined, atMs: undefined }
  const { orderId, venueClientId, terms, statusReason, purpose } = fact.order
  return { verdict: fact.decision.verdict, statusReason, purpose, orderId, venueClientId, terms }
}
