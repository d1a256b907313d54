import type { OrderPreview } from '../../contract/trading.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { type Money, printMoney } from '../domain/account/money.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { Preview } from '../engine/desks/order-desk.ts'
import { readingBody, termsBody } from './order-view.ts'

export const previewBody = (preview: Preview, instrument: Instrument, nowMs: Instant): OrderPreview => ({
  ...termsBody(preview.candidate, instrument),
  executionMode: preview.candidate.mode,
  decision: { decisionId: null, verdict: preview.verdict, gates: preview.readings.map(readingBody) },
  notional: printMoney(preview.notional),
  fee: printMoney(preview.fee),
  initialMargin: printMoney(preview.initialMargin),
  maintenanceMarginAfter: printOrNull(preview.maintenanceMarginAfter),
  liquidationPriceAfter: printOrNull(preview.liquidationPriceAfter),
  lossAtStop: printOrNull(preview.lossAtStop),
  effectOnPosition: preview.effect,
  asOf: toRfc3339(nowMs),
})

const printOrNull = (money: Money | null): string | null => (money === null ? null : printMoney(money))
