/**
 * Price lines on the chart: position, stop, target, working orders and price alerts, and which of them the user may
 * move.
 */

import { type components, hasEnded } from '@plimsoll/client'
import type { FixedLine, Line, MovableLine } from '../chart/mark.ts'
import { formatExact, formatSigned, formatUsdt, withPercent } from '../figures/numbers.ts'
import { LEGS, ORDER_TYPES } from '../figures/order-words.ts'
import { t } from '../messages/messages.ts'
import { crossingWarning, isAmendable, notionalAt } from '../positions/amendment.ts'
import { isProtection } from '../positions/orders.ts'
import { percentFrom, resultAt } from '../positions/position-figures.ts'
import type { RequestedProtection } from '../positions/protection-patch.ts'
import { protectionWarnings } from '../positions/protection-warnings.ts'
import type { PriceAlert } from '../price-alerts/price-alerts.ts'

/** Returns the account's price lines on the chart: the open position with its protection, and the working orders. */
export const buildLines = (position: Position | undefined, orders: readonly Order[]): readonly Line[] => {
  const own = position ? positionLines(position) : []
  const isDrawn = (order: Order): boolean =>
    isProtection(order) && own.some(({ price }) => price === order.triggerPrice)
  const others = orders.filter((order) => !hasEnded(order) && !isDrawn(order))
  return [...own, ...others.flatMap(orderLine)]
}

type Order = components['schemas']['Order']
type Position = components['schemas']['Position']
type Protection = Position['protection']['stopLoss']

const STANDING: readonly Order['status'][] = ['NEW', 'UNTRIGGERED']

const positionLines = ({ id, direction, qty, entryPrice, protection }: Position): readonly Line[] => [
  {
    id: `${id}:entry`,
    kind: 'entry',
    price: entryPrice,
    word: t('entry {direction} {qty}', { direction, qty: formatExact(qty) }),
  },
  ...protectionLine(`${id}:stop`, 'stop', protection.stopLoss),
  ...protectionLine(`${id}:target`, 'target', protection.takeProfit),
]

const protectionLine = (id: string, kind: 'stop' | 'target', protection: Protection): readonly Line[] =>
  protection
    ? [
        {
          id,
          kind,
          price: protection.triggerPrice,
          word: protection.orderId === null ? t('{kind}, not at the exchange', { kind: LEGS[kind] }) : LEGS[kind],
        },
      ]
    : []

const orderLine = ({ orderId, side, type, price, triggerPrice, remainingQty, status }: Order): readonly Line[] => {
  const at = price ?? triggerPrice
  if (at === null) return []
  const words = [side, ORDER_TYPES[type], formatExact(remainingQty), STANDING.includes(status) ? '' : status]
  return [{ id: orderId, kind: 'order', price: at, word: words.join(' ').trim() }]
}

/** Returns the line of a price alert. */
export const alertLine = ({ price, direction }: PriceAlert): Line => ({
  id: `alert ${direction} ${price}`,
  kind: 'alert',
  price,
  word: t('alert'),
})

/** Returns the line of the entry with the PnL of the position. */
export const entryLine = ({ unrealizedPnl }: Position, lines: readonly Line[]): readonly FixedLine[] =>
  lines
    .filter(({ kind }) => kind === 'entry')
    .map((line) => ({ ...line, amount: `${formatSigned(unrealizedPnl)} USDT` }))

/**
 * Returns the lines that the user may move: stop and target of the position, with the consequences of another price.
 */
export const movableLines = (position: Position, lines: readonly Line[]): readonly MovableLine[] =>
  lines.flatMap((line) => {
    const { kind } = line
    if (kind !== 'stop' && kind !== 'target') return []
    const { symbol, direction, markPrice } = position
    return [
      {
        ...line,
        name: t('{kind} of {symbol} {direction}', {
          kind: kind === 'stop' ? t('Stop') : t('Target'),
          symbol,
          direction,
        }),
        describe: (price) => ({
          distance: withPercent(formatSigned(percentFrom(price, markPrice))),
          amount: `${formatSigned(resultAt(position, price))} USDT`,
          amountOf: 'PnL',
          wrong: protectionWarnings(position, { stop: '', target: '', [kind]: price })[kind],
        }),
      },
    ]
  })

/** Returns the lines of open orders that the user may move, with the consequences of another price. */
export const movableOrderLines = (
  orders: readonly Order[],
  lines: readonly Line[],
  markPrice: string | null,
): readonly MovableLine[] =>
  orders.filter(isAmendable).flatMap((order) => {
    const line = lines.find(({ id }) => id === order.orderId)
    if (!line) return []
    return [
      {
        ...line,
        name: t('Order {symbol} {word}', { symbol: order.symbol, word: line.word }),
        describe: (price) => ({
          distance: withPercent(formatSigned(percentFrom(price, markPrice))),
          amount: `${formatUsdt(notionalAt(order, price))} USDT`,
          amountOf: 'notional',
          wrong: crossingWarning(order, price, markPrice),
        }),
      },
    ]
  })

/** Returns the initial values of the protection dialog after this line was moved. */
export const requestedProtection = (kind: Line['kind'], price: string): Partial<RequestedProtection> =>
  kind === 'stop' ? { stop: price } : { target: price }
