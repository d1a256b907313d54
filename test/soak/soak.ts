import type { Random } from '../../server/core/random.ts'
import type { Caller, Sent } from '../support/order-stream.ts'
import type { Evidence } from './evidence.ts'
import { readHostStatus, waitFor } from './stage/engine-host.ts'
import { type Keeper, upSince } from './stage/keeper.ts'
import type { Place } from './stage/place.ts'
import type { VenueReader } from './stage/venue-books.ts'

/** Trader with separate random draws. */
export interface Trader {
  readonly caller: Caller
  readonly random: Random
  /** Instructions without an answer. */
  readonly unheard: Sent[]
}

/** Run of both programs, with its evidence. */
export interface Soak {
  readonly place: Place
  readonly reader: VenueReader
  readonly venue: Keeper
  readonly engine: Keeper
  readonly traders: readonly Trader[]
  readonly evidence: Evidence
  /** Random source of mishaps and their times. */
  readonly random: Random
  /** Called at the next acknowledgement, once. */
  onAcknowledged: (() => void) | undefined
  /** True while a program is frozen: neither can be checked then. */
  frozen: boolean
  /** Instant of the end of the last freeze. */
  thawedAtMs: number
  /** True when trading has ended and no more faults are injected. */
  over: boolean
}

/** Returns the instant since which both programs are up; undefined while one is not. */
export const bothUpSince = ({ venue, engine, frozen, thawedAtMs }: Soak): number | undefined => {
  const [venueSince, engineSince] = [upSince(venue), upSince(engine)]
  if (frozen || venueSince === undefined || engineSince === undefined) return undefined
  return Math.max(venueSince, engineSince, thawedAtMs)
}

const UNSETTLED: readonly string[] = ['STARTING', 'RECONCILING', 'STOPPING', 'STOPPED']

/**
 * Waits until the engine reports a reconciliation without differences after `sinceMs`; false when that does not happen
 * in time.
 */
export const untilReconciled = async (soak: Soak, sinceMs: number, withinMs: number): Promise<boolean> => {
  const agreed = await waitFor(
    async () => {
      const status = bothUpSince(soak) === undefined ? undefined : await readHostStatus(soak.place)
      if (!status) return undefined
      const { at, ok } = status.lastReconciliation
      noteReconciled(soak, at)
      const well = ok && status.exchange.connected && !UNSETTLED.includes(status.state)
      return well && at !== null && Date.parse(at) >= sinceMs ? status : undefined
    },
    { withinMs, everyMs: 100 },
  )
  return agreed !== undefined
}

/** Records the first reconciliation of the engine's present life. */
export const noteReconciled = ({ engine, evidence }: Soak, at: string | null): void => {
  const number = engine.present?.life.number
  if (at === null || number === undefined || evidence.reconciledAtMs.has(number)) return
  evidence.reconciledAtMs.set(number, Date.parse(at))
}
