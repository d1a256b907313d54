import { useDeferredValue } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { useInstruments } from '../rest/use-instruments.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Problem } from '../ui/problem.tsx'
import { InstrumentView } from './instrument-view.tsx'
import { marketPath, type Place, readPlace, readView, recallPlace } from './place.ts'
import { SymbolStrip } from './symbol-strip.tsx'

/**
 * Market screen: chooses the instrument from URL, browser or trading scope, and displays its quote, charts, order
 * book, trades, ticket and account.
 */
export const Market = () => {
  const [params] = useSearchParams()
  const { data: instruments, error } = useInstruments()
  const books = useChannel('autotrading.status')?.data.books
  const manual = books && (books[0]?.manualSymbols[0] ?? books[0]?.symbols[0] ?? instruments?.[0]?.symbol)
  const remembered = recallPlace()
  const isTraded = instruments?.some((known) => known.symbol === remembered?.symbol)
  const usual = isTraded ? remembered?.symbol : manual
  const { symbol, interval, strange } = readPlace(params, { symbol: usual, interval: remembered?.interval })
  const view = readView(params)
  const instrument = instruments?.find((known) => known.symbol === symbol)
  const isKnown = instruments !== undefined && symbol !== undefined
  // The panels are first rendered in small steps, between which the browser handles input.
  const isReady = useDeferredValue(isKnown)
  const View = view ? PanelWindow : InstrumentView
  return (
    <div data-wide className="flex min-w-0 grow flex-col">
      <h1 className="sr-only">{t('Market')}</h1>
      {error && <Problem title={t('Instruments could not be loaded')} error={error} />}
      {!error && !(isKnown && isReady) && <p className="p-4 text-muted">{t('Loading instruments…')}</p>}
      {isKnown && isReady && (
        <>
          <SymbolStrip place={{ symbol, interval, view }} instrument={instrument} instruments={instruments} />
          {strange !== undefined && (
            <p role="alert" className="border-b border-line bg-raised px-3 py-1">
              {rich('{strong} is not an available interval. Showing {interval}.', {
                strong: <strong>{strange}</strong>,
                interval,
              })}
            </p>
          )}
          {instrument ? (
            <View key={symbol} instrument={instrument} place={{ symbol, interval, view }} />
          ) : (
            <div className="p-4">
              <UnknownSymbol place={{ symbol, interval, view }} instruments={instruments} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

const PanelWindow = lazyComponent(async () => (await import('./panel-window.tsx')).PanelWindow)

/** Message that the symbol in the URL is not available, with links to the available ones. */
const UnknownSymbol = ({ place: { symbol, ...place }, instruments }: Unknown) => (
  <div role="alert">
    <p>{rich('{strong} is not available. Available symbols:', { strong: <strong>{symbol}</strong> })}</p>
    <ul className="flex flex-wrap gap-x-4">
      {instruments.map((known) => (
        <li key={known.symbol}>
          <Link
            href={marketPath({ ...place, symbol: known.symbol })}
            className="inline-block min-h-6 text-accent underline"
          >
            {known.symbol}
          </Link>
        </li>
      ))}
    </ul>
  </div>
)

interface Unknown {
  readonly place: Place
  readonly instruments: readonly { readonly symbol: string }[]
}
