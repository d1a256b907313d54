import * as binance from '../../server/adapters/exchanges/ccxt/exchanges/binance/parse.ts'
import * as bitget from '../../server/adapters/exchanges/ccxt/exchanges/bitget/parse.ts'
import * as bybit from '../../server/adapters/exchanges/ccxt/exchanges/bybit/parse.ts'
import * as okx from '../../server/adapters/exchanges/ccxt/exchanges/okx/parse.ts'
import * as bitgetBodies from './bitget-bodies.ts'
import * as bybitBodies from './bybit-bodies.ts'
import { isMoney, isPrice, isQuantity, isText, isTime, isWord, nothingOr } from './claims.ts'
import {
  fillsBy,
  fundingBy,
  is,
  isEntry,
  isFee,
  isLeverage,
  isLiquidation,
  isSigned,
  type Kind,
  ordersBy,
  positionsBy,
} from './kind.ts'
import { valueAt } from './mutants.ts'
import * as okxBodies from './okx-bodies.ts'
import type { Steps } from './reading.ts'

const DOLLAR: Steps = { symbol: 'BTCUSDT', tick: '0.1', step: '0.001' }
const SWAP: Steps = { ...DOLLAR, native: 'BTC-USDT-SWAP', step: '0.1', lot: '0.001', contractSize: '0.01' }

const BINANCE_SIDE = isWord('side', { BUY: ['BUY'], SELL: ['SELL'] })
const BINANCE_REGULAR = {
  symbol: 'BTCUSDT',
  orderId: 8_389_765_739,
  clientOrderId: 'tE00010000000000000000000000000A',
  side: 'BUY',
  type: 'LIMIT',
  origQty: '0.200',
  executedQty: '0.100',
  price: '60000.10',
  timeInForce: 'GTX',
  reduceOnly: false,
  closePosition: false,
  status: 'PARTIALLY_FILLED',
  updateTime: 1_789_999_990_400,
}
const BINANCE_ALGO = {
  symbol: 'BTCUSDT',
  algoId: 1_000_000_033_225_453,
  clientAlgoId: 'tS00010000000000000000000000000B',
  orderType: 'STOP_MARKET',
  side: 'SELL',
  quantity: '0.200',
  actualQty: '0',
  actualOrderId: '',
  triggerPrice: '50000.0',
  workingType: 'MARK_PRICE',
  timeInForce: 'GTC',
  reduceOnly: true,
  closePosition: false,
  algoStatus: 'NEW',
  updateTime: 1_789_999_991_000,
}
const BINANCE_TRADE = {
  symbol: 'BTCUSDT',
  id: 82_357_626,
  orderId: 8_389_765_739,
  side: 'SELL',
  price: '60000.1',
  qty: '0.005',
  commission: '0.00555670',
  commissionAsset: 'USDT',
  time: 1_789_999_990_400,
  maker: false,
}
const BINANCE_POSITION = {
  symbol: 'BTCUSDT',
  positionSide: 'BOTH',
  positionAmt: '-0.009',
  entryPrice: '67445.95',
  liquidationPrice: '74846.98753790',
  maintMargin: '2.43009666',
}
const BINANCE_INCOME = {
  symbol: 'BTCUSDT',
  incomeType: 'FUNDING_FEE',
  income: '-0.37500000',
  asset: 'USDT',
  time: 1_789_999_995_588,
  tranId: 9_689_322_392,
}

const BYBIT_SIDE = isWord('side', { BUY: ['Buy'], SELL: ['Sell'] })
const LOWER_SIDE = isWord('side', { BUY: ['buy'], SELL: ['sell'] })

const BINANCE_STATUSES = {
  NEW: ['NEW'],
  PARTIALLY_FILLED: ['PARTIALLY_FILLED'],
  FILLED: ['FILLED'],
  CANCELED: ['CANCELED'],
  EXPIRED: ['EXPIRED', 'EXPIRED_IN_MATCH'],
  REJECTED: ['REJECTED'],
}

