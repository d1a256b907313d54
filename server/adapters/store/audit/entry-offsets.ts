/** Binary searches of the audit log by entry number and by time. */

import type { Instant } from '../../../core/instant.ts'
import { parseLine } from './entry-line.ts'
import { type IsPast, type Search, type Span, startOfFirst } from './lines.ts'

/** Returns the file offset of the entry `seq`, or of the first one after it. */
export const startOfSeq = (span: Span, seq: number): Search<number> =>
  startOfFirst(
    span,
    compare((entry) => entry.seq >= seq),
  )

/** Returns the file offset of the first entry made at `atMs` or later, in a log whose clock never ran backwards. */
export const startOfTime = (span: Span, atMs: Instant): Search<number> =>
  startOfFirst(
    span,
    compare((entry) => entry.atMs >= atMs),
  )

type Logged = NonNullable<ReturnType<typeof parseLine>>

const compare =
  (isPast: (entry: Logged) => boolean): IsPast =>
  ({ bytes }) => {
    const entry = parseLine(bytes)
    return entry && isPast(entry)
  }
