/** From the exchange time of recorded messages to their receipt, ms by both clocks; below zero the recorder's clock was behind. */
export interface RecordedLag {
  readonly messages: number
  readonly minMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}
