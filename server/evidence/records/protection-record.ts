/**
 * Record of the protection of positions: delay from fill to verified stop, unprotected exposure, and lost
 * stops.
 */

import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Money } from '../../domain/account/money.ts'
import { type Lots, lots } from '../../domain/market/instrument.ts'
import { closingSide, type Fill, type Position } from '../../domain/position/position.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { findOpenPosition, type Ledger } from '../../engine/state/ledger.ts'
import { isLedgerFact } from '../../engine/state/ledger-facts.ts'

/** Time from fill to protection in this run. Changed only by `noteProtected`, in place. */
export interface ProtectionRecord {
  readonly sinceMs: Instant
  /** Number of the newest row of the journal that it includes; null before the journal was read. */
  seq: number | null
  /** Times of fills not yet covered by a verified stop, by lifecycle. */
  readonly filledAtMs: Map<string, Instant>
  /** Time of the last fill of each open lifecycle. */
  readonly lastFillAtMs: Map<string, Instant>
  /** Delays between fill and verified stop, newest last. */
  readonly latencies: { readonly atMs: Instant; readonly tookMs: number }[]
  /**
   * Value without a stop at entry prices, the time since which it has had this amount, and the time since which it has
   * been above zero.
   */
  readonly uncovered: Map<string, { readonly cost: Money; readonly sinceMs: Instant; readonly bareSinceMs: Instant }>
  /** Uncovered value times duration, in money · ms, for each minute of the last 24 hours. */
  readonly exposure: Map<Instant, bigint>
  /** Maximum time any position was without its stop, for each minute of the last 24 hours. */
  readonly longest: Map<Instant, number>
  readonly stops: StopRecord
}

export const createProtectionRecord = (sinceMs: Instant): ProtectionRecord => ({
  sinceMs,
  seq: null,
  filledAtMs: new Map(),
  lastFillAtMs: new Map(),
  latencies: [],
  uncovered: new Map(),
  exposure: new Map(),
  longest: new Map(),
  stops: createStopRecord(),
})

const LATENCIES_MAX = 1_000

/** Records facts of protection; `ledger` is the ledger after them. Returns whether a stop was lost. */
export const noteProtected = (record: ProtectionRecord, facts: readonly Fact[], ledger: Ledger): boolean => {
  if (record.seq !== null) record.seq += facts.filter(isLedgerFact).length
  const lost = facts.flatMap((fact) => noteStops(record.stops, fact, ledger) ?? [])
  for (const stop of lost) noteLost(record, stop, ledger)
  const relevant = facts.filter((fact) => fact.kind === 'executed' || fact.kind === 'protectionChanged')
  for (const fact of relevant) noteFact(record, fact, ledger)
  const last = relevant.at(-1)
  if (last) settle(record, ledger, { atMs: last.atMs, lost })
  return lost.length > 0
}

type ProtectionFact = Extract<Fact, { kind: 'executed' | 'protectionChanged' }>

const noteFact = (record: ProtectionRecord, fact: ProtectionFact, ledger: Ledger): void => {
  if (fact.kind === 'executed') {
    for (const fill of fact.fills) noteFill(record, fill, { atMs: fact.atMs, ledger })
    return
  }
  const { verifiedAtMs } = fact.protection
  if (verifiedAtMs !== null) noteVerified(record, fact.positionId, verifiedAtMs)
}

/** Records a lost stop: the quantity it covered has been uncovered since the stop was last verified. */
const noteLost = (record: ProtectionRecord, { positionId, covered, sinceMs, atMs }: LostStop, ledger: Ledger): void => {
  const position = findOpenPosition(ledger, positionId)
  if (!position || covered === 0) return
  const cost = (position.cost * BigInt(covered)) / BigInt(position.quantity)
  addExposure(record, { cost, fromMs: sinceMs, toMs: atMs })
  noteStretch(record, sinceMs, atMs)
}

/** Records a fill; a reducing fill leaves nothing unprotected. */
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

interface Settled {
  readonly atMs: Instant
  readonly lost: readonly LostStop[]
}

type OpenPositions = ReadonlyMap<string, Position>

/** Adds the uncovered value up to now, and records the current one. */
const settle = (record: ProtectionRecord, ledger: Ledger, { atMs, lost }: Settled): void => {
  const open = new Map([...ledger.positions.values()].map((position) => [position.positionId as string, position]))
  forgetEnded(record, open)
  const relied = lost.filter(({ covered }) => covered > 0)
  const bareSinceMs = new Map(relied.map(({ positionId, sinceMs }) => [positionId, sinceMs]))
  for (const [positionId, bare] of record.uncovered) {
    addExposure(record, { cost: bare.cost, fromMs: bare.sinceMs, toMs: atMs })
    noteStretch(record, bare.bareSinceMs, atMs)
    bareSinceMs.set(positionId, bare.bareSinceMs)
  }
  record.uncovered.clear()
  for (const [positionId, position] of open) {
    const cost = uncoveredCost(position)
    const sinceMs = bareSinceMs.get(positionId) ?? position.protection.unprotectedSinceMs ?? atMs
    if (cost > 0n) record.uncovered.set(positionId, { cost, sinceMs: atMs, bareSinceMs: sinceMs })
  }
}

