import type { LoopItem } from '../../domain/evidence/loop-stage.ts'
import { intervalLength } from '../../domain/market/interval.ts'
import type { Order } from '../../domain/order/order.ts'
import type { Fill, Position } from '../../domain/position/position.ts'
import { causeLink } from './cause-link.ts'
import { eachInTurn, type LoopSources, readAll } from './loop-sources.ts'

export interface FillItems {
  readonly fills: readonly LoopItem[]
  /** Fills of entries of autotrading, and those of them whose signal is there. */
  readonly ofEntries: number
  readonly withSignal: number
  readonly withoutIntent: number
  readonly whole: boolean
}

/** Returns the fills; a fill without an order of ours belongs to the exchange or an external order. */
export const fillItems = async (sources: LoopSources): Promise<FillItems> => {
  const { store, fromMs } = sources
  const { items, whole } = await readAll(
    (page) =>
      store.trading.findAccountEntries({ fromMs, toMs: null, symbol: null, orderId: null, positionId: null, ...page }),
    (entry) =>
      entry.kind === 'fill'
        ? { atMs: entry.fill.executedAtMs, id: entry.fill.fillId }
        : { atMs: entry.funding.settledAtMs, id: entry.funding.fundingId },
  )
  const checked = await eachInTurn(
    items.flatMap((entry) => (entry.kind === 'fill' ? [entry.fill] : [])),
    (fill) => checkFill(sources, fill),
  )
  const entries = checked.filter(({ order }) => order?.cause !== undefined)
  return {
    fills: checked.map(({ item }) => item),
    ofEntries: entries.length,
    withSignal: entries.filter(({ order }) => order?.cause && store.signals.findSignal(order.cause.signalId)).length,
    withoutIntent: checked.filter(({ item }) => item.back === 'ORPHAN').length,
    whole,
  }
}

const checkFill = ({ store, broken, nowMs, state }: LoopSources, fill: Fill) => {
  const { fillId, orderId, positionId, executedAtMs } = fill
  const order = orderId === null ? undefined : store.trading.findOrder(orderId)
  if (orderId !== null && !order) broken.push({ fromId: fillId, toId: orderId, kind: 'FILL_WITHOUT_INTENT' })
  const booked = store.trading.findPosition(positionId) !== undefined
  if (!booked) broken.push({ fromId: fillId, toId: positionId, kind: 'POSITION_MISSING' })
  const item: LoopItem = {
    id: fillId,
    due: nowMs - executedAtMs > state.rules.constitution.monitor.maxPositionLagMs,
    forward: booked ? 'CLOSED' : null,
    back: orderId === null || order?.origin === 'EXTERNAL' ? 'EXTERNAL' : order ? 'LINKED' : 'ORPHAN',
    lagMs: booked ? 0 : null,
  }
  return { item, order: order as Order | undefined }
}

export interface PositionItems {
  readonly positions: readonly LoopItem[]
  /** Links to candidates, and those of them that hold. */
  readonly caused: number
  readonly verified: number
  readonly whole: boolean
}

/** The lifecycles that were opened, and those that still are open. */
export const positionItems = async (sources: LoopSources): Promise<PositionItems> => {
  const { store, state, fromMs } = sources
  const { items, whole } = await readAll(
    (page) => store.trading.findPositions({ fromMs, toMs: null, symbol: null, ...page }),
    ({ openedAtMs, positionId }) => ({ atMs: openedAtMs, id: positionId }),
  )
  const known = new Set(items.map(({ positionId }) => positionId))
  const before = [...state.ledger.positions.values()].filter(({ positionId }) => !known.has(positionId))
  const checked = await eachInTurn([...items, ...before], (position) => ({
    position,
    ...checkLinks(sources, position),
  }))
  const caused = checked.filter(({ position }) => position.cause !== undefined)
  return {
    positions: checked.map(({ position, back }) => positionItem(sources, position, back)),
    caused: caused.length,
    verified: caused.filter(({ verified }) => verified).length,
    whole,
  }
}

const checkLinks = (sources: LoopSources, position: Position) => {
  const { store, broken } = sources
  const { positionId, cause, origin } = position
  const any = { before: null, fromMs: null, toMs: null, limit: 1, symbol: null, orderId: null }
  const hasFill = store.trading.findAccountEntries({ ...any, positionId }).length > 0
  const candidate = cause ? causeLink(sources, cause) : 'VERIFIED'
  if (!hasFill && origin !== 'EXTERNAL') broken.push({ fromId: positionId, toId: null, kind: 'FILL_MISSING' })
  if (cause && candidate !== 'VERIFIED') {
    broken.push({ fromId: positionId, toId: cause.candidateId, kind: `CANDIDATE_${candidate}` })
  }
  const verified = candidate === 'VERIFIED'
  const back: LoopItem['back'] = origin === 'EXTERNAL' ? 'EXTERNAL' : hasFill && verified ? 'LINKED' : 'ORPHAN'
  return { verified, back }
}

/** One that no signal led to is its own outcome when it is over. */
const positionItem = ({ store, state }: LoopSources, position: Position, back: LoopItem['back']): LoopItem => {
  const { positionId, cause, status, openedAtMs, closedAtMs } = position
  const isClosed = status === 'CLOSED'
  const lagMs = closedAtMs === null ? null : closedAtMs - openedAtMs
  if (!cause) return { id: positionId, due: isClosed, forward: isClosed ? 'TERMINAL' : null, back, lagMs }
  const outcome = store.signals.findSignal(cause.signalId)?.outcome ?? null
  return {
    id: positionId,
    due: state.market.clockMs > cause.horizonEndMs + intervalLength(cause.interval),
    forward: outcome === null ? null : outcome.kind === 'LOST' ? 'TERMINAL' : 'CLOSED',
    back,
    lagMs,
  }
}
