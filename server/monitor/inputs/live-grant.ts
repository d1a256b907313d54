import type { GivenGrant } from '../../domain/control/live-grant.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Permission for live trading that the host has granted, if any. */
export interface LiveGrantTruth {
  readonly grant: GivenGrant | null
}

export const liveGrant = defineInput<LiveGrantTruth>({
  kind: 'STATE',
  source: 'host.live-grant',
  what: 'What the host has given for trading with real money',
  producedBy: 'plimsoll live arm',
  maxAgeMs: atOnce,
})
