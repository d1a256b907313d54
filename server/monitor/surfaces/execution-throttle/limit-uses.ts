import { CONDUCT_LIMITS, type ConductLimit, conductUse } from '../../../domain/order/order-flow.ts'
import type { Cause } from '../../frame/surface.ts'
import type { VenueBudgetTruth } from '../../inputs/exchange.ts'
import type { FlowTruth } from '../../inputs/order-flow.ts'

/** Returns the share of one conduct limit that the cycle has used. */
export const conductIn = ({ ratios, orders, resting, immediate }: FlowTruth, name: ConductLimit['name']) => {
  const had: Record<ConductLimit['name'], { readonly ratio: number | null; readonly orders: number }> = {
    UNFILLED: { ratio: ratios.unfilled, orders },
    FAST_CANCEL: { ratio: ratios.fastCancel, orders: resting },
    EXPIRE: { ratio: ratios.expire, orders: immediate },
    DUST: { ratio: ratios.dust, orders },
  }
  return had[name]
}

/** Used share of a limit. */
export interface LimitUse {
  readonly name: string
  readonly use: number
  readonly of: Cause['of'][number]
}

/** Every limit of the exchange, the most used first. */
export const limitUses = (cycle: FlowTruth, { counts }: VenueBudgetTruth): LimitUse[] =>
  [
    ...counts.map(({ name, used, limit }): LimitUse => ({ name, use: used / limit, of: 'venueBudget' })),
    ...CONDUCT_LIMITS.map(
      (limit): LimitUse => ({
        name: `conduct ${limit.name}`,
        use: conductUse(limit, conductIn(cycle, limit.name)),
        of: 'orderFlow',
      }),
    ),
  ].toSorted((a, b) => b.use - a.use)
