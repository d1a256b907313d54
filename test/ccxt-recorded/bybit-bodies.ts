/**
 * Answers of Bybit v5, after the examples of real ones that the library keeps beside its readers (ccxt 4.5.84,
 * `bybit.js`), cut to the fields in use and moved to one instrument and time.
 */
export const AN_ORDER = {
  category: 'linear',
  symbol: 'BTCUSDT',
  orderId: 'f5f2d355-9a11-4af3-9b83-aa1d6ab6ddfe',
  orderLinkId: 'tE00010000000000000000000000000A',
  side: 'Buy',
  orderType: 'Limit',
  orderStatus: 'PartiallyFilled',
  createType: 'CreateByUser',
  cancelType: 'UNKNOWN',
  rejectReason: 'EC_NoError',
  stopOrderType: '',
  price: '60000.10',
  qty: '0.020',
  cumExecQty: '0.005',
  leavesQty: '0.015',
  triggerPrice: '',
  triggerBy: '',
  triggerDirection: 0,
  timeInForce: 'GTC',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  createdTime: '1789999990000',
  updatedTime: '1789999990400',
}

export const A_STOP = {
  ...AN_ORDER,
  orderId: '6e25ab73-7a55-4ae7-adc2-8ea95f167c85',
  orderLinkId: 'tS00010000000000000000000000000B',
  side: 'Sell',
  orderType: 'Market',
  orderStatus: 'Untriggered',
  stopOrderType: 'Stop',
  price: '0',
  cumExecQty: '0',
  triggerPrice: '50000.0',
  triggerBy: 'MarkPrice',
  triggerDirection: 2,
  timeInForce: 'IOC',
  reduceOnly: true,
}

export const AN_EXECUTION = {
  category: 'linear',
  symbol: 'BTCUSDT',
  execId: '7e2ae69c-4edf-5800-a352-893d52b446aa',
  orderId: 'f5f2d355-9a11-4af3-9b83-aa1d6ab6ddfe',
  orderLinkId: 'tE00010000000000000000000000000A',
  side: 'Buy',
  execPrice: '60000.1',
  execQty: '0.005',
  execFee: '0.18000030',
  feeCurrency: 'USDT',
  execType: 'Trade',
  isMaker: false,
  feeRate: '0.0006',
  execTime: '1789999990400',
}

export const A_PAYMENT = {
  ...AN_EXECUTION,
  execId: 'a4f0ccc5-0b5b-5b0a-8b5b-3b2b1f0b9d1e',
  execType: 'Funding',
  execFee: '-0.0148752',
  feeRate: '-0.0001',
  orderLinkId: '',
}

export const A_POSITION = {
  positionIdx: 0,
  symbol: 'BTCUSDT',
  side: 'Sell',
  size: '0.010',
  avgPrice: '60000.1',
  leverage: '4.2',
  liqPrice: '71919.10',
  positionMM: '3.0051',
  unrealisedPnl: '0.083',
  updatedTime: '1789999990400',
}
