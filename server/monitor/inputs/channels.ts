import { atOnce, defineInput } from '../frame/input.ts'

/** Why a message did not get through; nothing of the channel itself is in it. */
export type ChannelFault =
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'REFUSED'
  | 'RATE_LIMITED'
  | 'AUTHENTICATION'
  | 'REMOTE_FAULT'
  | 'CONFIGURATION'

/** How one way out of the platform stands. */
export interface ChannelTruth {
  readonly id: string
  readonly kind: 'TELEGRAM' | 'EMAIL' | 'WEBHOOK'
  /** Whether the host has configured it. */
  readonly enabled: boolean
  readonly lastAttemptAtMs: number | null
  readonly lastDeliveredAtMs: number | null
  readonly lastErrorCategory: ChannelFault | null
  readonly queued: number
  /** Given up in this run. */
  readonly dropped: number
}

/** Every channel of the messenger, also those that are not enabled. */
export const channels = defineInput<readonly ChannelTruth[]>({
  kind: 'STATE',
  source: 'messenger.channels',
  what: 'How the channels of the messenger stand',
  producedBy: 'messenger',
  maxAgeMs: atOnce,
})
