import { type Gate, increases } from '../gate.ts'
import { firstFailing, type Measure, measure, state } from '../observation.ts'

/** Checks that market data, and the stream that delivers fills, are fresh. */
export const marketData: Gate = {
  id: 'G08',
  code: 'MARKET_DATA',
  kind: 'D',
  enforces: increases,
  read: (_candidate, { book, mark, markAgeMs, privateStreamAgeMs, constitution: { data } }) => {
    if (!book.synced) return state(false, 'RESYNCING', 'the order book is out of sync: wait until it is synced')
    return firstFailing(
      measure({
        ...YOUNG,
        what: 'the age of the order book',
        observed: book.ageMs,
        limit: data.maxBookAgeMs,
        setting: 'data.maxBookAgeMs',
      }),
      measure({
        ...YOUNG,
        what: 'the age of the mark price',
        observed: mark === null ? null : markAgeMs,
        limit: data.maxMarkAgeMs,
        setting: 'data.maxMarkAgeMs',
      }),
      measure({
        ...YOUNG,
        what: 'the silence of the private stream',
        observed: privateStreamAgeMs,
        limit: data.maxPrivateStreamAgeMs,
        setting: 'data.maxPrivateStreamAgeMs',
      }),
    )
  },
}

const YOUNG = {
  bound: 'at most',
  unit: 'ms',
  remedy: 'wait until the stream is live again',
} as const satisfies Partial<Measure>
