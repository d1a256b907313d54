/** Computes and describes the effect of an order on the position of its symbol, for previews and decisions. */

import { type Decimal, divideRounded, printDecimal } from '../../core/decimal.ts'
import { type Money, printMoney } from '../../domain/account/money.ts'
import { type Instrument, lots, type Ticks } from '../../domain/market/instrument.ts'
import { type Candidate, oppositeSide, sideSign } from '../../domain/order/order.ts'
import { computeEntryPrice } from '../../domain/position/apply-fill.ts'
import {
  A_PERSON,
  type Holder,
  heldByAutotrading,
  isPerson,
  type Position,
  resolveHolder,
  signedQuantity,
} from '../../domain/position/position.ts'
import {
  type EffectKind,
  type PositionEffect,
  type PositionOutline,
  projectedPosition,
} from '../../domain/position/position-effect.ts'
import { decimalLimit } from '../../domain/risk/limits.ts'
import { addedBy, type Losses, lossesAfter, presentLosses } from '../../domain/risk/loss-at-stop.ts'
import type { RiskView } from '../../domain/risk/risk-view.ts'
import { worstPrice } from '../../domain/risk/worst-exposure.ts'

/** Returns the effect of a candidate on its symbol's position if it fills completely at its worst price. */
export const effectOnPosition = (
  position: Position | undefined,
  candidate: Candidate,
  view: RiskView,
): PositionEffect => {
  const { instrument } = view
  const before = signedQuantity(position)
  const projected = projectedPosition(position, candidate.terms, {
    instrument,
    price: worstPrice(candidate.terms, view) ?? view.mark ?? candidate.terms.price ?? ZERO,
  })
  const kind = classifyEffect(before, projected.quantity)
  const holder = position ? resolveHolder(position) : null
  const stopBefore = position?.protection.plan.stopLoss.price ?? null
  const stopAfter = resultingStop(kind, stopBefore, candidate)
  const goesOn = kind === 'INCREASES' || kind === 'REDUCES'
  const takesOver = goesOn && holder?.kind === 'AUTOTRADING' && isPerson(candidate.origin)
  const outlines = {
    before: {
      holder,
      ...formatSize(instrument, before, position?.cost ?? 0n),
      ...formatLosses(presentLosses(view)),
      stopLoss: printPrice(instrument, stopBefore),
    },
    after: {
      holder: projected.quantity === 0 ? null : holderAfter(holder, candidate, kind),
      ...formatSize(instrument, projected.quantity, projected.cost),
      ...formatLosses(afterwards(candidate, view, projected)),
      stopLoss: printPrice(instrument, stopAfter),
    },
  }
  return {
    kind,
    positionId: position?.positionId ?? null,
    ...outlines,
    limits: limitsIn(view),
    takesOver,
    summary: describeEffect({ ...outlines, kind, takesOver, symbol: instrument.symbol }),
  }
}

const ZERO = 0 as Ticks

const classifyEffect = (before: number, after: number): EffectKind => {
  if (before === after) return 'NONE'
  if (before === 0) return 'OPENS'
  if (after === 0) return 'CLOSES'
  if (Math.sign(before) !== Math.sign(after)) return 'REVERSES'
  return Math.abs(after) > Math.abs(before) ? 'INCREASES' : 'REDUCES'
}

/** Returns the holder after an order: the last trader, except that autotrading never takes over a user's position. */
const holderAfter = (holder: Holder | null, { origin, cause }: Candidate, kind: EffectKind): Holder => {
  if (isPerson(origin) && kind !== 'NONE') return A_PERSON
  if (holder && kind !== 'REVERSES') return holder
  return cause ? { kind: 'AUTOTRADING', strategyId: cause.strategyId } : A_PERSON
}

const resultingStop = (kind: EffectKind, present: Ticks | null, { plan }: Candidate): Ticks | null => {
  if (kind === 'CLOSES') return null
  if (kind === 'REDUCES' || kind === 'NONE') return present
  return kind === 'INCREASES' && plan?.stopIsDefault ? present : (plan?.stopLoss.price ?? null)
}

