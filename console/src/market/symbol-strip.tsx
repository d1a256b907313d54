import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { formatCountdown } from '../figures/instants.ts'
import { MarketAge } from '../figures/market-age.tsx'
import { formatExact, formatRate, formatToStep, formatUsdt, UNKNOWN, withPercent } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { LayoutButton } from '../layouts/layout-button.tsx'
import { useIsConnected } from '../live/use-freshness.ts'
import { useChannel, useServerNow } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import { WatchlistButton } from '../watchlist/watchlist-button.tsx'
import { marketPath, type Place, rememberPlace } from './place.ts'

/**
 * Header row of the market screen: symbol selector, price, 24-hour statistics, funding and chart layouts. On a phone the
 * statistics are in a second row.
 */
export const SymbolStrip = ({ place, instrument, instruments }: Stripped) => (
  <div className="relative flex min-h-9 shrink-0 items-center gap-x-4 overflow-x-auto overflow-y-hidden border-b border-line bg-raised px-2 max-sm:flex-wrap max-sm:gap-x-3 max-sm:pb-1">
    <SymbolChoice place={place} instruments={instruments} />
    <WatchlistButton place={place} />
    {instrument && <Quote key={instrument.symbol} instrument={instrument} />}
    <LayoutButton />
  </div>
)

type Ticker = components['schemas']['TickerData']
type Instrument = components['schemas']['Instrument']

interface Stripped {
  readonly place: Place
  /** Undefined when the symbol is not traded here. */
  readonly instrument: Instrument | undefined
  readonly instruments: readonly { readonly symbol: string }[]
}

const SymbolChoice = ({ place, instruments }: Omit<Stripped, 'instrument'>) => {
  const [, go] = useLocation()
  const symbols = [...new Set([place.symbol, ...instruments.map(({ symbol }) => symbol)])].toSorted()
  const choose = (symbol: string): void => {
    rememberPlace({ ...place, symbol })
    go(marketPath({ ...place, symbol }))
  }
  return (
    <Choice
      label={t('Instrument')}
      isNamed={false}
      look="min-h-7 rounded-md bg-transparent pr-1 text-base font-semibold hover:bg-hover"
      value={place.symbol}
      choices={Object.fromEntries(symbols.map((known) => [known, known]))}
      onChoose={choose}
    />
  )
}

/** Current price of an instrument, its 24 h statistics, and its funding cost. */
const Quote = ({ instrument: { symbol, tickSize } }: { readonly instrument: Instrument }) => {
  const ticker = useChannel(`market.ticker:${symbol}`)?.data
  const isConnected = useIsConnected()
  const price = (text: string | null | undefined): string => formatToStep(text, tickSize)
  return (
    <section
      aria-label={t('{symbol} perpetual', { symbol })}
      className={`flex grow items-center gap-x-5 has-[[data-freshness=STALE]]:aged max-sm:contents ${isConnected ? '' : 'aged'}`}
    >
      <span className="text-lg leading-none font-semibold whitespace-nowrap">
        <span className="sr-only">{t('Last, USDT')} </span>
        {price(ticker?.lastPrice)}
      </span>
      <span className="text-sm font-medium">
        <span className="sr-only">{t('24 h change')} </span>
        <ProfitLoss value={ticker?.changePct24h} format={(text) => withPercent(formatUsdt(text))} />
      </span>
      <span className="flex items-center gap-x-5 max-sm:order-1 max-sm:basis-full max-sm:justify-between max-sm:gap-x-2">
        <Item name={t('Mark')}>
          {price(ticker?.markPrice)}
          {ticker?.markSource === 'MID' && <span className="text-muted"> {t('mid')}</span>}
        </Item>
        <Item name={t('Index')} look="max-2xl:hidden">
          {price(ticker?.indexPrice)}
        </Item>
        <Item name={t('Funding in')}>
          <Funding ticker={ticker} />
        </Item>
        <Item name={t('24 h range')}>
          <Range ticker={ticker} tickSize={tickSize} />
        </Item>
        <Item name={t('24 h turnover')} look="max-xl:hidden">
          {formatToStep(ticker?.turnover24h, '1')}
        </Item>
        <Item name={t('Open interest')} look="max-2xl:hidden">
          {formatExact(ticker?.openInterest)}
        </Item>
      </span>
      <span className="ml-auto text-xs">
        <MarketAge symbol={symbol} />
      </span>
    </section>
  )
}

interface Named {
  readonly name: string
  readonly look?: string
  readonly children: ReactNode
}

const Item = ({ name, look = '', children }: Named) => (
  <span className={`text-xs whitespace-nowrap ${look}`}>
    <span className="mr-1.5 text-muted max-sm:mr-0 max-sm:text-2xs">{name}</span>
    <br className="sm:hidden" />
    <span className="font-medium">{children}</span>
  </span>
)

interface Quoted {
  readonly ticker: Ticker | undefined
}

/** Low and high of 24 h, with a marker for the last price between them. */
const Range = ({ ticker, tickSize }: Quoted & { readonly tickSize: string }) => {
  const [low, high, last] = [ticker?.low24h, ticker?.high24h, ticker?.lastPrice]
  const share = (Number(last) - Number(low)) / (Number(high) - Number(low))
  return (
    <>
      {formatToStep(low, tickSize)}
      <span
        aria-hidden="true"
        className="relative mx-1.5 inline-block h-1 w-14 rounded-full bg-line align-middle max-xl:w-8"
      >
        <span
          className="absolute -top-0.5 h-2 w-0.5 rounded bg-ink"
          style={{ left: `${Number.isFinite(share) ? Math.min(1, Math.max(0, share)) * 100 : 50}%` }}
        />
      </span>
      <span className="sr-only"> – </span>
      {formatToStep(high, tickSize)}
    </>
  )
}

/** Time until the next funding, by the server's clock, and the rate that longs pay to shorts. */
const Funding = ({ ticker }: Quoted) => {
  const dueAt = ticker?.nextFundingAt
  const left = useServerNow((now) => (dueAt && now !== undefined ? formatCountdown(Date.parse(dueAt) - now) : UNKNOWN))
  if (!ticker || ticker.fundingRate === null) return UNKNOWN
  return (
    <>
      {left} <span className="text-warn">{formatRate(ticker.fundingRate)}</span>
    </>
  )
}
