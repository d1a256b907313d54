import { DAY_MS, type Instant } from '../../core/instant.ts'
import { type Lots, lots } from '../../domain/market/instrument.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { findOpenPosition, type Ledger } from '../../engine/state/ledger.ts'

/** Stop that disappeared from an open position although the platform had not cancelled it. */
export interface LostStop {
  readonly positionId: string
  /** Time at which the loss was detected. */
  readonly atMs: Instant
  /** Time it was last read back; it may have been missing since. */
  readonly sinceMs: Instant
  /** Quantity it covered. */
  readonly covered: Lots
}

/** The stop each open position relies on, and those that were lost. Changed in place, by `noteStops` alone. */
export interface StopRecord {
  readonly relied: Map<string, { readonly orderId: string | null; readonly covered: Lots }>
  readonly lost: LostStop[]
}

export const createStopRecord = (): StopRecord => ({ relied: new Map(), lost: [] })

const LOST_MAX = 10_000

/** Takes down on which stop a position relies; answers with a stop that was lost by this fact. */
export const noteStops = ({ relied, lost }: StopRecord, fact: Fact, ledger: Ledger): LostStop | undefined => {
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

/** Returns whether a stop is gone: unknown to the exchange, verified or not, or ended there while it was relied on. */
const isGone = (fact: StopFact, covered: number): boolean =>
  fact.kind === 'orderVanished' || (covered > 0 && ENDED.has(fact.report.status))

/** Returns the lost stops of the last 24 hours within this run, oldest first; the newest ten thousand. */
export const recentLostStops = ({ lost }: StopRecord, nowMs: Instant): readonly LostStop[] =>
  lost.filter(({ atMs }) => atMs > nowMs - DAY_MS)