const forgetEnded = ({ filledAtMs, lastFillAtMs, stops }: ProtectionRecord, open: OpenPositions): void => {
  for (const positionId of filledAtMs.keys()) {
    const position = open.get(positionId)
    if (!position || uncoveredCost(position) === 0n) filledAtMs.delete(positionId)
  }
  for (const known of [lastFillAtMs, stops.relied]) {
    for (const positionId of known.keys()) if (!open.has(positionId)) known.delete(positionId)
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
  const minute = floorToMinute(toMs)
  exposure.set(minute, (exposure.get(minute) ?? 0n) + cost * BigInt(toMs - fromMs))
  removeOld(exposure, toMs)
}

const noteStretch = ({ longest }: ProtectionRecord, fromMs: Instant, toMs: Instant): void => {
  const minute = floorToMinute(toMs)
  longest.set(minute, Math.max(longest.get(minute) ?? 0, toMs - fromMs))
  removeOld(longest, toMs)
}

const floorToMinute = (atMs: Instant): Instant => Math.floor(atMs / MINUTE_MS) * MINUTE_MS

const removeOld = (byMinute: Map<Instant, unknown>, nowMs: Instant): void => {
  for (const [oldest] of byMinute) {
    if (oldest > nowMs - DAY_MS) break
    byMinute.delete(oldest)
  }
}

/** Returns uncovered value times seconds without a verified stop in the last 24 hours, within this run. */
export const unprotectedExposure = ({ exposure, uncovered }: ProtectionRecord, nowMs: Instant): Money => {
  const past = [...exposure].flatMap(([minute, amount]) => (minute > nowMs - DAY_MS ? [amount] : []))
  const present = [...uncovered.values()].map(({ cost, sinceMs }) => cost * BigInt(Math.max(0, nowMs - sinceMs)))
  return [...past, ...present].reduce((sum, amount) => sum + amount, 0n) / BigInt(SECOND_MS)
}

/**
 * Returns the maximum time a position was without a verified stop for its full size in the last 24 hours, within this
 * run; includes closed positions and positions that never had a stop.
 */
export const longestUnprotected = (
  { longest, uncovered }: ProtectionRecord,
  open: Iterable<Position>,
  nowMs: Instant,
): number => {
  const past = [...longest].flatMap(([minute, ms]) => (minute > nowMs - DAY_MS ? [ms] : []))
  const known = [...uncovered.values()].map(({ bareSinceMs }) => nowMs - bareSinceMs)
  const present = [...open].flatMap(({ protection: { unprotectedSinceMs: sinceMs } }) =>
    sinceMs === null ? [] : [nowMs - sinceMs],
  )
  return Math.max(0, ...past, ...known, ...present)
}

/** Stop that disappeared from an open position although the platform had not cancelled it. */
export interface LostStop {
  readonly positionId: string
  /** Time at which the loss was detected. */
  readonly atMs: Instant
  /** Time of the last verification; the stop may have been missing since then. */
  readonly sinceMs: Instant
  /** Quantity the stop covered. */
  readonly covered: Lots
}

/** Current stop of each open position, and lost stops. Changed only by `noteStops`, in place. */
interface StopRecord {
  readonly relied: Map<string, { readonly orderId: string | null; readonly covered: Lots }>
  readonly lost: LostStop[]
}

const createStopRecord = (): StopRecord => ({ relied: new Map(), lost: [] })

const LOST_MAX = 10_000

/** Records the current stop of a position; returns the stop lost through this fact, if any. */
const noteStops = ({ relied, lost }: StopRecord, fact: Fact, ledger: Ledger): LostStop | undefined => {
  if (fact.kind === 'protectionChanged') {
    relied.set(fact.positionId, { orderId: fact.protection.stopOrderId, covered: fact.protection.covered })
  }
  const lostStop = lostBy(relied, fact, ledger)
  if (lostStop) lost.push(lostStop)
  if (lost.length > LOST_MAX) lost.shift()
  return lostStop
}

/** Final states of our orders that ended without a trade. */
const ENDED: ReadonlySet<string> = new Set(['CANCELED', 'EXPIRED', 'REJECTED'])

const lostBy = (relied: StopRecord['relied'], fact: Fact, ledger: Ledger): LostStop | undefined => {
  if (fact.kind !== 'orderVanished' && fact.kind !== 'orderReported') return undefined
  const order = ledger.orders.get(fact.orderId)
  const position = order?.positionId && findOpenPosition(ledger, order.positionId)
  if (!position || order.purpose !== 'STOP_LOSS') return undefined
  const stop = relied.get(position.positionId)
  const isRelied = stop?.orderId === fact.orderId
  const covered = lots(isRelied ? Math.min(stop.covered, position.quantity) : 0)
  const isReplaced = stop !== undefined && !isRelied && stop.covered >= position.quantity
  if (!isGone(fact, covered) || isReplaced) return undefined
  const sinceMs = fact.kind === 'orderVanished' ? fact.lastReadAtMs : undefined
  return { positionId: position.positionId, atMs: fact.atMs, sinceMs: sinceMs ?? fact.atMs, covered }
}

type StopFact = Extract<Fact, { kind: 'orderVanished' | 'orderReported' }>

/**
 * Returns whether a stop is lost: unknown to the exchange, verified or not, or ended there while it protected the
 * position.
 */
const isGone = (fact: StopFact, covered: number): boolean =>
  fact.kind === 'orderVanished' || (covered > 0 && ENDED.has(fact.report.status))

/** Returns the lost stops of the last 24 hours within this run, oldest first; the newest ten thousand. */
export const recentLostStops = ({ lost }: StopRecord, nowMs: Instant): readonly LostStop[] =>
  lost.filter(({ atMs }) => atMs > nowMs - DAY_MS)
