import { useLocation } from 'wouter'
import { Choice } from '../ui/choice.tsx'
import { INTERVALS, marketPath, type Place } from './place.ts'

interface Choosing {
  readonly place: Place
  readonly instruments: readonly { readonly symbol: string }[]
}

/** Selection of instrument and candle interval, stored in the URL. */
export const PlaceChoice = ({ place, instruments }: Choosing) => {
  const [, go] = useLocation()
  const { symbol, interval } = place
  const symbols = [...new Set([symbol, ...instruments.map((known) => known.symbol)])].toSorted()
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Choice
        label="Instrument"
        isNamed={false}
        value={symbol}
        choices={Object.fromEntries(symbols.map((known) => [known, known]))}
        onChoose={(chosen) => go(marketPath({ ...place, symbol: chosen }))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
      <div role="group" aria-label="Timeframe" className="flex flex-wrap gap-1">
        {INTERVALS.map((length) => (
          <button
            key={length}
            type="button"
            aria-pressed={length === interval}
            className="min-h-8 min-w-9 rounded border border-transparent px-1.5 text-sm hover:border-edge aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-accent"
            onClick={() => go(marketPath({ ...place, interval: length }))}
          >
            {length}
          </button>
        ))}
      </div>
    </div>
  )
}
