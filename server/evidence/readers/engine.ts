import type { AutotradingStatus } from '../../../contract/control.ts'
import { always } from '../reader.ts'

/** Reads the status of autotrading. */
export const engineReader = always<AutotradingStatus>(({ control }, nowMs) => ({
  value: control.status(),
  observedAtMs: nowMs,
}))

export const latchReader = always<AutotradingStatus['latch']>(({ control }, nowMs) => ({
  value: control.brief().latch,
  observedAtMs: nowMs,
}))

export const exchangeReader = always<AutotradingStatus['exchange']>(({ control }, nowMs) => ({
  value: control.brief().exchange,
  observedAtMs: nowMs,
}))
