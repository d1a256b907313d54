import type { RiskLimit, RiskLimits, SymbolRisk as SymbolRiskBody } from '../../contract/limits.ts'
import { decimal } from '../core/decimal.ts'
import { toRfc3339 } from '../core/instant.ts'
import { type Money, printMoney, toMoney } from '../domain/account/money.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import { DEFAULT_CONSTITUTION } from '../domain/risk/default-constitution.ts'
import type { Bound, GateLimit, Limit, LimitPath } from '../domain/risk/gate.ts'
import { GATES } from '../domain/risk/gates/index.ts'
import { roundDigits } from '../domain/risk/observation.ts'
import { type PresentRisk, type SymbolRisk, sumLosses } from '../domain/risk/present-risk.ts'
import { PROBES } from '../domain/risk/probes/index.ts'
import { compareLimit, limitAt } from '../domain/risk/probes/probe.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { readPresentRisk } from '../engine/trading/present-risk.ts'
import type { ControlReader } from './control-reader.ts'

/** Returns the risk limits as the API body: limits in effect, their used part, and the loss when every stop is hit. */
export const limitsBody = ({ state, constitution, loadedAtMs, now }: ControlReader): RiskLimits => {
  const nowMs = now()
  const { rules } = state
  const risk = readPresentRisk(state, nowMs)
  return {
    constitution: {
      hash: constitution.hash,
      source: constitution.source,
      fileHash: constitution.file?.digest ?? null,
      loadedAt: toRfc3339(loadedAtMs),
    },
    appliesToManual: rules.constitution.limits.appliesToManual,
    equity: printOrNull(risk.equity),
    limits: ENFORCED.map((limit) => limitBody(limit, rules.constitution, risk)),
    openRisk: {
      lossFromMark: printOrNull(sumLosses(risk)),
      worstLoss: printOrNull(risk.worstLoss),
      symbols: risk.symbols.map((each) => symbolBody(state, each)),
    },
    asOf: toRfc3339(nowMs),
  }
}

const printOrNull = (money: Money | null): string | null => (money === null ? null : printMoney(money))

/** A limit, and the gate or breaker that enforces it. */
interface EnforcedLimit extends Pick<GateLimit, 'title' | 'unit' | 'bound' | 'used'> {
  readonly path: LimitPath
  readonly gateId: string
  readonly gate: string
}

const BREAKER_LIMITS: readonly EnforcedLimit[] = PROBES.filter(({ gateId }) => gateId === 'EXCHANGE_ERRORS').map(
  (probe) => ({ ...probe, gate: 'exchange errors', used: ({ breakers }) => breakers.exchangeErrorPct }),
)

const ENFORCED: readonly EnforcedLimit[] = [
  ...GATES.flatMap(({ id, label, limits = {} }) =>
    Object.entries<GateLimit>(limits).map(([path, limit]) => ({
      ...limit,
      path: path as LimitPath,
      gateId: id,
      gate: label,
    })),
  ),
  ...BREAKER_LIMITS,
]

const limitBody = (enforced: EnforcedLimit, constitution: Constitution, risk: PresentRisk): RiskLimit => {
  const { path, title, unit, bound, gateId, gate, used: readUsed } = enforced
  const limit = limitAt(constitution, path)
  const byDefault = limitAt(DEFAULT_CONSTITUTION, path)
  const used = readUsed?.(risk) ?? null
  return {
    path,
    title,
    unit,
    operator: OPERATORS[bound],
    limit,
    default: byDefault,
    comparison: compareLimit(bound, byDefault, limit),
    gateId,
    gate,
    perOrder: readUsed === undefined,
    used: print(used),
    ...compareUsed(bound, used, limit),
  }
}

const OPERATORS: Record<Bound, RiskLimit['operator']> = { 'at most': '≤', 'less than': '<', 'at least': '≥' }

/** Prints an amount as a string, and a number with the digits of a gate reading. */
const print = (value: Money | number | null): RiskLimit['used'] => {
  if (typeof value === 'bigint') return printMoney(value)
  return value !== null && Number.isFinite(value) ? roundDigits(value) : null
}

/** Returns the remaining amount and the used share of a limit; fully used when there is no equity left. */
const compareUsed = (
  bound: Bound,
  used: Money | number | null,
  limit: Limit,
): Pick<RiskLimit, 'headroom' | 'usedShare'> => {
  if (used === null || limit === null) return { headroom: null, usedShare: null }
  const [part, whole] = bound === 'at least' ? [Number(limit), Number(used)] : [scaled(used), Number(limit)]
  const left = typeof used === 'bigint' ? toMoney(decimal(String(limit))) - used : Number(limit) - used
  return {
    headroom: print(bound === 'at least' ? -left : left),
    usedShare: part === 0 ? 0 : whole > 0 && Number.isFinite(part) ? Number((part / whole).toPrecision(4)) : 1,
  }
}

const scaled = (used: Money | number): number => (typeof used === 'bigint' ? Number(printMoney(used)) : used)

const symbolBody = ({ ledger, market }: EngineState, risk: SymbolRisk): SymbolRiskBody => {
  const position = ledger.positions.get(risk.symbol)
  const instrument = market.instruments.get(risk.symbol)?.instrument
  return {
    symbol: risk.symbol,
    positionId: position?.positionId ?? null,
    direction: position?.direction ?? null,
    stop: position && instrument ? instrument.price.print(position.protection.plan.stopLoss.price) : null,
    exposure: printMoney(risk.exposure),
    lossAtStop: printOrNull(risk.position?.lossAtStop ?? null),
    lossFromMark: printOrNull(risk.position?.lossFromMark ?? null),
    worstLoss: printOrNull(risk.worstLoss),
  }
}