const BINANCE_KINDS: readonly Kind[] = [
  {
    name: 'an order of Binance',
    steps: DOLLAR,
    row: BINANCE_REGULAR,
    read: ordersBy(binance.readRegular),
    claims: {
      exchangeOrderId: isText('orderId'),
      symbol: isText('symbol'),
      status: isWord('status', BINANCE_STATUSES),
      filled: isQuantity('executedQty'),
      quantity: isQuantity('origQty'),
      price: nothingOr(isPrice('price')),
      side: BINANCE_SIDE,
      timeInForce: isWord('timeInForce', { GTC: ['GTC', 'GTE_GTC'], IOC: ['IOC'], FOK: ['FOK'], POST_ONLY: ['GTX'] }),
      atMs: isTime('updateTime'),
    },
  },
  {
    name: 'a conditional order of Binance',
    steps: DOLLAR,
    row: BINANCE_ALGO,
    read: ordersBy(binance.readAlgo),
    claims: {
      exchangeOrderId: isText('algoId'),
      quantity: isQuantity('quantity'),
      triggerPrice: nothingOr(isPrice('triggerPrice')),
      triggerBy: nothingOr(isWord('workingType', { MARK: ['MARK_PRICE'], LAST: ['CONTRACT_PRICE'] })),
      type: isText('orderType'),
      side: BINANCE_SIDE,
      atMs: isTime('updateTime'),
    },
  },
  {
    name: 'an execution of Binance',
    steps: DOLLAR,
    row: BINANCE_TRADE,
    read: fillsBy(binance.readTrade),
    claims: {
      execId: isText('id'),
      exchangeOrderId: isText('orderId'),
      price: isPrice('price'),
      quantity: isQuantity('qty'),
      side: BINANCE_SIDE,
      liquidity: isWord('maker', { MAKER: [true], TAKER: [false] }),
      fee: isFee('commission', 'commissionAsset'),
      executedAtMs: isTime('time'),
    },
  },
  {
    name: 'a position of Binance',
    steps: DOLLAR,
    row: BINANCE_POSITION,
    read: positionsBy(binance.readPosition),
    claims: {
      quantity: isQuantity('positionAmt'),
      price: isEntry('entryPrice'),
      liquidationPrice: isLiquidation('liquidationPrice'),
      maintenanceMargin: isMoney('maintMargin'),
      leverage: is(7),
    },
  },
  {
    name: 'a payment of Binance',
    steps: DOLLAR,
    row: BINANCE_INCOME,
    read: fundingBy((row) => binance.readIncome(row, '0.0001')),
    claims: { fundingId: isText('tranId'), amount: isMoney('income'), settledAtMs: isTime('time') },
  },
]

const BYBIT_KINDS: readonly Kind[] = [
  {
    name: 'an order of Bybit',
    steps: DOLLAR,
    row: bybitBodies.AN_ORDER,
    read: ordersBy(bybit.readOrder),
    claims: {
      exchangeOrderId: isText('orderId'),
      filled: isQuantity('cumExecQty'),
      quantity: isQuantity('qty'),
      price: nothingOr(isPrice('price')),
      side: BYBIT_SIDE,
      atMs: isTime('updatedTime'),
    },
  },
  {
    name: 'a conditional order of Bybit',
    steps: DOLLAR,
    row: bybitBodies.A_STOP,
    read: ordersBy(bybit.readOrder),
    claims: {
      exchangeOrderId: isText('orderId'),
      quantity: isQuantity('qty'),
      side: BYBIT_SIDE,
      triggerPrice: nothingOr(isPrice('triggerPrice')),
      triggerBy: nothingOr(isWord('triggerBy', { MARK: ['MarkPrice'], LAST: ['LastPrice'], INDEX: ['IndexPrice'] })),
    },
  },
  {
    name: 'an execution of Bybit',
    steps: DOLLAR,
    row: bybitBodies.AN_EXECUTION,
    read: fillsBy(bybit.readExecution),
    claims: {
      execId: isText('execId'),
      exchangeOrderId: isText('orderId'),
      price: isPrice('execPrice'),
      quantity: isQuantity('execQty'),
      side: BYBIT_SIDE,
      liquidity: isWord('isMaker', { MAKER: [true], TAKER: [false] }),
      fee: isFee('execFee', 'feeCurrency'),
      executedAtMs: isTime('execTime'),
    },
  },
  {
    name: 'a payment of Bybit',
    steps: DOLLAR,
    row: bybitBodies.A_PAYMENT,
    read: fundingBy(bybit.readPayment),
    claims: { fundingId: isText('execId'), amount: isMoney('execFee', -1), settledAtMs: isTime('execTime') },
  },
  {
    name: 'a position of Bybit',
    steps: DOLLAR,
    row: bybitBodies.A_POSITION,
    read: positionsBy(bybit.readPosition),
    claims: {
      quantity: isSigned('size', 'side', { Sell: -1, else: 1 }),
      price: isEntry('avgPrice'),
      liquidationPrice: isLiquidation('liqPrice'),
      maintenanceMargin: isMoney('positionMM'),
      leverage: isLeverage('leverage'),
    },
  },
]

