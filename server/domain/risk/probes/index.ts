/** Probes of the constitution: one for each limit that a gate or a circuit breaker enforces. */

import { readBreakers } from '../../control/breakers.ts'
import type { Constitution } from '../constitution.ts'
import { GATES } from '../gates/index.ts'
import { upTo } from './cases.ts'
import { type Probe, type ProbeOutcome, probesFor } from './probe.ts'

/** Probe of the limit that only a circuit breaker enforces. */
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
  const steps = upTo(100)
  return {
    path: 'data.maxExchangeErrorPct',
    title: 'Orders per minute that the exchange rejects or does not respond to',
    unit: 'percent',
    bound: 'at most',
    gateId: 'EXCHANGE_ERRORS',
    tryBeyond: (_gates, constitution) =>
      tryCase(steps(constitution.data.maxExchangeErrorPct ?? 0)[1] / 100, constitution),
    tryInside(_gates, constitution) {
      const { maxExchangeErrorPct: limit } = constitution.data
      return limit === null ? undefined : tryCase(steps(limit)[0] / 100, constitution)
    },
  }
}

/** One probe for every enforced limit of the constitution, in order of the gates. */
export const PROBES: readonly Probe[] = [exchangeErrors(), ...GATES.flatMap(probesFor)]
