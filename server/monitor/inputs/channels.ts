import { atOnce, defineInput } from '../frame/input.ts'

/** Reason why a message was not delivered; contains nothing of the channel itself. */
export type ChannelFault =
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'REFUSED'
  | 'RATE_LIMITED'
  | 'AUTHENTICATION'
  | 'REMOTE_FAULT'
  | 'CONFIGURATION'

/** Status of one notification channel. */
export interface ChannelTruth {
  readonly id: string
  readonly kind: 'TELEGRAM' | 'EMAIL' | 'WEBHOOK'
  /** True when the host has configured it. */
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
  what: 'The status of the notification channels',
  producedBy: 'messenger',
  maxAgeMs: atOnce,
})
