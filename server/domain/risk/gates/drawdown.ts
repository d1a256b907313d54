import { gateWithLimits, isBoundByLosses, onHost } from '../gate.ts'
import { measure } from '../observation.ts'
import { byAutotrading, healthyView, seeing, upTo } from '../probes/cases.ts'
import { percent } from '../setting-rule.ts'

const HUNDREDTHS = 100

/**
 * Blocks increasing orders once the drawdown from the peak equity reaches its limit, until the breaker is re-armed on
 * the host.
 */
export const drawdown = gateWithLimits({
  id: 'G21',
  code: 'DRAWDOWN',
  kind: 'B',
  label: 'drawdown',
  remedy: onHost('Wait until equity recovers, or raise the limit in the constitution on the host.'),
  limits: {
    'limits.maxDrawdownPct': {
      default: 10,
      allowed: percent,
      title: 'Drawdown from peak equity',
      unit: 'percent',
      bound: 'at most',
      used: ({ day }) => day.drawdownPct,
      probe: {
        steps: upTo(HUNDREDTHS),
        createCase: (fall, constitution) =>
          byAutotrading(
            seeing(constitution, { day: { ...healthyView(constitution).day, drawdownPct: fall / HUNDREDTHS } }),
          ),
      },
    },
  },
  enforces: isBoundByLosses,
  read: (_candidate, { day, constitution: { limits } }) =>
    measure({
      what: 'the drawdown from peak equity',
      observed: day.drawdownPct,
      bound: 'at most',
      limit: limits.maxDrawdownPct,
      unit: 'percent',
      setting: 'limits.maxDrawdownPct',
      remedy: 'only reducing orders pass until trading is resumed on the host: plimsoll resume',
    }),
})
