import { formatExact } from '../figures/numbers.ts'
import type { Execution } from './execution-columns.tsx'
import type { Order } from './orders.ts'

/** Returns the lifecycle steps of an order, from creation to its current status, oldest first. */
export const orderTimeline = ({ order, verdict, fills }: TimelineInputs): readonly OrderStep[] => {
  const { createdAt, updatedAt, status, dispatch } = order
  const { signedAtMs, attempts } = dispatch
  const made = {
    atMs: Date.parse(createdAt),
    text: verdict === undefined ? 'Created' : `Created, ${verdict} by the gates`,
  }
  const sent =
    signedAtMs === null
      ? []
      : [{ atMs: signedAtMs, text: `Signed for the exchange${attempts > 1 ? `, ${attempts} attempts` : ''}` }]
  const filled = fills.map(({ executedAt, qty, price, liquidity }) => ({
    atMs: Date.parse(executedAt),
    text: `Filled ${formatExact(qty)} at ${formatExact(price)}${liquidity === null ? '' : ` as ${liquidity.toLowerCase()}`}`,
  }))
  const now = { atMs: Date.parse(updatedAt), text: `Now ${status.replaceAll('_', ' ')}` }
  return [made, ...sent, ...filled, now].toSorted((a, b) => a.atMs - b.atMs)
}

interface TimelineInputs {
  readonly order: Order
  /** Verdict of its gates; undefined when unknown. */
  readonly verdict: string | undefined
  readonly fills: readonly Execution[]
}

/** Event in the lifecycle of an order. */
interface OrderStep {
  readonly atMs: number
  readonly text: string
}
