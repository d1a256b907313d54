/** Manipulation posture of every watched market, from market signs and our own conduct, with the missing evidence. */

import { DAY_MS, type Instant, MINUTE_MS } from '../../../core/instant.ts'
import {
  type Component,
  type ComponentId,
  classifyPosture,
  type Evidence,
  type Level,
  POSTURE_RULES,
} from '../../../domain/microstructure/component.ts'
import { MICRO_RULES } from '../../../domain/microstructure/micro-rules.ts'
import { conductComponent } from '../../../domain/microstructure/own-conduct.ts'
import type { Available, Frame, MissingItem } from '../../frame/surface.ts'
import type { PictureTruth } from '../../inputs/market.ts'
import { twoDigits } from '../exchange-market-intelligence/market-rows.ts'

/** Returns the manipulation posture of every watched market. */
export const judgePostures = (inputs: ManipulationInputs, frame: Frame): SymbolPosture[] => {
  const { marketPicture = [] } = inputs
  const symbols = judgedSymbols(inputs)
  const own = ownComponents(inputs, frame)
  return marketPicture.map((truth) => {
    const components = [...truth.components.map((sign) => withBaseline(sign, frame)), ...own]
    const vetoed = classifyPosture(truth) === 'HOSTILE'
    return {
      truth,
      components,
      posture: vetoed ? 'HOSTILE' : classifyPosture({ components }),
      vetoed,
      judged: symbols === null || symbols.has(truth.symbol),
    }
  })
}

/** A market with all its signs and the resulting posture. */
export interface SymbolPosture {
  readonly truth: PictureTruth
  readonly components: readonly Component[]
  readonly posture: Level
  /** True when entries in the market would be vetoed; the gate evaluates only the market. */
  readonly vetoed: boolean
  /** True when an active trading scope includes the symbol; without an active scope, every market is evaluated. */
  readonly judged: boolean
}

export type ManipulationInputs = Available<'marketPicture' | 'ownConduct' | 'engine'>

/** Returns the symbols of active trading scopes; null when there is none or the state is unknown. */
export const judgedSymbols = ({ engine }: ManipulationInputs): ReadonlySet<string> | null => {
  const symbols = (engine?.books ?? []).filter(({ mode }) => mode !== 'OFF').flatMap((book) => book.symbols)
  return symbols.length === 0 ? null : new Set(symbols)
}

/** Returns our own conduct as a sign, which counts in every market. */
export const ownComponents = ({ ownConduct }: ManipulationInputs, { constitution }: Frame): Component[] =>
  ownConduct ? [conductComponent(ownConduct, constitution.monitor.smallSample)] : []

/** Applies the longer baseline the host may require beyond the gate's; a hostile sign needs none. */
const withBaseline = (sign: Component, { constitution }: Frame): Component => {
  const need = Math.max(sign.evidence.need, constitution.monitor.baselineDays)
  if (sign.evidence.unit !== 'days' || sign.level === 'HOSTILE' || sign.evidence.have >= need) return sign
  return { ...sign, level: 'INSUFFICIENT_EVIDENCE', evidence: { ...sign.evidence, need } }
}

const NAMES: Record<ComponentId, string> = {
  spoof: 'Spoof events',
  layering: 'Layering events',
  fleeting: 'Fleeting liquidity',
  trap: 'Stop-hunt wicks',
  vpin: 'Order-flow toxicity',
  funding: 'Funding',
  cascade: 'Liquidation cascades',
  selfConduct: 'Our own conduct',
}

const PRODUCERS: Record<Evidence['unit'], string> = {
  days: 'engine, while it observes the market',
  bars: 'engine, while it observes the market',
  minutes: 'engine, while it observes the market',
  liquidations: 'exchange, if it publishes liquidations',
  openInterest: 'exchange',
  fundingRates: 'exchange',
}

const UNITS: Record<Evidence['unit'], string> = {
  days: 'days watched',
  bars: 'five-minute candles',
  minutes: 'minutes of liquidations observed',
  liquidations: 'liquidation stream',
  openInterest: 'open interest values',
  fundingRates: 'funding rates',
}

/** Lists, for each required sign, the missing evidence in the market with the least evidence. */
export const missingForSigns = (postures: readonly SymbolPosture[], nowMs: Instant): MissingItem[] =>
  POSTURE_RULES.mandatory.flatMap((id) => {
    const signs = postures.flatMap(({ components }) => components.filter((sign) => sign.id === id && isMissing(sign)))
    const least = signs.toSorted((a, b) => evidenceShare(a) - evidenceShare(b))[0]
    return least ? [toMissing(least, nowMs)] : []
  })

const isMissing = ({ level }: Component): boolean => level === 'INSUFFICIENT_EVIDENCE'

const evidenceShare = ({ evidence: { have, need } }: Component): number => have / need

const toMissing = ({ id, evidence }: Component, nowMs: Instant): MissingItem => {
  const { have, need, unit } = evidence
  const isReached = have >= need
  return {
    code: `SIGN_${id.replace(/[A-Z]/g, '_$&').toUpperCase()}`,
    description: NAMES[id],
    have: isReached ? null : twoDigits(have),
    need: isReached ? 'a value of this hour' : need,
    ...(!isReached && { unit: UNITS[unit] }),
    producedBy: PRODUCERS[unit],
    earliestAtMs: isReached ? null : earliest(evidence, nowMs),
  }
}

const earliest = ({ have, need, unit }: Evidence, nowMs: Instant): Instant | null => {
  const eachMs = DURATIONS[unit]
  return eachMs === undefined ? null : nowMs + Math.round((need - have) * eachMs)
}

const DURATIONS: Partial<Record<Evidence['unit'], number>> = {
  days: DAY_MS,
  bars: MICRO_RULES.trapBarMs,
  minutes: MINUTE_MS,
}

const later = (code: string, description: string): MissingItem => ({
  code,
  description,
  have: null,
  need: 'a measurement',
  producedBy: 'not available yet',
  earliestAtMs: null,
})

/** Informational signs that are not measured yet; no verdict depends on them. */
export const NOT_MEASURED: readonly MissingItem[] = [
  later(
    'TRADE_AUTHENTICITY',
    'Trade sizes compared with those of fabricated trades (first digits, round sizes, pairs)',
  ),
  later('KYLE_LAMBDA', 'Impact of signed volume on the mid'),
]
