import { SECOND_MS } from '../../../core/instant.ts'
import { byItself, gateWithLimits, increases } from '../gate.ts'
import { firstFailing, type Measure, measure, state } from '../observation.ts'
import { ageProbe } from '../probes/cases.ts'
import type { RiskView } from '../risk-view.ts'
import { age } from '../setting-rule.ts'

/** Checks that market data, and the stream that delivers fills, are fresh. */
export const marketData = gateWithLimits({
  id: 'G08',
  code: 'MARKET_DATA',
  kind: 'D',
  label: 'market data',
  remedy: byItself('Wait until order book and mark price are current; see exchange-market-intelligence-truth.'),
  limits: {
    'data.maxBookAgeMs': {
      default: 2 * SECOND_MS,
      allowed: age,
      title: 'Order book age',
      unit: 'ms',
      bound: 'at most',
      used: ({ breakers }) => breakers.bookAgeMs,
      probe: ageProbe((ageMs, view) => ({ ...fresh(view), book: { ...view.book, ageMs } })),
    },
    'data.maxMarkAgeMs': {
      default: 5 * SECOND_MS,
      allowed: age,
      title: 'Mark price age',
      unit: 'ms',
      bound: 'at most',
      probe: ageProbe((markAgeMs, view) => ({ ...fresh(view), markAgeMs })),
    },
    'data.maxPrivateStreamAgeMs': {
      default: 30 * SECOND_MS,
      allowed: age,
      title: 'Time since the last message of the private stream',
      unit: 'ms',
      bound: 'at most',
      used: ({ breakers }) => breakers.privateStreamAgeMs,
      probe: ageProbe((privateStreamAgeMs, view) => ({ ...fresh(view), privateStreamAgeMs })),
    },
  },
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
        what: 'the time since the last message of the private stream',
        observed: privateStreamAgeMs,
        limit: data.maxPrivateStreamAgeMs,
        setting: 'data.maxPrivateStreamAgeMs',
      }),
    )
  },
})

const YOUNG = {
  bound: 'at most',
  unit: 'ms',
  remedy: 'wait until the stream is live again',
} as const satisfies Partial<Measure>

/** Risk view of a market whose data have just been received. */
const fresh = ({ book }: RiskView): Partial<RiskView> => ({
  book: { ...book, ageMs: 0 },
  markAgeMs: 0,
  privateStreamAgeMs: 0,
})
