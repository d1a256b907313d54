import { computeQuantile } from '../../../core/statistics/quantile.ts'
import type { RecordedLag } from '../../../domain/market/recorded-lag.ts'

/** So many are kept at most: beyond that every second one, then every fourth, and so on. */
const SAMPLES_MAX = 8_192

/** Counts how long after its exchange time each message was received. */
export interface LagCount {
  add(lagMs: number): void
  /** Null where no message was counted. */
  result(): RecordedLag | null
}

export const countLag = (): LagCount => {
  let samples: number[] = []
  let every = 1
  let messages = 0
  let minMs = Number.POSITIVE_INFINITY
  let maxMs = Number.NEGATIVE_INFINITY
  return {
    add(lagMs) {
      minMs = Math.min(minMs, lagMs)
      maxMs = Math.max(maxMs, lagMs)
      if (messages++ % every !== 0) return
      samples.push(lagMs)
      if (samples.length < SAMPLES_MAX) return
      samples = samples.filter((_, index) => index % 2 === 0)
      every *= 2
    },
    result() {
      if (messages === 0) return null
      const sorted = samples.toSorted((a, b) => a - b)
      const at = (share: number): number => tenths(computeQuantile(sorted, share))
      return { messages, minMs: tenths(minMs), p50Ms: at(0.5), p99Ms: at(0.99), maxMs: tenths(maxMs) }
    },
  }
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10
