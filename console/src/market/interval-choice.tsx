import { useLocation } from 'wouter'
import { INTERVALS, type Interval, marketPath, type Place, rememberPlace } from './place.ts'

/** Choice of the candle interval, stored in the URL. */
export const IntervalChoice = ({ place }: { readonly place: Place }) => {
  const [, go] = useLocation()
  const choose = (interval: Interval): void => {
    rememberPlace({ ...place, interval })
    go(marketPath({ ...place, interval }))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div role="group" aria-label="Timeframe" className="flex">
      {INTERVALS.map((interval) => (
        <button
          key={interval}
          type="button"
          aria-pressed={interval === place.interval}
          className="tool-button px-1"
          onClick={() => choose(interval)}
        >
          {interval}
        </button>
      ))}
    </div>
  )
}
