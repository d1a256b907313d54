import { STREAM_VERSION } from '../../../../contract/stream/limits.ts'

/** What every message of the server in the examples has. */
export const ENVELOPE = {
  v: STREAM_VERSION,
  epoch: 'run_01M800AWQ1D0GQ2B2S3V6T7N8P',
  sentAtMs: 1795296732246,
} as const
