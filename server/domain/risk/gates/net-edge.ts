import type { Candidate } from '../../order/order.ts'
import { byItself, type Gate, isAutotradingEntry } from '../gate.ts'
import { measure } from '../observation.ts'

/**
 * Requires the estimated edge of an autotrading entry to exceed its costs at the lower bound. Only an exploratory entry,
 * which exists only in PAPER mode, is exempt.
 */
export const netEdge: Gate = {
  id: 'G24',
  code: 'EDGE',
  kind: 'Q',
  label: 'edge after costs',
  remedy: byItself('The lower bound of the estimated edge must exceed the costs.'),
  enforces: (candidate) => isAutotradingEntry(candidate) && !isExempt(candidate),
  read: (candidate, { netEdgeLcb }) => {
    if (!isAutotradingEntry(candidate)) {
      const detail = 'only autotrading entries need an edge'
      return { pass: true, observed: netEdgeLcb, limit: 0, unit: 'ratio', detail }
    }
    const remedy = netEdgeLcb === null ? 'wait until the signal is calibrated' : 'wait for a better signal'
    return measure({
      what: 'the lower bound of the edge after costs',
      observed: netEdgeLcb,
      bound: 'more than',
      limit: 0,
      unit: 'ratio',
      remedy: `${remedy}${informs(candidate)}`,
    })
  },
}

const isExempt = ({ mode, exploratory }: Candidate): boolean => mode === 'PAPER' && exploratory === true

const informs = (candidate: Candidate): string => (isExempt(candidate) ? ' (exploring: this is recorded only)' : '')
