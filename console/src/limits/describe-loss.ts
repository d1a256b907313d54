import { getSign, subtractDecimals } from '../figures/decimal.ts'
import { formatUsdt } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'

/** Describes in one sentence the remaining daily loss limit and the loss if every stop is hit. */
export const describeLoss = ({ budget, positions, lossFromMark }: Loss): LossSentence => {
  const isBeyond =
    typeof budget === 'object' && lossFromMark !== null && getSign(subtractDecimals(lossFromMark, budget.left)) > 0
  const ending = isBeyond ? t(', more than the limit leaves') : ''
  return {
    text: `${describeBudget(budget)}; ${describeStops(positions, lossFromMark)}${ending}.`,
    isAlarming: isBeyond || budget === 'REACHED',
  }
}

interface Loss {
  /** Remaining allowance of the daily loss limit; `REACHED` once it has tripped, undefined while unknown. */
  readonly budget: { readonly allowed: string; readonly left: string } | 'REACHED' | undefined
  readonly positions: number
  /** Loss of all positions from the mark price when every stop is hit; null while unknown. */
  readonly lossFromMark: string | null
}

interface LossSentence {
  readonly text: string
  readonly isAlarming: boolean
}

const describeBudget = (budget: Loss['budget']): string => {
  if (budget === undefined) return t('The remaining daily loss is not yet known')
  if (budget === 'REACHED') return t('The daily loss limit is reached, so orders that increase risk are refused')
  const amounts = { left: formatUsdt(budget.left), allowed: formatUsdt(budget.allowed) }
  return getSign(subtractDecimals(budget.left, budget.allowed)) > 0
    ? t('Daily loss left: {left} USDT ({allowed} plus today’s profit)', amounts)
    : t('Daily loss left: {left} of {allowed} USDT', amounts)
}

const describeStops = (positions: number, lossFromMark: string | null): string => {
  if (positions === 0) return t('no position is open')
  if (lossFromMark === null) return t('the loss of the open positions at their stops is unknown')
  const loss = `${formatUsdt(lossFromMark)} USDT`
  return positions === 1
    ? t('the open position loses another {loss} if its stop is hit', { loss })
    : t('the {positions} open positions lose another {loss} if every stop is hit', { positions, loss })
}
