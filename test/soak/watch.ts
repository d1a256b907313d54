import { setTimeout } from 'node:timers/promises'
import type { HostStatus } from '../../server/host/control-verbs.ts'
import { count, noteDuration, type StopEpisode, violate } from './evidence.ts'
import { bothUpSince, noteReconciled, type Soak } from './soak.ts'
import { readHostStatus } from './stage/engine-host.ts'
import { type Standing, uncoveredIn, unprotectiveIn } from './stage/venue-books.ts'

const CHECK_EVERY_MS = 1_000
/** I5 */
export const UNCOVERED_MAX_MS = 15_000
/** I3: request window, clock error and matching delay, plus ten seconds. */
const STANDING_MAX_MS = 3_000 + 500 + 10_000 + 10_000

interface Watched {
  /** Duration of each forbidden state, measured only while all was well. */
  readonly stoodMs: Map<string, number>
  readonly halts: Set<string>
  checkedAtMs: number
  bothUpSinceMs: number | undefined
}

/** Checks both sides once a second until the soak is over. */
export const watch = async (soak: Soak): Promise<void> => {
  const watched: Watched = { stoodMs: new Map(), halts: new Set(), checkedAtMs: Date.now(), bothUpSinceMs: undefined }
  while (!soak.over) {
    const beganMs = performance.now()
    await checkBothSides(soak, watched)
    await setTimeout(Math.max(0, CHECK_EVERY_MS - (performance.now() - beganMs)))
  }
}

const checkBothSides = async (soak: Soak, watched: Watched): Promise<void> => {
  const since = bothUpSince(soak)
  const [status, standing] = await Promise.all([
    since === undefined ? undefined : readHostStatus(soak.place),
    since === undefined ? undefined : soak.reader.standing().catch(() => undefined),
  ])
  const [nowMs, forMs] = [Date.now(), Date.now() - watched.checkedAtMs]
  watched.checkedAtMs = nowMs
  const isSame = since !== undefined && since === watched.bothUpSinceMs && since === bothUpSince(soak)
  if (since !== watched.bothUpSinceMs) watched.stoodMs.clear()
  watched.bothUpSinceMs = since
  if (!status || !standing || !isSame) return
  noteStatus(soak, status, watched)
  if (!isWell(status)) return count(soak.evidence, 'seconds with a trouble')
  const tick = { soak, watched, forMs: Math.min(forMs, 2 * CHECK_EVERY_MS) }
  for (const symbol of soak.place.symbols) checkCover(tick, standing, symbol)
  checkStanding(tick, standing, status)
}

/** Returns whether the exchange connection is healthy; an engine without data or rate-limited cannot be judged. */
const isWell = ({ exchange }: HostStatus): boolean =>
  exchange.connected && exchange.troubles.every(({ code }) => code === 'MARKET_STREAM')

const noteStatus = (soak: Soak, status: HostStatus, { halts }: Watched): void => {
  const { evidence } = soak
  count(evidence, 'seconds watched')
  noteReconciled(soak, status.lastReconciliation.at)
  if (status.lastReconciliation.at === null) count(evidence, 'seconds before the first reading')
  if (status.lastReconciliation.differences > 0) count(evidence, 'seconds with differences')
  for (const { code } of status.exchange.troubles) count(evidence, `seconds of ${code}`)
  const { stop } = status
  if (!stop || halts.has(stop.stopId) || isRequested(evidence.stops, stop.stopId)) return
  halts.add(stop.stopId)
  violate(evidence, { promise: 'HALT', words: `the engine has stopped on its own: ${stop.code}, ${stop.reason}` })
}

/** Returns whether a stop was requested; during a request any new stop may be that one. */
const isRequested = (stops: readonly StopEpisode[], stopId: string): boolean =>
  stops.some((stop) => stop.stopId === stopId || (stop.stopId === null && stop.clearedAtMs === null))

interface Tick {
  readonly soak: Soak
  readonly watched: Watched
  readonly forMs: number
}

const checkCover = (tick: Tick, standing: Standing, symbol: string): void => {
  const uncovered = uncoveredIn(standing, symbol)
  const stoodMs = stands(tick, `I5 ${symbol}`, uncovered !== 0n)
  noteDuration(tick.soak.evidence, 'a position was without its stop', stoodMs)
  if (stoodMs <= UNCOVERED_MAX_MS || stoodMs - tick.forMs > UNCOVERED_MAX_MS) return
  const words = `${uncovered}e-8 of ${symbol} have had no stop for ${stoodMs} ms`
  violate(tick.soak.evidence, { promise: 'I5', words, observed: describeStanding(standing) })
}

const checkStanding = (tick: Tick, standing: Standing, status: HostStatus): void => {
  const { soak, watched } = tick
  const acknowledged = soak.evidence.stops.some(
    ({ acknowledgedAtMs, clearedAtMs }) => acknowledgedAtMs !== null && clearedAtMs === null,
  )
  const standingNow = acknowledged && status.latch.engaged ? unprotectiveIn(standing) : []
  const names = new Set(standingNow.map(({ clientId }) => `I3 ${clientId}`))
  for (const name of watched.stoodMs.keys()) {
    if (name.startsWith('I3 ') && !names.has(name)) watched.stoodMs.delete(name)
  }
  for (const order of standingNow) {
    const stoodMs = stands(tick, `I3 ${order.clientId}`, true)
    noteDuration(soak.evidence, 'an order was open after a stop', stoodMs)
    if (stoodMs <= STANDING_MAX_MS || stoodMs - tick.forMs > STANDING_MAX_MS) continue
    violate(soak.evidence, {
      promise: 'I3',
      words: `${order.clientId} is still open ${stoodMs} ms after a stop`,
      observed: order,
    })
  }
}

/** Returns how long a state has lasted, including the time since the last check. */
const stands = ({ watched, forMs }: Tick, name: string, isThere: boolean): number => {
  const stoodMs = isThere ? (watched.stoodMs.get(name) ?? 0) + forMs : 0
  watched.stoodMs.set(name, stoodMs)
  return stoodMs
}

export const describeStanding = ({ positions, open }: Standing) => ({ positions: Object.fromEntries(positions), open })
