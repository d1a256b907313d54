/**
 * Signs of manipulation in a market ("components"): the level of each, the evidence for it, and the posture they
 * combine to.
 */

import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { fleetingShare, sumHourFlow } from './book-depth.ts'
import { type EventRate, rateReading } from './event-rate.ts'
import { computeCapRatio } from './funding.ts'
import { rankInSeries } from './hourly-series.ts'
import { CASCADE_DAY_MINUTES, type LiquidationReading, readLiquidations } from './liquidations.ts'
import { MICRO_RULES } from './micro-rules.ts'
import { createMicro, type Micro } from './micro-state.ts'
import { computeVpin } from './order-flow.ts'

/** A sign of manipulation, its level, and the evidence for it. */
export interface Component {
  readonly id: ComponentId
  readonly value: number | null
  readonly z: number | null
  readonly percentile: number | null
  readonly level: Level
  readonly baselineDays: number
  readonly n: number
  readonly evidence: Evidence
}

export type Level = 'CLEAN' | 'ELEVATED' | 'HOSTILE' | 'INSUFFICIENT_EVIDENCE'

export type ComponentId = 'spoof' | 'layering' | 'fleeting' | 'trap' | 'vpin' | 'funding' | 'cascade' | 'selfConduct'

/** Available and required evidence for a level. */
export interface Evidence {
  readonly have: number
  readonly need: number
  readonly unit: 'days' | 'bars' | 'minutes' | 'liquidations' | 'openInterest' | 'fundingRates'
}

/** Returns all signs visible in market data; our own conduct is rated from the account. */
export const readComponents = (micro: Micro, atMs: Instant): Component[] => [
  rateComponent('spoof', micro.spoofRate, atMs),
  rateComponent('layering', micro.layerRate, atMs),
  fleetingComponent(micro, atMs),
  trapComponent(micro, atMs),
  vpinComponent(micro, atMs),
  fundingComponent(micro, atMs),
  cascadeComponent(micro, atMs),
]

/**
 * Returns the level. A hostile level needs no full week of evidence, but a good one does: less evidence never makes a
 * market look better. ELEVATED ranks above missing evidence, so it also requires a full week.
 */
export const classifyLevel = (isHostile: boolean, isElevated: boolean, { have, need }: Evidence): Level => {
  if (isHostile) return 'HOSTILE'
  if (have < need) return 'INSUFFICIENT_EVIDENCE'
  return isElevated ? 'ELEVATED' : 'CLEAN'
}

const countDays = (baselineDays: number): Evidence => ({
  have: baselineDays,
  need: MICRO_RULES.baselineDays,
  unit: 'days',
})

const rateComponent = (id: ComponentId, rate: EventRate, atMs: Instant): Component => {
  const { n, z, baselineDays } = rateReading(rate, atMs)
  const evidence = countDays(baselineDays)
  const level = classifyLevel(z >= MICRO_RULES.rateHostile, z >= MICRO_RULES.rateElevated, evidence)
  return { id, value: n, z, percentile: null, level, baselineDays, n, evidence }
}

/**
 * Rates fleeting adds. In a market with fast quotes, nearly every large add is withdrawn immediately, so the share must
 * also be unusual for this market.
 */
const fleetingComponent = ({ levels, fleeting }: Micro, atMs: Instant): Component => {
  const { fleetingElevated, fleetingHostile, percentileElevated, percentileHostile } = MICRO_RULES
  const sums = sumHourFlow(levels.flow, atMs)
  const value = fleetingShare(sums)
  const { percentile, baselineDays } = rankInSeries(fleeting, atMs, value)
  const evidence = countDays(baselineDays)
  const exceeds = (share: number, rank: number): boolean => (value ?? 0) >= share && (percentile ?? 0) >= rank
  const isKnown = baselineDays >= evidence.need && value !== null
  const level = isKnown
    ? classifyLevel(
        exceeds(fleetingHostile, percentileHostile),
        exceeds(fleetingElevated, percentileElevated),
        evidence,
      )
    : 'INSUFFICIENT_EVIDENCE'
  return { id: 'fleeting', value, z: null, percentile, level, baselineDays, n: sums.largeAdds, evidence }
}

const trapComponent = ({ trap, traps, funding }: Micro, atMs: Instant): Component => {
  const { trapWindowMs, trapExtremeBars, trapBarMs, trapHostile, trapElevated } = MICRO_RULES
  const n = traps.filter((at) => at > atMs - trapWindowMs && at <= atMs).length
  const seesInterest = Boolean(funding.mark?.openInterest)
  const have = Math.min(trap.unbroken, trap.informed + trapExtremeBars)
  const bars: Evidence = { have, need: trapWindowMs / trapBarMs + trapExtremeBars, unit: 'bars' }
  const evidence: Evidence = seesInterest ? bars : { have: 0, need: 1, unit: 'openInterest' }
  const level = classifyLevel(n >= trapHostile, n >= trapElevated, evidence)
  return { id: 'trap', value: n, z: null, percentile: null, level, baselineDays: 0, n: trap.unbroken, evidence }
}

