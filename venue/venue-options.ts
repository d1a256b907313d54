import { DAY_MS, HOUR_MS, MINUTE_MS } from '../server/core/instant.ts'
import type { Random } from '../server/core/random.ts'
import type { Clock } from '../server/engine/model/ports.ts'
import type { Credentials } from './binance/rest/auth.ts'
import type { KeyPermissions } from './binance/rest/permissions.ts'
import type { WireLimits } from './binance/view/symbol-info.ts'
import type { WireFaultPlan } from './exchange/faults/wire-fault-plan.ts'

/** Listen address, accepted keys and deviations from the defaults. */
export interface VenueOptions extends Credentials {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Empty lists all the market has. */
  readonly symbols: readonly string[]
  readonly permissions?: KeyPermissions
  readonly limits?: Partial<WireLimits>
  readonly lives?: Partial<VenueLives>
  readonly faults?: WireFaultPlan
}

/** Lifetimes. */
interface VenueLives {
  readonly connectionMs: number
  readonly pingMs: number
  readonly listenKeyMs: number
}

/** External dependencies of this program. */
export interface VenueSources {
  readonly clock: Clock
  /** Uniform in [0, 1), for ids and keys. */
  readonly random: Random
}

const LIVES: VenueLives = { connectionMs: DAY_MS, pingMs: 3 * MINUTE_MS, listenKeyMs: HOUR_MS }

/** Lifetimes of connections and keys; a fault plan overrides the options. */
export const resolveLives = (
  { lives = {} }: VenueOptions,
  { connectionMs, listenKeyMs }: WireFaultPlan,
): VenueLives => ({
  ...LIVES,
  ...lives,
  ...(connectionMs !== null && { connectionMs }),
  ...(listenKeyMs !== null && { listenKeyMs }),
})
