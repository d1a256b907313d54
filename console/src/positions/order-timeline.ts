import { formatExact } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import type { Execution } from './execution-columns.tsx'
import type { Order } from './orders.ts'

/** Returns the lifecycle steps of an order, from creation to its current status, oldest first. */
export const orderTimeline = ({ order, verdict, fills }: TimelineInputs): readonly OrderStep[] => {
  const { createdAt, updatedAt, status, dispatch } = order
  const { signedAtMs, attempts } = dispatch
  const made = {
    atMs: Date.parse(createdAt),
    text: verdict === undefined ? t('Created') : t('Created, {verdict} by the gates', { verdict }),
  }
  const sent =
    signedAtMs === null
      ? []
      : [
          {
            atMs: signedAtMs,
            text: t('Signed for the exchange{attempts}', {
              attempts: attempts > 1 ? t(', {attempts} attempts', { attempts }) : '',
            }),
          },
        ]
  const filled = fills.map(({ executedAt, qty, price, liquidity }) => ({
    atMs: Date.parse(executedAt),
    text: t('Filled {qty} at {price}{liquidity}', {
      qty: formatExact(qty),
      price: formatExact(price),
      liquidity: liquidity === null ? '' : t(' as {liquidity}', { liquidity: liquidity.toLowerCase() }),
    }),
  }))
  const now = { atMs: Date.parse(updatedAt), text: t('Now {status}', { status: status.replaceAll('_', ' ') }) }
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
