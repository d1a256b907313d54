import { readBreakers } from '../../control/breakers.ts'
import { unprotectedBeyond } from '../../position/unprotected-beyond.ts'
import type { Constitution } from '../constitution.ts'
import type { RiskView } from '../risk-view.ts'
import { seeing } from './cases.ts'
import { healthyView } from './healthy-case.ts'
import { type ArticlePath, type GateProbe, gateProbe, type Probe, type ProbeOutcome } from './probe.ts'
import { below, downTo, upTo } from './steps.ts'

interface Age {
  readonly path: ArticlePath
  readonly gateId: string
  readonly title: string
  readonly changes: (ageMs: number, view: RiskView) => Partial<RiskView>
}

const age = ({ changes, ...article }: Age): Probe =>
  gateProbe({
    ...article,
    unit: 'ms',
    bound: 'at most',
    steps: upTo(),
    createCase: (ageMs, constitution) => seeing(constitution, changes(ageMs, healthyView(constitution))),
  })

/** The market as it is seen at the very instant. */
const fresh = ({ book }: RiskView): Partial<RiskView> => ({
  book: { ...book, ageMs: 0 },
  markAgeMs: 0,
  privateStreamAgeMs: 0,
})

/** A position without its stop for so long counts against every entry, from the budget on. */
const uncovered = (constitution: Constitution, forMs: number): Partial<RiskView> => {
  const { atMs } = healthyView(constitution)
  const position = { protection: { unprotectedSinceMs: atMs - forMs } }
  return { unprotectedBeyondBudget: unprotectedBeyond([position], constitution.protection.budgetMs, atMs) }
}

const ROOMY = Number.MAX_SAFE_INTEGER

/** Probe of the one limit that only a circuit breaker enforces. */
const exchangeErrors = (): Probe => {
  const tryCase = (exchangeErrorPct: number, { data, limits }: Constitution): ProbeOutcome | undefined => {
    const nothing = { bookAgeMs: 0, privateStreamAgeMs: 0, reconciliationAgeMs: 0, commitP99Ms: 0 }
    const day = { netPct: 0, drawdownPct: 0, lossStreak: 0 }
    const view = {
      ...nothing,
      clock: { checked: true, offsetMs: 0, errorMs: 0, isStepped: false },
      exchangeErrorPct,
      day,
    }
    const reading = readBreakers(view, { ...data, ...limits }).find(({ id }) => id === 'EXCHANGE_ERRORS')
    return reading && { denied: reading.red, limit: reading.limit ?? undefined }
  }
  const steps: GateProbe['steps'] = upTo(100)
  return {
    path: 'data.maxExchangeErrorPct',
    title: 'Orders of a minute that the exchange refuses or does not answer',
    unit: 'percent',
    bound: 'at most',
    gateId: 'EXCHANGE_ERRORS',
    tryBeyond: (_gates, constitution) =>
      tryCase(steps(constitution.data.maxExchangeErrorPct ?? 0, constitution)[1] / 100, constitution),
    tryInside(_gates, constitution) {
      const { maxExchangeErrorPct: limit } = constitution.data
      return limit === null ? undefined : tryCase(steps(limit, constitution)[0] / 100, constitution)
    },
  }
}

/** Probes of the limits on data quality and storage. */
export const DATA_PROBES: readonly Probe[] = [
  age({
    path: 'data.maxCommitP99Ms',
    gateId: 'G04',
    title: 'The slowest hundredth of commits',
    changes: (commitP99Ms) => ({ store: { commitP99Ms, freeDiskBytes: ROOMY } }),
  }),
  gateProbe({
    path: 'data.minFreeDiskBytes',
    gateId: 'G04',
    title: 'The free space on the disk',
    unit: 'bytes',
    bound: 'at least',
    steps: downTo(),
    least: -1,
    createCase: (freeDiskBytes, constitution) => seeing(constitution, { store: { commitP99Ms: 0, freeDiskBytes } }),
  }),
  age({
    path: 'data.maxClockErrorMs',
    gateId: 'G05',
    title: 'The clock offset with its error',
    changes: (offsetMs, { clock }) => ({ clock: { ...clock, offsetMs, errorMs: 0, ageMs: 0 } }),
  }),
  age({
    path: 'data.maxClockAgeMs',
    gateId: 'G05',
    title: 'The age of the clock comparison',
    changes: (ageMs, { clock }) => ({ clock: { ...clock, offsetMs: 0, errorMs: 0, ageMs } }),
  }),
  age({
    path: 'data.maxReconciliationAgeMs',
    gateId: 'G06',
    title: 'The age of the last full reconciliation',
    changes: (ageMs, { reconciliation }) => ({ reconciliation: { ...reconciliation, ageMs } }),
  }),
  gateProbe({
    path: 'data.maxUnknownOutcomes',
    gateId: 'G07',
    title: 'Unconfirmed orders',
    unit: 'count',
    bound: 'less than',
    steps: below,
    createCase: (total, constitution) => seeing(constitution, { unknownOutcomes: { onSymbol: 0, total } }),
  }),
  age({
    path: 'data.maxBookAgeMs',
    gateId: 'G08',
    title: 'Order book age',
    changes: (ageMs, view) => ({ ...fresh(view), book: { ...view.book, ageMs } }),
  }),
  age({
    path: 'data.maxMarkAgeMs',
    gateId: 'G08',
    title: 'The age of the mark price',
    changes: (markAgeMs, view) => ({ ...fresh(view), markAgeMs }),
  }),
  age({
    path: 'data.maxPrivateStreamAgeMs',
    gateId: 'G08',
    title: 'The silence of the private stream',
    changes: (privateStreamAgeMs, view) => ({ ...fresh(view), privateStreamAgeMs }),
  }),
  age({
    path: 'data.maxFiltersAgeMs',
    gateId: 'G09',
    title: 'The age of the filters of the instrument',
    changes: (filtersAgeMs) => ({ filtersAgeMs }),
  }),
  gateProbe({
    path: 'protection.budgetMs',
    gateId: 'G23',
    title: 'How long a position may wait for its verified stop',
    unit: 'ms',
    bound: 'at most',
    steps: upTo(),
    createCase: (forMs, constitution) => seeing(constitution, uncovered(constitution, forMs)),
    readBack: (_observed, { view }) => view.constitution.protection.budgetMs,
  }),
  exchangeErrors(),
]
