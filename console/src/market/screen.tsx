import { useSearchParams } from 'wouter'
import { useChannel } from '../live/use-live.ts'
import { useInstruments } from '../rest/use-instruments.ts'
import { Problem } from '../ui/problem.tsx'
import { InstrumentView } from './instrument-view.tsx'
import { readPlace } from './place.ts'
import { PlaceChoice } from './place-choice.tsx'
import { UnknownSymbol } from './unknown-symbol.tsx'

/** Market screen: quote, candles, order book and order ticket of an instrument. */
export const Market = () => {
  const [params] = useSearchParams()
  const { data: instruments, error } = useInstruments()
  const books = useChannel('autotrading.status')?.data.books
  const usual = books && (books[0]?.manualSymbols[0] ?? books[0]?.symbols[0] ?? instruments?.[0]?.symbol)
  const { symbol, interval, strange } = readPlace(params, usual)
  const instrument = instruments?.find((known) => known.symbol === symbol)
  return (
    <div data-wide>
      <h1 className="sr-only">Market</h1>
      {error && <Problem title="Instruments could not be loaded" error={error} />}
      {!error && !(instruments && symbol) && <p className="text-muted">Loading instruments …</p>}
      {instruments && symbol && (
        <div className="grid gap-4">
          <PlaceChoice place={{ symbol, interval }} instruments={instruments} />
          {strange !== undefined && (
            <p role="alert">
              <strong>{strange}</strong> is not an available interval. Showing {interval}.
            </p>
          )}
          {instrument ? (
            <InstrumentView key={symbol} instrument={instrument} interval={interval} />
          ) : (
            <UnknownSymbol place={{ symbol, interval }} instruments={instruments} />
          )}
        </div>
      )}
    </div>
  )
}