const vpinComponent = ({ vpin }: Micro, atMs: Instant): Component => {
  const value = computeVpin(vpin)
  const { percentile, baselineDays, n } = rankInSeries(vpin.history, atMs, value)
  const evidence = countDays(value === null ? 0 : baselineDays)
  const rank = evidence.have < evidence.need ? 0 : (percentile ?? 0)
  const level = classifyLevel(rank >= MICRO_RULES.percentileHostile, rank >= MICRO_RULES.percentileElevated, evidence)
  return { id: 'vpin', value, z: null, percentile, level, baselineDays, n, evidence }
}

/** Rates funding against the venue's rate limit, if any, and against the size of past rates. */
const fundingComponent = ({ funding }: Micro, atMs: Instant): Component => {
  const value = computeCapRatio(funding)
  const { percentile, baselineDays, n } = rankInSeries(funding.hours, atMs, funding.rate, Math.abs)
  const evidence: Evidence =
    funding.rate === null ? { have: 0, need: 1, unit: 'fundingRates' } : countDays(baselineDays)
  const isElevated =
    (value ?? 0) >= MICRO_RULES.fundingRatioElevated || (percentile ?? 0) >= MICRO_RULES.fundingPercentile
  return {
    id: 'funding',
    value,
    z: null,
    percentile,
    level: classifyLevel(false, isElevated, evidence),
    baselineDays,
    n,
    evidence,
  }
}

/**
 * Rates the liquidations of the last five minutes against the mean of 24 hours. A market without liquidations is clean
 * only where their stream was observed.
 */
const cascadeComponent = ({ liquidations }: Micro, atMs: Instant): Component => {
  const reading = readLiquidations(liquidations, atMs)
  const { n, days, ratio } = reading
  const isKnown = reading.dayMinutes >= CASCADE_DAY_MINUTES
  const exceeds = (multiple: number): boolean => isKnown && n >= MICRO_RULES.cascadeMin && ratio >= multiple
  return {
    id: 'cascade',
    value: isKnown ? ratio : null,
    z: null,
    percentile: null,
    level: classifyLevel(
      exceeds(MICRO_RULES.cascadeHostile),
      exceeds(MICRO_RULES.cascadeElevated),
      liquidationEvidence(reading),
    ),
    baselineDays: days,
    n,
    evidence: liquidationEvidence(reading),
  }
}

/** Returns the first evidence that is not sufficient: the stream, its baseline, the day, the last five minutes. */
const liquidationEvidence = ({ isLive, days, dayMinutes, windowMinutes }: LiquidationReading): Evidence => {
  const needed: readonly Evidence[] = [
    { have: isLive ? 1 : 0, need: 1, unit: 'liquidations' },
    { have: dayMinutes, need: CASCADE_DAY_MINUTES, unit: 'minutes' },
    { have: windowMinutes, need: MICRO_RULES.cascadeWindowMs / MINUTE_MS, unit: 'minutes' },
  ]
  const baseline = countDays(days)
  if (isLive && days < baseline.need) return baseline
  return needed.find(({ have, need }) => have < need) ?? baseline
}

/** Rules for combining the signs into one posture. */
interface PostureRules {
  /** Signs that are required for a good posture. */
  readonly mandatory: readonly ComponentId[]
  /** Signs that make a market hostile on their own. */
  readonly decisive: readonly ComponentId[]
  /** Number of elevated components that also counts as hostile. */
  readonly elevatedForHostile: number
}

export const POSTURE_RULES: PostureRules = {
  mandatory: ['spoof', 'layering', 'fleeting', 'trap', 'vpin', 'funding', 'cascade', 'selfConduct'],
  decisive: ['spoof', 'layering', 'trap', 'cascade', 'selfConduct'],
  elevatedForHostile: 3,
}

/** Combines the signs: hostile ones take precedence, then a missing sign rules out a good posture. */
export const classifyPosture = (
  { components }: { readonly components: readonly Component[] },
  rules: PostureRules = POSTURE_RULES,
): Level => {
  const raised = components.filter(({ level }) => level === 'ELEVATED' || level === 'HOSTILE')
  const isHostile = raised.some(({ id, level }) => level === 'HOSTILE' && rules.decisive.includes(id))
  if (isHostile || raised.length >= rules.elevatedForHostile) return 'HOSTILE'
  const judged = components.filter(({ level }) => level !== 'INSUFFICIENT_EVIDENCE').map(({ id }) => id)
  if (!rules.mandatory.every((id) => judged.includes(id))) return 'INSUFFICIENT_EVIDENCE'
  return raised.length > 0 ? 'ELEVATED' : 'CLEAN'
}

/** Returns the posture of a market from the signs visible in its data. */
export const readPosture = (micro: Micro, atMs: Instant): Level =>
  micro === UNOBSERVED ? UNOBSERVED_POSTURE : classifyPosture({ components: readComponents(micro, atMs) })

/** State of a market that is not observed, as in the fast driver of backtests; never changed. */
export const UNOBSERVED: Micro = createMicro()

/** The same at every time, because there is nothing to read. */
const UNOBSERVED_POSTURE = classifyPosture({ components: readComponents(UNOBSERVED, 0) })