const formatSize = (instrument: Instrument, quantity: number, cost: Money) => ({
  quantity: instrument.quantity.print(lots(quantity)),
  entryPrice:
    quantity === 0 ? null : printDecimal(computeEntryPrice(instrument, { quantity: lots(Math.abs(quantity)), cost })),
})

const printPrice = ({ price }: Instrument, at: Ticks | null): string | null => (at === null ? null : price.print(at))

/** Returns the losses with the candidate filled; after a reduce-only order the remainder keeps the current stop. */
const afterwards = (
  candidate: Candidate,
  view: RiskView,
  projected: { readonly quantity: number; readonly cost: Money },
): Losses | null => {
  const { atRisk } = view
  if (addedBy(candidate.terms, atRisk) > 0) return lossesAfter(candidate, view)
  const { position } = atRisk
  const remaining = position && { ...position, quantity: lots(Math.abs(projected.quantity)), cost: projected.cost }
  return presentLosses({ ...view, atRisk: { ...atRisk, position: projected.quantity === 0 ? null : remaining } })
}

const formatLosses = (losses: Losses | null) => ({
  lossAtStop: losses && printMoney(losses.position),
  totalLossAtStop: losses && printMoney(losses.all),
})

const limitsIn = ({ constitution, account: { equity } }: RiskView): PositionEffect['limits'] => {
  const part = (percent: Decimal | null): string | null =>
    percent === null || equity === null
      ? null
      : printMoney(divideRounded(equity * percent.units, 100n * 10n ** BigInt(percent.scale)))
  return {
    lossAtStop: part(decimalLimit(constitution, 'maxPositionLossPct')),
    totalLossAtStop: part(decimalLimit(constitution, 'maxTotalLossPct')),
  }
}

interface Summarised {
  readonly kind: EffectKind
  readonly before: PositionOutline
  readonly after: PositionOutline
  readonly takesOver: boolean
  readonly symbol: string
}

const describeEffect = (effect: Summarised): string => {
  const { before, takesOver } = effect
  const held = before.holder && heldByAutotrading(before.holder)
  const subject = held ? `H${held.slice(1)}: this order` : 'This order'
  const takeover = takesOver ? ' and takes it over: its planned exit no longer applies' : ''
  return `${subject} ${describeAction(effect)}${takeover}.${stopSentence(effect)}`
}

const describeAction = ({ kind, before, after, symbol }: Summarised): string => {
  const [held, resulting] = [printSize(before.quantity), printSize(after.quantity)]
  switch (kind) {
    case 'OPENS':
      return `opens ${resulting} ${symbol}`
    case 'CLOSES':
      return `closes ${held} ${symbol}`
    case 'REVERSES':
      return `closes ${held} ${symbol} and opens ${resulting} of your own`
    case 'NONE':
      return 'reduces nothing: there is no position on the other side'
    default:
      return `${kind === 'INCREASES' ? 'increases' : 'reduces'} ${held} ${symbol} to ${resulting}`
  }
}

const printSize = (quantity: string): string =>
  quantity.startsWith('-') ? `SHORT ${quantity.slice(1)}` : `LONG ${quantity}`

const stopSentence = ({ kind, before, after }: Summarised): string => {
  if (after.stopLoss === null || kind === 'REDUCES' || kind === 'NONE') return ''
  if (kind !== 'INCREASES') return ` Its stop is ${after.stopLoss}.`
  return before.stopLoss === after.stopLoss
    ? ` The stop stays at ${after.stopLoss}.`
    : ` The stop of the whole position moves from ${before.stopLoss} to ${after.stopLoss}.`
}

/** Returns whether a candidate only reduces the open position, even without being marked as reduce-only. */
export const reducesPosition = (position: Position | undefined, { side, quantity }: Candidate['terms']): boolean =>
  position !== undefined && signedQuantity(position) * sideSign(oppositeSide(side)) > 0 && quantity <= position.quantity
