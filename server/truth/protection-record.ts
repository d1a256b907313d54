import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import type { Money } from '../domain/account/money.ts'
import { closingSide, type Fill, type Position } from '../domain/position/position.ts'
import type { Fact } from '../engine/facts.ts'
import { findOpenPosition, type Ledger } from '../engine/ledger.ts'

/** How quickly what was filled has been protected in this run. Changed in place, by `noteProtected` alone. */
export interface ProtectionRecord {
  readonly sinceMs: Instant
  /** When quantity was filled that no verified stop stands for yet, by lifecycle. */
  readonly filledAtMs: Map<string, Instant>
  /** When each open lifecycle was last filled. */
  readonly lastFillAtMs: Map<string, Instant>
  /** From such a fill to the verified stop; the newest. */
  readonly latencies: { readonly atMs: Instant; readonly tookMs: number }[]
  /** What stands without a stop, in money at its entry, and since when that much does. */
  readonly uncovered: Map<string, { readonly cost: Money; readonly sinceMs: Instant }>
  /** What was uncovered times how long, in money and milliseconds, of each minute of the last 24 hours. */
  readonly exposure: Map<Instant, bigint>
}

export const createProtectionRecord = (sinceMs: Instant): ProtectionRecord => ({
  sinceMs,
  filledAtMs: new Map(),
  lastFillAtMs: new Map(),
  latencies: [],
  uncovered: new Map(),
  exposure: new Map(),
})

const LATENCIES_MAX = 1_000

/** Takes down what facts say of protection; the ledger is as it is after them. */
export const noteProtected = (record: ProtectionRecord, facts: readonly Fact[], ledger: Ledger): void => {
  let settledAtMs: Instant | undefined
  for (const fact of facts) {
    if (fact.kind === 'executed') {
      for (const fill of fact.fills) noteFill(record, fill, { atMs: fact.atMs, ledger })
      settledAtMs = fact.atMs
    } else if (fact.kind === 'protectionChanged') {
      const { verifiedAtMs } = fact.protection
      if (verifiedAtMs !== null) noteVerified(record, fact.positionId, verifiedAtMs)
      settledAtMs = fact.atMs
    }
  }
  if (settledAtMs !== undefined) settle(record, ledger, settledAtMs)
}

/** What only reduces leaves nothing without its stop. */
const noteFill = (
  { filledAtMs, lastFillAtMs }: ProtectionRecord,
  { positionId, side }: Fill,
  { atMs, ledger }: { readonly atMs: Instant; readonly ledger: Ledger },
): void => {
  lastFillAtMs.set(positionId, atMs)
  const position = findOpenPosition(ledger, positionId)
  if (position && side !== closingSide(position) && !filledAtMs.has(positionId)) filledAtMs.set(positionId, atMs)
}

const noteVerified = ({ filledAtMs, latencies }: ProtectionRecord, positionId: string, atMs: Instant): void => {
  const sinceMs = filledAtMs.get(positionId)
  filledAtMs.delete(positionId)
  if (sinceMs === undefined) return
  latencies.push({ atMs, tookMs: Math.max(0, atMs - sinceMs) })
  if (latencies.length > LATENCIES_MAX) latencies.shift()
}

/** What was uncovered up to now is counted; what is uncovered from now on is taken down. */
const settle = (record: ProtectionRecord, ledger: Ledger, atMs: Instant): void => {
  const open = new Map([...ledger.positions.values()].map((position) => [position.positionId as string, position]))
  for (const positionId of record.filledAtMs.keys()) {
    const position = open.get(positionId)
    if (!position || uncoveredCost(position) === 0n) record.filledAtMs.delete(positionId)
  }
  for (const positionId of record.lastFillAtMs.keys()) {
    if (!open.has(positionId)) record.lastFillAtMs.delete(positionId)
  }
  for (const [positionId, { cost, sinceMs }] of record.uncovered) {
    addExposure(record, { cost, fromMs: sinceMs, toMs: atMs })
    record.uncovered.delete(positionId)
  }
  for (const [positionId, position] of open) {
    const cost = uncoveredCost(position)
    if (cost > 0n) record.uncovered.set(positionId, { cost, sinceMs: atMs })
  }
}

const uncoveredCost = ({ cost, quantity, protection }: Position): Money => {
  const uncovered = Math.max(0, quantity - protection.covered)
  return quantity === 0 ? 0n : (cost * BigInt(uncovered)) / BigInt(quantity)
}

interface Stretch {
  readonly cost: Money
  readonly fromMs: Instant
  readonly toMs: Instant
}

const addExposure = ({ exposure }: ProtectionRecord, { cost, fromMs, toMs }: Stretch): void => {
  if (toMs <= fromMs) return
  const minute = Math.floor(toMs / MINUTE_MS) * MINUTE_MS
  exposure.set(minute, (exposure.get(minute) ?? 0n) + cost * BigInt(toMs - fromMs))
  for (const [oldest] of exposure) {
    if (oldest > toMs - DAY_MS) break
    exposure.delete(oldest)
  }
}

/** Money times seconds that stood without a verified stop in the last 24 hours, as far as this run has lasted. */
export const exposureOf = ({ exposure, uncovered }: ProtectionRecord, nowMs: Instant): Money => {
  const past = [...exposure].flatMap(([minute, amount]) => (minute > nowMs - DAY_MS ? [amount] : []))
  const present = [...uncovered.values()].map(({ cost, sinceMs }) => cost * BigInt(Math.max(0, nowMs - sinceMs)))
  return [...past, ...present].reduce((sum, amount) => sum + amount, 0n) / BigInt(SECOND_MS)
}
