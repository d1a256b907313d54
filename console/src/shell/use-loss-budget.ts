import { useChannel } from '../live/use-live.ts'
import { computeLossBudget, type LossBudget } from './loss-budget.ts'
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
