import { DAY_MS } from '../../core/instant.ts'

/** What is older is told to the strategies, and what they say of it is not kept. */
export const HISTORY_MS = DAY_MS
