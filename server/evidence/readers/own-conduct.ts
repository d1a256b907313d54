import { setImmediate } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { addConduct, NO_CONDUCT } from '../../domain/microstructure/own-conduct.ts'
import type { Observed } from '../../monitor/frame/observed.ts'
import type { ConductTruth } from '../../monitor/inputs/order-flow.ts'
import type { TradingStore } from '../../views/ports.ts'
import type { Reader } from '../reader.ts'

/** Counters of our own orders. */
interface ConductSources {
  readonly store: { readonly trading: Pick<TradingStore, 'countConduct'> }
}

/** Counts what we did in the last 24 hours, an hour at a time, so that nothing waits for it. */
export const ownConductReader = {
  at: 'BACKGROUND',
  everyMs: MINUTE_MS,
  async read({ store: { trading } }: ConductSources, nowMs: Instant): Promise<Observed<ConductTruth>> {
    const fromMs = nowMs - DAY_MS
    let conduct = NO_CONDUCT
    for (let atMs = fromMs; atMs < nowMs; atMs += HOUR_MS) {
      conduct = addConduct(conduct, trading.countConduct({ fromMs: atMs, toMs: atMs + HOUR_MS }))
      await setImmediate()
    }
    return { value: { ...conduct, fromMs, toMs: nowMs }, observedAtMs: nowMs, sampleSize: conduct.orders }
  },
} satisfies Reader<ConductTruth>
