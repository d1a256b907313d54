import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { settableClock } from '../venue-wire/venue-stage.ts'
import { type BybitStage, openBybitStage } from './bybit-stage.ts'

/** The fields the exchange documents ("V5 API", July 2026) of what there is for linear contracts. */
const words = (text: string): string[] => text.trim().split(/\s+/).sort()

const ORDER = words(`
  orderId orderLinkId parentOrderLinkId blockTradeId symbol price qty side isLeverage positionIdx orderStatus createType
  cancelType rejectReason avgPrice leavesQty leavesValue cumExecQty cumExecValue cumExecFee timeInForce orderType
  stopOrderType orderIv slippageToleranceType slippageTolerance triggerPrice takeProfit stopLoss tpslMode tpLimitPrice
  slLimitPrice tpTriggerBy slTriggerBy triggerDirection triggerBy lastPriceOnCreated reduceOnly closeOnTrigger placeType
  smpType smpGroup smpOrderId createdTime updatedTime extraFees cumFeeDetail rpiTakerAccess rpiMatchedQty
`)
const EXECUTION = words(`
  symbol orderId orderLinkId side orderPrice orderQty leavesQty createType orderType stopOrderType execFee execId
  execPrice execQty execType execValue execTime feeCurrency isMaker feeRate tradeIv markIv markPrice indexPrice
  underlyingPrice blockTradeId closedSize seq extraFees marketUnit
`)
const POSITION = words(`
  positionIdx riskId riskLimitValue symbol side size avgPrice positionValue autoAddMargin positionStatus leverage
  breakEvenPrice markPrice liqPrice positionIM positionIMByMp positionMM positionMMByMp takeProfit stopLoss trailingStop
  sessionAvgPrice unrealisedPnl curRealisedPnl cumRealisedPnl adlRankIndicator createdTime updatedTime openTime seq
  isReduceOnly mmrSysUpdatedTime leverageSysUpdatedTime tpslMode bustPrice positionBalance tradeMode
`)
const WALLET = words(`
  accountType accountLTV accountIMRate accountIMRateByMp accountMMRate accountMMRateByMp totalEquity totalWalletBalance
  totalMarginBalance totalAvailableBalance totalPerpUPL totalInitialMargin totalInitialMarginByMp totalMaintenanceMargin
  totalMaintenanceMarginByMp coin
`)
const COIN = words(`
  coin equity usdValue walletBalance locked spotHedgingQty borrowAmount spotBorrow accruedInterest totalOrderIM
  totalPositionIM totalPositionMM unrealisedPnl cumRealisedPnl bonus marginCollateral collateralSwitch availableToBorrow
  availableToWithdraw
`)
const TRANSACTION = words(`
  id symbol category side transactionTime type transSubType qty size currency tradePrice funding fee cashFlow change
  cashBalance feeRate bonusChange tradeId orderId orderLinkId extraFees
`)
const INSTRUMENT = words(`
  symbol contractType status baseCoin quoteCoin launchTime deliveryTime deliveryFeeRate priceScale leverageFilter
  priceFilter lotSizeFilter unifiedMarginTrade fundingInterval settleCoin copyTrading upperFundingRate lowerFundingRate
  displayName isPreListing preListingInfo riskParameters symbolType
`)
const TICKER = words(`
  symbol lastPrice indexPrice markPrice prevPrice24h price24hPcnt highPrice24h lowPrice24h prevPrice1h openInterest
  openInterestValue turnover24h volume24h fundingRate nextFundingTime bid1Price bid1Size ask1Price ask1Size preOpenPrice
  preQty curPreListingPhase fundingIntervalHour fundingCap
`)
const TRADE = words('execId symbol price size side time isBlockTrade isRPITrade seq')
const TIER = words('id symbol riskLimitValue maintenanceMargin initialMargin isLowestRisk maxLeverage mmDeduction')

const BTC = { category: 'linear', symbol: 'BTCUSDT' }
const SETTLEMENT_MS = Date.UTC(2026, 0, 15, 8)

const SOON = { timeout: 60_000, interval: 50 }

const { clock, setTo } = settableClock(SETTLEMENT_MS - 300_000)

