import { HOUR_MS, type Instant, MINUTE_MS } from '../../../../core/instant.ts'
import type { VenueFunding } from '../../../../domain/order/venue-report.ts'
import type { Desk } from './desk.ts'
import { listedNow, queryAccount, windowsFrom } from './query-account.ts'
import { readFunding } from './read-fill.ts'

/** Settlements are on the hour, and payments are listed shortly after: during this time every reading queries them. */
const EXPECTED_FOR_MS = 10 * MINUTE_MS

/** Reads all payments since then. Queries are expensive: between settlements the known ones are returned again. */
export const readFundingSince = async (desk: Desk, fromMs: Instant): Promise<readonly VenueFunding[] | undefined> => {
  const { slow } = desk
  const nowMs = desk.client.venueNow()
  const known = slow.funding
  if (!known || fromMs < known.fromMs || isExpected(known.requestedAtMs, nowMs)) {
    const payments = await fetchSince(desk, fromMs)
    if (!payments) return undefined
    slow.funding = { payments, fromMs, requestedAtMs: nowMs }
    return payments
  }
  return known.payments.filter(({ settledAtMs }) => settledAtMs >= fromMs)
}

const isExpected = (requestedAtMs: Instant, nowMs: Instant): boolean =>
  nowMs - requestedAtMs >= EXPECTED_FOR_MS ||
  Math.floor(requestedAtMs / HOUR_MS) !== Math.floor(nowMs / HOUR_MS) ||
  nowMs % HOUR_MS < EXPECTED_FOR_MS

const fetchSince = async (desk: Desk, fromMs: Instant): Promise<VenueFunding[] | undefined> => {
  const { dialect, reader } = desk
  const listings = listedNow(desk)
  const paid: VenueFunding[] = []
  for (const range of windowsFrom(desk, fromMs)) {
    const response = await queryAccount(desk, (rest) => dialect.funding(rest, listings, range))
    if (!response) return undefined
    const known = response.value.filter(({ native }) => reader.byNative.has(native))
    const read = known.map((one) => readFunding(reader, one))
    if (read.includes(undefined)) return undefined
    paid.push(...read.filter((one) => one !== undefined))
  }
  return paid
}
