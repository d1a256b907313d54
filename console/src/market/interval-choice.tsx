import { t } from '../messages/messages.ts'
import { INTERVALS, type Interval } from './place.ts'

interface Choosing {
  readonly interval: Interval
  readonly onChoose: (interval: Interval) => void
}

/** Buttons that choose the candle interval of a chart. */
export const IntervalChoice = ({ interval: chosen, onChoose }: Choosing) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields
  <div role="group" aria-label={t('Timeframe')} className="flex">
    {INTERVALS.map((interval) => (
      <button
        key={interval}
        type="button"
        aria-pressed={interval === chosen}
        className="tool-button px-1"
        onClick={() => onChoose(interval)}
      >
        {interval}
      </button>
    ))}
  </div>
)
