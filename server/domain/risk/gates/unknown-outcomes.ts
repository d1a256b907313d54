import { type Gate, increases } from '../gate.ts'
import { firstFailing, measure } from '../observation.ts'

/** Rejects increases while an earlier order of the symbol, or several elsewhere, are unconfirmed. */
export const unknownOutcomes: Gate = {
  id: 'G07',
  code: 'UNKNOWN_OUTCOME',
  kind: 'S',
  enforces: increases,
  read: (_candidate, { unknownOutcomes: { onSymbol, total }, constitution: { data } }) =>
    firstFailing(
      measure({
        what: 'the number of unknown outcomes',
        observed: total,
        bound: 'less than',
        limit: data.maxUnknownOutcomes,
        unit: 'count',
        setting: 'data.maxUnknownOutcomes',
        remedy: 'wait until the exchange has confirmed their outcome',
      }),
      measure({
        what: 'the number of unknown outcomes on the symbol',
        observed: onSymbol,
        bound: 'at most',
        limit: 0,
        unit: 'count',
        remedy: 'wait until the exchange has confirmed their outcome',
      }),
    ),
}
