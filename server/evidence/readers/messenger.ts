import type { ChannelTruth, DigestTruth } from '../../monitor/inputs/messenger.ts'
import { always } from '../reader.ts'

export const channelsReader = always<readonly ChannelTruth[]>(({ messenger }, nowMs) => ({
  value: messenger.channels(),
  observedAtMs: nowMs,
}))

/** The digest as it was composed, and what was found when its lines were last checked. */
export const digestReader = always<DigestTruth>(({ messenger }) => messenger.digest())
