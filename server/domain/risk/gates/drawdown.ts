import { isBoundByLosses } from '../entry.ts'
import type { Gate } from '../gate.ts'
import { measure } from '../observation.ts'

/** Blocks increasing orders at this drawdown until the host re-arms it. */
export const drawdown: Gate = {
  id: 'G21',
  code: 'DRAWDOWN',
  kind: 'B',
  enforces: isBoundByLosses,
  read: (_candidate, { day, constitution: { limits } }) =>
    measure({
      what: 'the fall of the equity below its peak',
      observed: day.drawdownPct,
      bound: 'at most',
      limit: limits.maxDrawdownPct,
      unit: 'percent',
      setting: 'limits.maxDrawdownPct',
      remedy: 'only orders that reduce pass until the host resumes: plimsoll resume',
    }),
}
