/** Rules of the surface `anti-manipulation-truth`: signs of manipulation in the traded markets. */

import { antiManipulationTruth as contract } from '../../../../contract/monitor/anti-manipulation-truth.ts'
import { HOUR_MS } from '../../../core/instant.ts'
import { type Component, type Level, POSTURE_RULES } from '../../../domain/microstructure/component.ts'
import { exchangeLost } from '../../frame/exchange-lost.ts'
import { limitOrZero } from '../../frame/input.ts'
import { counted } from '../../frame/missing-evidence.ts'
import {
  type Available,
  type Cause,
  defineSurface,
  type Finding,
  type Frame,
  type MissingItem,
} from '../../frame/surface.ts'
import type { FeedTruth } from '../../inputs/market.ts'
import { manipulationData } from './manipulation-data.ts'
import {
  judgedSymbols,
  judgePostures,
  type ManipulationInputs,
  missingForSigns,
  NOT_MEASURED,
  ownComponents,
  type SymbolPosture,
} from './postures.ts'

/**
 * Surface on signs of manipulation in the traded markets. Depth by price has neither orders nor owners: a finding is
 * consistent with manipulation, never a proof of it.
 */
export const antiManipulationTruth = defineSurface({
  contract,
  needs: ['engine', 'feeds', 'marketPicture', 'ownConduct'],
  optional: ['privateStream'],
  lookbackMs: () => HOUR_MS,
  explain: exchangeLost,
  fault: (inputs, frame) => hostile(inputs, frame),
  judge: (whole, frame) => {
    const postures = judgePostures(whole, frame).filter(({ judged }) => judged)
    const missingItems = [
      ...missingInMarkets(whole, postures),
      ...missingInBooks(whole, { postures, frame }),
      ...missingForSigns(postures, frame.nowMs),
    ]
    const reasons = postures.flatMap(raisedIn)
    const [first, ...rest] = missingItems
    if (first) return { missing: [first, ...rest], beside: NOT_MEASURED, reasons }
    const raised = postures.filter(({ posture }) => posture === 'ELEVATED')
    return {
      verdict: raised.length > 0 ? 'ELEVATED' : 'CLEAN',
      summary: inWords(raised.length > 0 ? 'ELEVATED' : 'CLEAN', { postures, raised }),
      reasons,
      missing: NOT_MEASURED,
    }
  },
  data: manipulationData,
})

/** Returns hostile signs in the judged markets, and in our own conduct in any market. */
const hostile = (inputs: ManipulationInputs, frame: Frame): Finding<'HOSTILE'> | null => {
  const postures = judgePostures(inputs, frame).filter(({ judged }) => judged)
  const raised = postures.filter(({ posture }) => posture === 'HOSTILE')
  const own = ownComponents(inputs, frame).filter(({ level }) => level === 'HOSTILE')
  if (raised.length === 0 && own.length === 0) return null
  const reasons = postures.length > 0 ? raised.flatMap(raisedIn) : own.map((sign) => toCause(sign, null))
  return {
    verdict: 'HOSTILE',
    summary: raised.length > 0 ? inWords('HOSTILE', { postures, raised }) : selfTrading(own),
    reasons,
    missing: [...missingForSigns(postures, frame.nowMs), ...NOT_MEASURED],
  }
}

const inWords = (
  level: Exclude<Level, 'INSUFFICIENT_EVIDENCE'>,
  { postures, raised }: { readonly postures: readonly SymbolPosture[]; readonly raised: readonly SymbolPosture[] },
): string => {
  if (level === 'CLEAN') {
    return `None of ${POSTURE_RULES.mandatory.length} signs is raised in ${counted(postures.length, 'market')}.`
  }
  const signs = raised.flatMap(({ components }) => components.filter(isRaised)).length
  const where = raised.map(({ truth }) => truth.symbol).join(', ')
  const are = `${counted(signs, 'sign')} in ${where} ${signs === 1 ? 'is' : 'are'} consistent with manipulation`
  return level === 'HOSTILE' ? `${are}; do not enter.` : `${are}.`
}

const selfTrading = (own: readonly Component[]): string => {
  const times = own[0]?.value ?? 0
  return `${counted(Number(times), 'self-trade')} within 24 hours.`
}

const isRaised = ({ level }: Component): boolean => level === 'ELEVATED' || level === 'HOSTILE'

const raisedIn = ({ truth, components }: SymbolPosture): Cause[] =>
  components.filter(isRaised).map((sign) => toCause(sign, truth.symbol))

const toCause = (sign: Component, symbol: string | null): Cause => {
  const { id, level, value, z, percentile } = sign
  const figure = z ?? percentile ?? value
  const where = symbol === null ? '' : `${symbol}: `
  return {
    code: `CONSISTENT_WITH_${id.replace(/[A-Z]/g, '_$&').toUpperCase()}`,
    message: `${where}${WORDS[id]} ${level === 'HOSTILE' ? 'strongly' : 'somewhat'} raised${measured(sign)}.`,
    ...(figure !== null && { value: figure }),
    severity: level === 'HOSTILE' ? 'BLOCK' : 'WARN',
    of: [id === 'selfConduct' ? 'ownConduct' : 'marketPicture'],
  }
}

const measured = ({ value, z, percentile, n }: Component): string => {
  const figures = [
    value === null ? null : `value ${short(value)}`,
    z === null ? null : `z ${short(z)}`,
    percentile === null ? null : `above ${short(100 * percentile)}% of the previous hours`,
    `n ${n}`,
  ]
  return ` (${figures.filter((figure) => figure !== null).join(', ')})`
}

const short = (value: number): string => String(Number(value.toPrecision(4)))

const WORDS: Record<Component['id'], string> = {
  spoof: 'events consistent with spoofing are',
  layering: 'events consistent with layering are',
  fleeting: 'liquidity that is withdrawn immediately is',
  trap: 'wicks consistent with stop-hunting are',
  vpin: 'order-flow toxicity is',
  funding: 'funding is',
  cascade: 'liquidations are',
  selfConduct: 'our own conduct is',
}

const missingInMarkets = (inputs: ManipulationInputs, postures: readonly SymbolPosture[]): MissingItem[] => {
  const need = judgedSymbols(inputs)?.size ?? Math.max(1, inputs.marketPicture?.length ?? 0)
  if (postures.length >= need) return []
  return [
    {
      code: 'MARKETS',
      description: 'Measured markets',
      have: postures.length,
      need,
      unit: 'symbols',
      producedBy: 'market source',
      earliestAtMs: null,
    },
  ]
}

/** Lists order books without current data, whose measurements are outdated. */
const missingInBooks = (
  { feeds }: Available<'feeds'>,
  { postures, frame }: { readonly postures: readonly SymbolPosture[]; readonly frame: Frame },
): MissingItem[] => {
  const limitMs = limitOrZero(frame.constitution.data.maxBookAgeMs)
  const isObserved = ({ bookState, bookAgeMs }: FeedTruth): boolean =>
    bookState === 'SYNCED' && bookAgeMs !== null && bookAgeMs <= limitMs
  const observed = new Set(feeds?.filter(isObserved).map(({ symbol }) => symbol))
  const have = postures.filter(({ truth }) => observed.has(truth.symbol)).length
  if (have === postures.length) return []
  const books = { code: 'BOOKS', description: 'Complete and current order books', producedBy: 'market source' }
  return [{ ...books, have, need: postures.length, unit: 'books', earliestAtMs: null }]
}
