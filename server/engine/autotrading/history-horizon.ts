import { DAY_MS } from '../../core/instant.ts'

/** Candles older than this are sent to the strategies, but the resulting ideas are not stored. */
export const HISTORY_MS = DAY_MS
