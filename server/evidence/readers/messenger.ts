import type { ChannelTruth } from '../../monitor/inputs/channels.ts'
import type { DigestTruth } from '../../monitor/inputs/digest.ts'
import { always } from '../reader.ts'

export const channelsReader = always<readonly ChannelTruth[]>(({ messenger }, nowMs) => ({
  value: messenger.channels(),
  observedAtMs: nowMs,
}))

/** The digest as it was composed, and what was found when its lines were last checked. */
export const digestReader = always<DigestTruth>(({ messenger }) => messenger.digest())
