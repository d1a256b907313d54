import { expect, it } from 'vitest'
import { lots, ticks } from '../../../server/domain/market/instrument.ts'
import type { VenueStatus } from '../../../server/domain/order/venue-report.ts'
import { nothingBooked, type WireOrder } from '../../exchange/account/account-book.ts'
import { NO_STOPS, type StopOrderType } from '../../exchange/account/wire-record.ts'
import { toStanding } from './order-views.ts'

const anOrder = (status: VenueStatus, reason: string | null, more: Partial<WireOrder> = {}): WireOrder => ({
  record: {
    key: 'w1',
    clientId: '',
    algoId: null,
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: lots(10),
    price: ticks(500_000),
    triggerPrice: null,
    workingType: 'CONTRACT_PRICE',
    reduceOnly: false,
    closePosition: false,
    priceProtect: false,
    createdAtMs: 1,
  },
  orderId: '1',
  status,
  filled: lots(0),
  tickLots: 0n,
  booked: nothingBooked(),
  quantity: lots(10),
  reason,
  triggeredAtMs: 0,
  updatedAtMs: 1,
  ...more,
})

const aStop = (status: VenueStatus, reason: string | null, stopOrderType: StopOrderType = 'Stop'): WireOrder => {
  const order = anOrder(status, reason)
  const bybit = {
    stopOrderType,
    triggerDirection: 2 as const,
    closeOnTrigger: false,
    attached: NO_STOPS,
    lastPrice: null,
    replaces: null,
  }
  return { ...order, record: { ...order.record, algoId: '1', type: 'STOP_MARKET', bybit } }
}

it.each([
  [anOrder('NEW', null), 'New UNKNOWN EC_NoError'],
  [anOrder('PARTIALLY_FILLED', null, { filled: lots(1) }), 'PartiallyFilled UNKNOWN EC_NoError'],
  [anOrder('FILLED', null, { filled: lots(10) }), 'Filled UNKNOWN EC_NoError'],
  [anOrder('CANCELED', null), 'Cancelled CancelByUser EC_PerCancelRequest'],
  [anOrder('CANCELED', 'REDUCE_ONLY'), 'Cancelled CancelByReduceOnly EC_PerCancelRequest'],
  [anOrder('CANCELED', 'LIQUIDATION'), 'Cancelled CancelAllBeforeLiq EC_PerCancelRequest'],
  [anOrder('EXPIRED', 'IOC_REMAINDER'), 'Cancelled UNKNOWN EC_NoImmediateQtyToFill'],
  [anOrder('EXPIRED', 'IOC_REMAINDER', { filled: lots(1) }), 'Cancelled UNKNOWN EC_CancelForNoFullFill'],
  [anOrder('EXPIRED', 'FOK_UNFILLABLE'), 'Cancelled UNKNOWN EC_NoEnoughQtyToFill'],
  [anOrder('EXPIRED', 'POST_ONLY_WOULD_TAKE'), 'Cancelled UNKNOWN EC_PostOnlyWillTakeLiquidity'],
  [anOrder('EXPIRED', 'REDUCE_ONLY', { filled: lots(1) }), 'Cancelled CancelByReduceOnly EC_NoError'],
  [anOrder('EXPIRED', 'RESTARTED'), 'Cancelled UNKNOWN EC_LoadOrderCancel'],
  [aStop('UNTRIGGERED', null), 'Untriggered UNKNOWN EC_NoError'],
  [aStop('TRIGGERED', null), 'Triggered UNKNOWN EC_NoError'],
  [{ ...aStop('TRIGGERED', null), triggeredAtMs: 1 }, 'New UNKNOWN EC_NoError'],
  [aStop('CANCELED', null), 'Deactivated CancelByUser EC_PerCancelRequest'],
  [aStop('EXPIRED', 'REDUCE_ONLY'), 'Deactivated CancelByReduceOnly EC_NoError'],
  [aStop('EXPIRED', 'REDUCE_ONLY', 'StopLoss'), 'Deactivated CancelByTpSlTsClear EC_NoError'],
  [aStop('EXPIRED', 'INSUFFICIENT_MARGIN'), 'Rejected UNKNOWN EC_Others'],
])('%# %s', (order, standing) => {
  const { orderStatus, cancelType, rejectReason } = toStanding(order)
  expect(`${orderStatus} ${cancelType} ${rejectReason}`).toBe(standing)
})
