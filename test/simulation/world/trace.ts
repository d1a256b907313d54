import { writeExact } from '../../../server/core/exact-json.ts'
import type { Instant } from '../../../server/core/instant.ts'
import type { Fact } from '../../../server/engine/model/facts.ts'

/** Log of recent events, stored raw and formatted only on demand. */
export interface Trace {
  note(what: string, detail: unknown): void
  lines(): string[]
}

const ENTRIES_MAX = 30
const LINE_MAX = 240

export const createTrace = (now: () => Instant, onTrace?: (line: string) => void): Trace => {
  const entries: { readonly atMs: Instant; readonly what: string; readonly detail: unknown }[] = []
  const startMs = now()
  const formatLine = ({ atMs, what, detail }: (typeof entries)[number]): string =>
    `${((atMs - startMs) / 1_000).toFixed(3).padStart(8)} ${what} ${formatDetail(detail)}`.slice(0, LINE_MAX)
  return {
    note(what, detail) {
      const entry = { atMs: now(), what, detail }
      if (onTrace) return onTrace(formatLine(entry))
      entries.push(entry)
      if (entries.length > 2 * ENTRIES_MAX) entries.splice(0, ENTRIES_MAX)
    },
    lines: () => entries.slice(-ENTRIES_MAX).map(formatLine),
  }
}

/** Formats an event without gate readings, which are long and always present. */
const formatDetail = (detail: unknown): string =>
  typeof detail === 'string' ? detail : writeExact(isFact(detail) ? briefly(detail) : detail)

const isFact = (detail: unknown): detail is Fact => typeof detail === 'object' && detail !== null && 'kind' in detail

const briefly = (fact: Fact): unknown => {
  if (fact.kind !== 'orderDecided') return { ...fact, kind: undefined, atMs: undefined }
  const { orderId, venueClientId, terms, statusReason, purpose } = fact.order
  return { verdict: fact.decision.verdict, statusReason, purpose, orderId, venueClientId, terms }
}
