import type { components } from '@plimsoll/client'
import { formatCountdown } from '../figures/instants.ts'
import { MarketAge } from '../figures/market-age.tsx'
import { formatExact, formatRate, formatToStep, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { useChannel, useServerNow } from '../live/use-live.ts'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import { computeSpread } from './book.ts'

type Ticker = components['schemas']['TickerData']
type Instrument = components['schemas']['Instrument']

/** Current price of an instrument, its 24 h statistics, and its funding cost. */
export const QuoteCard = ({ instrument: { symbol, tickSize } }: { readonly instrument: Instrument }) => {
  const ticker = useChannel(`market.ticker:${symbol}`)?.data
  const price = (text: string | null | undefined): string => formatToStep(text, tickSize)
  return (
    <Card title={`${symbol} perpetual`} age={<MarketAge symbol={symbol} />}>
      <Figures
        isHorizontal
        of={{
          'Last, USDT': <span className="text-lg leading-none">{price(ticker?.lastPrice)}</span>,
          'Mark, USDT': (
            <>
              {price(ticker?.markPrice)}
              {ticker?.markSource === 'MID' && <span className="font-normal text-muted"> mid price</span>}
            </>
          ),
          'Index, USDT': price(ticker?.indexPrice),
          '24 h change': <ProfitLoss value={ticker?.changePct24h} format={(text) => `${formatUsdt(text)} %`} />,
          '24 h low – high': `${price(ticker?.low24h)} – ${price(ticker?.high24h)}`,
          '24 h turnover, USDT': formatToStep(ticker?.turnover24h, '1'),
          'Spread, USDT': <SpreadNow ticker={ticker} tickSize={tickSize} />,
          'Funding, next in': <Funding ticker={ticker} />,
          [`Open interest, ${symbol.replace(/USDT$/, '')}`]: formatExact(ticker?.openInterest),
        }}
      />
    </Card>
  )
}

interface Quoted {
  readonly ticker: Ticker | undefined
}

const SpreadNow = ({ ticker, tickSize }: Quoted & { readonly tickSize: string }) => {
  const spread = computeSpread(ticker?.bestBidPrice, ticker?.bestAskPrice)
  if (!spread) return UNKNOWN
  return (
    <>
      {formatToStep(spread.abs, tickSize)}{' '}
      <span className="font-normal text-muted">{formatToStep(spread.bps, '0.01')} bps</span>
    </>
  )
}

/** The rate that longs pay to shorts, and when it is paid, by the server's clock. */
const Funding = ({ ticker }: Quoted) => {
  const dueAt = ticker?.nextFundingAt
  const left = useServerNow((now) => (dueAt && now !== undefined ? formatCountdown(Date.parse(dueAt) - now) : UNKNOWN))
  if (!ticker || ticker.fundingRate === null) return UNKNOWN
  return (
    <>
      {formatRate(ticker.fundingRate)} <span className="font-normal text-muted">{left}</span>
    </>
  )
}
