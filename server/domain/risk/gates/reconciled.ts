import { MINUTE_MS } from '../../../core/instant.ts'
import { atExchange, gateWithLimits, increases, isAutotradingEntry, type Observation } from '../gate.ts'
import { firstFailing, measure, state } from '../observation.ts'
import { ageProbe } from '../probes/cases.ts'
import type { RiskView } from '../risk-view.ts'
import { age } from '../setting-rule.ts'

/**
 * Passes when a recent reconciliation with the exchange shows no difference on this symbol. Autotrading entries also
 * require that the account holds no unwatched symbols.
 */
export const reconciled = gateWithLimits({
  id: 'G06',
  code: 'RECONCILED',
  kind: 'S',
  label: 'reconciliation',
  remedy: atExchange('The ledger must match the exchange: resolve the differences at the exchange.'),
  limits: {
    'data.maxReconciliationAgeMs': {
      default: MINUTE_MS,
      allowed: age,
      title: 'Age of the last full reconciliation',
      unit: 'ms',
      bound: 'at most',
      used: ({ breakers }) => breakers.reconciliationAgeMs,
      probe: ageProbe((ageMs, { reconciliation }) => ({ reconciliation: { ...reconciliation, ageMs } })),
    },
  },
  enforces: increases,
  read: (candidate, { reconciliation, constitution: { data } }) =>
    firstFailing(
      measure({
        what: 'the age of the last full reconciliation',
        observed: reconciliation.ageMs,
        bound: 'at most',
        limit: data.maxReconciliationAgeMs,
        unit: 'ms',
        setting: 'data.maxReconciliationAgeMs',
        remedy: 'wait for the next one',
      }),
      measure({
        what: 'the number of open differences on the symbol',
        observed: reconciliation.differencesOnSymbol,
        bound: 'at most',
        limit: 0,
        unit: 'count',
        remedy: 'resolve them at the exchange first',
      }),
      ...(isAutotradingEntry(candidate) ? [nothingUnwatched(reconciliation)] : []),
    ),
})

const nothingUnwatched = ({ unwatched }: RiskView['reconciliation']): Observation => {
  const held = unwatched.join(', ')
  if (held === '') return state(true, 'ALL_WATCHED', 'the account holds only configured symbols')
  const remedy = 'add it to --symbols, or close it at the exchange'
  return state(false, held, `the account holds symbols that are not configured: ${held}; ${remedy}`)
}
