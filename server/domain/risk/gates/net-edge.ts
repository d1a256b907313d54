import type { Candidate } from '../../order/order.ts'
import { isAutotradingEntry } from '../entry.ts'
import type { Gate, Observation } from '../gate.ts'

/** An entry of autotrading must be worth its costs even at the low end of the estimate. On paper this only informs. */
export const netEdge: Gate = {
  id: 'G24',
  code: 'EDGE',
  kind: 'Q',
  enforces: (candidate) => isAutotradingEntry(candidate) && candidate.mode === 'LIVE',
  read: (candidate, { netEdgeLcb }) => {
    if (!isAutotradingEntry(candidate)) return reading(true, netEdgeLcb, 'only entries of autotrading need an edge')
    if (netEdgeLcb === null) {
      return reading(
        false,
        null,
        `the edge after costs is not known: let the signal be calibrated${informs(candidate)}`,
      )
    }
    const seen = `the edge after costs is ${netEdgeLcb} at the low end; it must be more than 0`
    return netEdgeLcb > 0
      ? reading(true, netEdgeLcb, seen)
      : reading(false, netEdgeLcb, `${seen}: wait for a better signal${informs(candidate)}`)
  },
}

const reading = (pass: boolean, observed: number | null, detail: string): Observation => ({
  pass,
  observed,
  limit: 0,
  unit: 'ratio',
  detail,
})

const informs = ({ mode }: Candidate): string => (mode === 'PAPER' ? ' (on paper this is recorded only)' : '')
