import { type Gate, increases } from '../gate.ts'
import { firstFailing, measure } from '../observation.ts'

/** Our books were lately compared with the exchange's, and agree on this symbol. */
export const reconciled: Gate = {
  id: 'G06',
  code: 'RECONCILED',
  kind: 'S',
  enforces: increases,
  read: (_candidate, { reconciliation, constitution: { data } }) =>
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
        remedy: 'settle them with the exchange first',
      }),
    ),
}