const OKX_KINDS: readonly Kind[] = [
  {
    name: 'an order of OKX',
    steps: SWAP,
    row: okxBodies.AN_ORDER,
    read: ordersBy(okx.readRegular),
    claims: {
      exchangeOrderId: isText('ordId'),
      filled: (value, row, listing) => valueAt(row, 'accFillSz') === '' || isQuantity('accFillSz')(value, row, listing),
      quantity: isQuantity('sz'),
      price: nothingOr(isPrice('px')),
      side: LOWER_SIDE,
      reduceOnly: isWord('reduceOnly', { true: ['true'], false: ['false'] }),
      atMs: isTime('uTime'),
    },
  },
  {
    name: 'a conditional order of OKX',
    steps: SWAP,
    row: okxBodies.AN_ALGO,
    read: ordersBy(okx.readAlgo),
    claims: {
      exchangeOrderId: isText('algoId'),
      quantity: isQuantity('sz'),
      side: LOWER_SIDE,
      type: (value, row) => value === (valueAt(row, 'slOrdPx') === '-1' ? 'STOP_MARKET' : 'LIMIT'),
      triggerPrice: isPrice('slTriggerPx'),
      triggerBy: isWord('slTriggerPxType', { MARK: ['mark'], LAST: ['last'], INDEX: ['index'] }),
      reduceOnly: isWord('reduceOnly', { true: ['true'], false: ['false', ''] }),
      atMs: isTime('uTime', 'triggerTime', 'cTime'),
    },
  },
  {
    name: 'an execution of OKX',
    steps: SWAP,
    row: okxBodies.A_FILL,
    read: fillsBy(okx.readFill),
    claims: {
      execId: (value, row) => value === `${valueAt(row, 'tradeId')}-${valueAt(row, 'ordId')}`,
      price: isPrice('fillPx'),
      quantity: isQuantity('fillSz'),
      side: LOWER_SIDE,
      liquidity: isWord('execType', { MAKER: ['M'], TAKER: ['T'] }),
      fee: isFee('fee', 'feeCcy', -1),
      executedAtMs: isTime('fillTime', 'ts'),
    },
  },
  {
    name: 'a payment of OKX',
    steps: SWAP,
    row: okxBodies.A_BILL,
    read: fundingBy(okx.readPayment),
    claims: { fundingId: isText('billId'), amount: isMoney('balChg'), settledAtMs: isTime('ts') },
  },
  {
    name: 'a position of OKX',
    steps: SWAP,
    row: okxBodies.A_POSITION,
    read: positionsBy(okx.readPosition),
    claims: {
      quantity: isSigned('pos', 'posSide', { net: 1, long: 1, short: -1 }),
      price: isEntry('avgPx'),
      liquidationPrice: isLiquidation('liqPx'),
      maintenanceMargin: isMoney('mmr'),
      leverage: isLeverage('lever'),
    },
  },
]

const BITGET_STEPS: Steps = { ...DOLLAR, tick: '0.5' }

const BITGET_KINDS: readonly Kind[] = [
  {
    name: 'an order of Bitget',
    steps: BITGET_STEPS,
    row: bitgetBodies.AN_ORDER,
    read: ordersBy(bitget.readRegular),
    claims: {
      exchangeOrderId: isText('orderId'),
      filled: isQuantity('baseVolume'),
      quantity: isQuantity('size'),
      price: nothingOr(isPrice('price')),
      side: LOWER_SIDE,
      atMs: isTime('uTime'),
    },
  },
  {
    name: 'a conditional order of Bitget',
    steps: BITGET_STEPS,
    row: bitgetBodies.A_PLAN,
    read: ordersBy(bitget.readPlan),
    claims: {
      exchangeOrderId: isText('orderId'),
      quantity: isQuantity('size'),
      side: LOWER_SIDE,
      type: is('STOP_MARKET'),
      triggerPrice: isPrice('triggerPrice'),
      triggerBy: isWord('triggerType', { MARK: ['mark_price'], LAST: ['fill_price'] }),
      atMs: isTime('uTime', 'cTime'),
    },
  },
  {
    name: 'an execution of Bitget',
    steps: BITGET_STEPS,
    row: bitgetBodies.A_FILL,
    read: fillsBy(bitget.readFill),
    claims: {
      execId: isText('tradeId'),
      exchangeOrderId: isText('orderId'),
      price: isPrice('price'),
      quantity: isQuantity('baseVolume'),
      side: LOWER_SIDE,
      executedAtMs: isTime('cTime'),
    },
  },
  {
    name: 'a payment of Bitget',
    steps: BITGET_STEPS,
    row: bitgetBodies.A_BILL,
    read: fundingBy(bitget.readPayment),
    claims: { fundingId: isText('billId'), amount: isMoney('amount'), settledAtMs: isTime('cTime') },
  },
  {
    name: 'a position of Bitget',
    steps: BITGET_STEPS,
    row: bitgetBodies.A_POSITION,
    read: positionsBy(bitget.readPosition),
    claims: {
      quantity: isSigned('total', 'holdSide', { long: 1, short: -1 }),
      price: isEntry('openPriceAvg'),
      liquidationPrice: isLiquidation('liquidationPrice'),
      leverage: isLeverage('leverage'),
    },
  },
]

export const KINDS: readonly Kind[] = [...BINANCE_KINDS, ...BYBIT_KINDS, ...OKX_KINDS, ...BITGET_KINDS]
