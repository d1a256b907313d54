/**
 * Answers of OKX v5, after the examples of real ones that the library keeps beside its readers (ccxt 4.5.84,
 * `okx.js`), cut to the fields in use and moved to one instrument and time.
 */
export const ok = (...data: readonly unknown[]) => ({ code: '0', msg: '', data })

const SWAP = {
  alias: '',
  baseCcy: '',
  ctMult: '1',
  ctType: 'linear',
  ctVal: '0.01',
  ctValCcy: 'BTC',
  instId: 'BTC-USDT-SWAP',
  instType: 'SWAP',
  instFamily: 'BTC-USDT',
  lever: '125',
  listTime: '1573557408000',
  lotSz: '0.1',
  minSz: '0.1',
  quoteCcy: '',
  settleCcy: 'USDT',
  state: 'live',
  tickSz: '0.1',
  uly: 'BTC-USDT',
}

export const INSTRUMENTS = ok(
  SWAP,
  {
    ...SWAP,
    instId: 'BTC-USD-SWAP',
    ctType: 'inverse',
    ctVal: '100',
    ctValCcy: 'USD',
    settleCcy: 'BTC',
    uly: 'BTC-USD',
  },
  { ...SWAP, instId: 'ETH-USDC-SWAP', ctVal: '0.1', settleCcy: 'USDC', uly: 'ETH-USDC' },
  { instId: 'ETH-USD_UM-SWAP', instType: 'SWAP', state: 'preopen' },
  { ...SWAP, instId: 'DEAD-USDT-SWAP', uly: 'DEAD-USDT', state: 'suspend' },
)

export const AN_ORDER = {
  accFillSz: '0',
  algoClOrdId: '',
  algoId: '',
  avgPx: '',
  cancelSource: '',
  cancelSourceReason: '',
  category: 'normal',
  cTime: '1789999990000',
  clOrdId: 'tE00010000000000000000000000000A',
  fee: '0',
  feeCcy: 'USDT',
  fillPx: '',
  fillSz: '0',
  fillTime: '',
  instId: 'BTC-USDT-SWAP',
  instType: 'SWAP',
  lever: '3',
  ordId: '2657625147249614848',
  ordType: 'limit',
  posSide: 'net',
  px: '60000.1',
  reduceOnly: 'false',
  side: 'buy',
  state: 'live',
  sz: '0.2',
  tdMode: 'cross',
  tradeId: '',
  uTime: '1789999990000',
}

export const AN_ALGO = {
  actualPx: '',
  actualSide: '',
  actualSz: '0',
  algoClOrdId: 'tS00010000000000000000000000000B',
  algoId: '431375349042380800',
  cTime: '1789999991000',
  clOrdId: '',
  failCode: '',
  instId: 'BTC-USDT-SWAP',
  instType: 'SWAP',
  ordId: '',
  ordPx: '',
  ordType: 'conditional',
  posSide: 'net',
  reduceOnly: 'true',
  side: 'sell',
  slOrdPx: '-1',
  slTriggerPx: '50000',
  slTriggerPxType: 'mark',
  state: 'live',
  sz: '0.2',
  tdMode: 'cross',
  tpOrdPx: '',
  tpTriggerPx: '',
  tpTriggerPxType: '',
  triggerPx: '',
  triggerTime: '',
}

export const A_FILL = {
  billId: '317321390265368576',
  clOrdId: 'tE00010000000000000000000000000A',
  execType: 'T',
  fee: '-0.006',
  feeCcy: 'USDT',
  fillPx: '60000.1',
  fillSz: '0.2',
  fillTime: '1789999990500',
  instId: 'BTC-USDT-SWAP',
  instType: 'SWAP',
  ordId: '2657625147249614848',
  posSide: 'net',
  side: 'buy',
  subType: '1',
  tradeId: '107601752',
  ts: '1789999990501',
}

export const A_BILL = {
  bal: '1000',
  balChg: '-0.0148752712240',
  billId: '377970609204146187',
  ccy: 'USDT',
  instId: 'BTC-USDT-SWAP',
  instType: 'SWAP',
  pnl: '-0.014875271224',
  subType: '173',
  ts: '1789999995588',
  type: '8',
}

export const A_POSITION = {
  avgPx: '60000.1',
  ccy: 'USDT',
  imr: '40',
  instId: 'BTC-USDT-SWAP',
  instType: 'SWAP',
  lever: '3',
  liqPx: '41608.959083877446',
  markPx: '60001',
  mgnMode: 'cross',
  mmr: '0.4800008',
  pos: '-0.2',
  posSide: 'net',
  upl: '0.01',
}

export const A_BALANCE = {
  adjEq: '',
  totalEq: '1000',
  details: [
    { ccy: 'BTC', cashBal: '1', upl: '0' },
    { ccy: 'USDT', cashBal: '1000.12345678912', upl: '-2.5', eq: '997.6' },
  ],
}

export const A_CONFIG = {
  acctLv: '2',
  posMode: 'net_mode',
  perm: 'read_only,trade',
  ip: '203.0.113.7',
  uid: '1',
  label: 'x',
}
