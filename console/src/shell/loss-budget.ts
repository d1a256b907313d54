import { addDecimals, getSign, takePercent } from '../figures/decimal.ts'
import { useChannel } from '../live/use-live.ts'
import { useDayResult } from './use-day-result.ts'

/** Returns the loss that today's limit still allows: `REACHED` once the breaker has tripped, undefined until known. */
export const useLossBudget = (): DayBudget | 'REACHED' | undefined => {
  const day = useDayResult()
  const breaker = useChannel('autotrading.status')?.data.breakers.find(({ id }) => id === 'DAY_LOSS')
  if (breaker && breaker.state !== 'ARMED') return 'REACHED'
  if (!day || typeof breaker?.limit !== 'number') return undefined
  return { ...computeLossBudget({ ...day, limitPercent: breaker.limit }), limitPercent: breaker.limit }
}

interface DayBudget extends LossBudget {
  readonly limitPercent: number
}

/**
 * Returns the remaining daily loss. It includes the day's gains, since the limit applies to the net result of the day.
 */
export const computeLossBudget = ({ net, openingEquity, limitPercent }: Losing): LossBudget => {
  const allowed = takePercent(openingEquity, limitPercent)
  const left = addDecimals(allowed, net)
  if (getSign(left) <= 0) return { allowed, left: '0', share: 0 }
  return { allowed, left, share: Math.min(1, Number(left) / Number(allowed)) }
}

interface Losing {
  /** Net result of the day until now. */
  readonly net: string
  /** Equity at the start of the UTC day. */
  readonly openingEquity: string
  readonly limitPercent: number
}

interface LossBudget {
  /** The daily loss limit, in USDT. */
  readonly allowed: string
  /** Remaining loss today before the daily limit, in USDT; never negative. */
  readonly left: string
  /** Share of the daily loss limit, for a bar: from 0 to 1. */
  readonly share: number
}
