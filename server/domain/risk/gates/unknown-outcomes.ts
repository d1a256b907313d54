import { byItself, gateWithLimits, increases } from '../gate.ts'
import { firstFailing, measure } from '../observation.ts'
import { below, seeing } from '../probes/cases.ts'
import { whole } from '../setting-rule.ts'

/**
 * Rejects increasing orders while the outcome of an earlier order in the symbol, or of several orders in other symbols,
 * is unknown.
 */
export const unknownOutcomes = gateWithLimits({
  id: 'G07',
  code: 'UNKNOWN_OUTCOME',
  kind: 'S',
  label: 'unknown order outcomes',
  remedy: byItself('The outcome of every order must be confirmed by the exchange.'),
  limits: {
    'data.maxUnknownOutcomes': {
      default: 2,
      allowed: whole(1, 1_000),
      title: 'Unconfirmed orders',
      unit: 'count',
      bound: 'less than',
      used: ({ unknownOutcomes }) => unknownOutcomes,
      probe: {
        steps: below,
        createCase: (total, constitution) => seeing(constitution, { unknownOutcomes: { onSymbol: 0, total } }),
      },
    },
  },
  enforces: increases,
  read: (_candidate, { unknownOutcomes: { onSymbol, total }, constitution: { data } }) =>
    firstFailing(
      measure({
        what: 'the number of orders with unknown outcome',
        observed: total,
        bound: 'less than',
        limit: data.maxUnknownOutcomes,
        unit: 'count',
        setting: 'data.maxUnknownOutcomes',
        remedy: 'wait until the exchange has confirmed their outcome',
      }),
      measure({
        what: 'the number of orders with unknown outcome on the symbol',
        observed: onSymbol,
        bound: 'at most',
        limit: 0,
        unit: 'count',
        remedy: 'wait until the exchange has confirmed their outcome',
      }),
    ),
})
