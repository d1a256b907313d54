import { STREAM_VERSION } from '../../../../contract/stream/limits.ts'

/** Common fields of every server message in the examples. */
export const ENVELOPE = {
  v: STREAM_VERSION,
  epoch: 'run_01M800AWQ1D0GQ2B2S3V6T7N8P',
  sentAtMs: 1795296732246,
} as const