const listFields = (value: object): string[] => Object.keys(value).sort()

let stage: BybitStage
beforeAll(async () => {
  stage = await openBybitStage({ clock })
  const buy = { ...BTC, side: 'Buy', orderType: 'Market', qty: '0.100', stopLoss: '30000' }
  await stage.post('/v5/order/create', buy)
})
afterAll(() => stage.close())

/** The newest of a list, once there is one: a market that has just been opened may not have traded yet. */
const readFirst = (path: string, params: Record<string, string> = {}) =>
  vi.waitFor(async () => {
    const [newest] = (await stage.get(path, { ...BTC, ...params })).body.result.list
    expect(newest).toBeDefined()
    return newest
  }, SOON)

describe('answers have the documented fields, and no others', () => {
  it.each([
    ['/v5/order/history', {}, ORDER],
    ['/v5/execution/list', {}, EXECUTION],
    ['/v5/position/list', {}, POSITION],
    ['/v5/account/wallet-balance', { accountType: 'UNIFIED' }, WALLET],
    ['/v5/account/transaction-log', {}, TRANSACTION],
    ['/v5/market/instruments-info', {}, INSTRUMENT],
    ['/v5/market/recent-trade', {}, TRADE],
    ['/v5/market/risk-limit', {}, TIER],
  ] as const)('%s', async (path, params, fields) => {
    expect(listFields(await readFirst(path, params))).toEqual(fields)
  })

  it('of a coin, and of a ticker', async () => {
    const wallet = await readFirst('/v5/account/wallet-balance', { accountType: 'UNIFIED' })
    expect(listFields(wallet.coin[0])).toEqual(COIN)
    const delivered = words('predictedDeliveryPrice basisRate basis deliveryFeeRate deliveryTime basisRateYear')
    expect(listFields(await readFirst('/v5/market/tickers'))).toEqual([...TICKER, ...delivered].sort())
  })

  it('on the streams too', async () => {
    const listener = await stage.listenPrivately('order', 'execution', 'position', 'wallet')
    await stage.post('/v5/order/create', { ...BTC, side: 'Buy', orderType: 'Market', qty: '0.010' })
    const first = async (name: string) => (await listener.until(({ topic }) => topic === name)).data[0]
    expect(listFields(await first('order'))).toEqual([...ORDER, 'category', 'closedPnl', 'feeCurrency'].sort())
    expect(listFields(await first('execution'))).toEqual([...EXECUTION, 'category', 'isLeverage', 'execPnl'].sort())
    const position = POSITION.filter((name) => name !== 'avgPrice')
    expect(listFields(await first('position'))).toEqual([...position, 'category', 'entryPrice'].sort())
    expect(listFields(await first('wallet'))).toEqual(WALLET)
    listener.socket.close()
    const market = await stage.listen('tickers.BTCUSDT')
    const ticker = await market.until(({ topic, type }) => topic === 'tickers.BTCUSDT' && type === 'snapshot')
    expect(listFields(ticker.data)).toEqual([...TICKER, 'tickDirection'].sort())
    market.socket.close()
  })
})

it('settles funding at its hour, reports it as an execution, and lists it', async () => {
  const listener = await stage.listenPrivately('execution')
  setTo(SETTLEMENT_MS - 500)
  const message = await listener.until(({ data }) => data?.[0]?.execType === 'Funding')
  listener.socket.close()
  const listed = (await readFirst('/v5/execution/list', { execType: 'Funding' })) as Record<string, string>
  expect(message.data[0]).toMatchObject({ ...listed, execTime: String(SETTLEMENT_MS) })
  const entry = await readFirst('/v5/account/transaction-log', { type: 'SETTLEMENT' })
  expect(entry).toMatchObject({ symbol: 'BTCUSDT', type: 'SETTLEMENT', side: 'Buy', fee: '0' })
  expect(Number(entry.funding)).toBe(-Number(listed.execFee))
  const wallet = await readFirst('/v5/account/wallet-balance', { accountType: 'UNIFIED' })
  expect(entry.cashBalance).toBe(wallet.coin[0].walletBalance)
})
