import { DAY_MS, SECOND_MS } from '../../core/instant.ts'
import { INPUTS } from '../../monitor/frame/inputs.ts'
import type { WatchTruth } from '../../monitor/inputs/observation.ts'
import type { Reader } from '../reader.ts'
import { feedsReader } from './health.ts'

/** Records once a second the observations that the readiness gates evaluate over time. */
export const watchReader: Reader<WatchTruth> = {
  at: 'BACKGROUND',
  everyMs: SECOND_MS,
  read(sources, nowMs) {
    const { state, records } = sources
    const { session, ledger, rules } = state
    const { constitution } = rules
    const feeds = feedsReader.read(sources, nowMs)
    const { offsetMs, errorMs, atMs } = session.clock
    records.watch.note({
      atMs: nowMs,
      isFeedFresh: feeds !== undefined && nowMs - feeds.observedAtMs <= INPUTS.feeds.maxAgeMs(constitution),
      reconciledAtMs: session.reconciliation.doneAtMs,
      differs: ledger.differences.size > 0,
      clock: offsetMs === null || errorMs === null ? null : { atMs, offMs: Math.abs(offsetMs) + errorMs },
    })
    const value = records.watch.truth(constitution.monitor.goLiveWindowDays * DAY_MS, nowMs)
    return { value, observedAtMs: nowMs }
  },
}
