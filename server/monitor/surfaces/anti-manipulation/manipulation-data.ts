/** Data of the surface `anti-manipulation-truth`: signs, events and effect of every market. */

import type { Static } from 'typebox'
import type { antiManipulationTruth } from '../../../../contract/monitor/anti-manipulation-truth.ts'
import { toRfc3339 } from '../../../core/instant.ts'
import type { Component } from '../../../domain/microstructure/component.ts'
import { fastCancelShare, orderToTradeRatio } from '../../../domain/microstructure/own-conduct.ts'
import { deriveEvidenceId } from '../../frame/observed.ts'
import type { Frame } from '../../frame/surface.ts'
import type { EventTruth } from '../../inputs/market.ts'
import { twoDigits } from '../exchange-market-intelligence/market-rows.ts'
import { judgePostures, type ManipulationInputs, type SymbolPosture } from './postures.ts'

/** Builds the data of the surface from the available inputs. */
export const manipulationData = (inputs: ManipulationInputs, frame: Frame): Data => {
  const postures = judgePostures(inputs, frame)
  return {
    inferenceLevel: 'L2_AGGREGATED',
    dataWindow: windowBody(postures),
    symbols: postures.map((posture) => symbolRow(posture, frame)),
    selfConduct: conductBody(inputs),
    effect: inputs.marketPicture ? judgeEffect(postures) : null,
  }
}

type Data = Static<typeof antiManipulationTruth.data>

const judgeEffect = (postures: readonly SymbolPosture[]): Data['effect'] =>
  postures.some(({ judged, vetoed }) => judged && vetoed) ? 'ENTRIES_VETOED_BY_G25' : 'NONE'

const windowBody = (postures: readonly SymbolPosture[]): Data['dataWindow'] => {
  const windows = postures.map(({ truth }) => truth.window).filter(({ toMs }) => toMs > 0)
  if (windows.length === 0) return null
  const shares = windows.flatMap(({ fromMs, toMs, watchedMs }) => (toMs > fromMs ? [watchedMs / (toMs - fromMs)] : []))
  return {
    bookUpdates: windows.reduce((sum, { bookUpdates }) => sum + bookUpdates, 0),
    trades: windows.reduce((sum, { trades }) => sum + trades, 0),
    from: toRfc3339(Math.min(...windows.map(({ fromMs }) => fromMs))),
    to: toRfc3339(Math.max(...windows.map(({ toMs }) => toMs))),
    completenessPct: shares.length === 0 ? null : twoDigits(100 * Math.min(1, ...shares)),
  }
}

const symbolRow = ({ truth, components, posture, judged }: SymbolPosture, frame: Frame): Data['symbols'][number] => ({
  symbol: truth.symbol,
  judged,
  posture,
  components: [...components.map(componentRow), ...NOT_MEASURED],
  recentEvents: truth.events.map((event) => eventRow(event, frame)),
})

const componentRow = ({ id, value, percentile, z, level, baselineDays, n }: Component) => ({
  id,
  value,
  percentile: level === 'INSUFFICIENT_EVIDENCE' ? null : percentile,
  z: level === 'INSUFFICIENT_EVIDENCE' ? null : z,
  level,
  baselineDays: twoDigits(baselineDays),
  n,
})

const notMeasured = (id: 'tradeAuthenticity' | 'kyleLambda') =>
  ({ id, value: null, percentile: null, z: null, level: 'INSUFFICIENT_EVIDENCE', baselineDays: 0, n: 0 }) as const

const NOT_MEASURED = [notMeasured('tradeAuthenticity'), notMeasured('kyleLambda')]

const eventRow = ({ atMs, kind, side, priceBand, size }: EventTruth, { observedAtMs, nowMs }: Frame) => ({
  at: toRfc3339(atMs),
  kind,
  side,
  priceBand,
  size,
  evidenceId: deriveEvidenceId('marketPicture', { observedAtMs: observedAtMs('marketPicture') ?? nowMs }),
})

const conductBody = ({ ownConduct }: ManipulationInputs): Data['selfConduct'] => {
  if (!ownConduct) return null
  const { fromMs, toMs, orders, cancels, fills, restingOrders, fastCancels, selfCrossRefusals, selfTrades, complete } =
    ownConduct
  return {
    from: toRfc3339(fromMs),
    to: toRfc3339(toMs),
    orders,
    cancels,
    fills,
    orderToTradeRatio: orderToTradeRatio(ownConduct),
    restingOrders,
    cancelledWithin2s: fastCancels,
    fastCancelShare: fastCancelShare(ownConduct),
    selfCrossRefusals,
    selfTrades,
    complete,
  }
}
