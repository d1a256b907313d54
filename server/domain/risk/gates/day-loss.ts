import { gateWithLimits, isBoundByLosses, onHost } from '../gate.ts'
import { measure } from '../observation.ts'
import { byAutotrading, healthyView, seeing, upTo } from '../probes/cases.ts'
import { percent } from '../setting-rule.ts'

const HUNDREDTHS = 100

/** Blocks increasing orders once the loss of the UTC day reaches its limit, until the next day or a higher limit. */
export const dayLoss = gateWithLimits({
  id: 'G20',
  code: 'DAILY_LOSS',
  kind: 'B',
  label: 'daily loss',
  remedy: onHost('Wait until the day ends, or raise the limit in the constitution on the host.'),
  limits: {
    'limits.maxDayLossPct': {
      default: 2,
      allowed: percent,
      title: 'Daily loss as a share of equity',
      unit: 'percent',
      bound: 'at most',
      used: ({ day: { netPct } }) => (netPct === null ? null : Math.max(0, 0 - netPct)),
      probe: {
        steps: upTo(HUNDREDTHS),
        createCase: (loss, constitution) =>
          byAutotrading(
            seeing(constitution, { day: { ...healthyView(constitution).day, netPct: -loss / HUNDREDTHS } }),
          ),
        readBack: ({ limit }) => (limit === null ? undefined : 0 - Number(limit)),
      },
    },
  },
  enforces: isBoundByLosses,
  read: (_candidate, { day, constitution: { limits } }) =>
    measure({
      what: 'the net result of the day as a share of equity',
      observed: day.netPct,
      bound: 'at least',
      limit: limits.maxDayLossPct === null ? null : 0 - limits.maxDayLossPct,
      unit: 'percent',
      setting: 'limits.maxDayLossPct',
      remedy: 'only reducing orders pass until the next UTC day',
    }),
})
