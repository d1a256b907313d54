import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import { INTERVALS, type Interval } from './place.ts'

interface Choosing {
  readonly interval: Interval
  readonly onChoose: (interval: Interval) => void
}

/** Choice of the candle interval of a chart: buttons, or a list in a narrow toolbar. */
export const IntervalChoice = ({ interval: chosen, onChoose }: Choosing) => (
  <>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields */}
    <div role="group" aria-label={t('Timeframe')} className="flex @max-3xl:hidden">
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
    <div className="@3xl:hidden">
      <Choice
        label={t('Timeframe')}
        isNamed={false}
        look="tool-button bg-transparent text-accent [field-sizing:content]"
        value={chosen}
        choices={NAMES}
        onChoose={onChoose}
      />
    </div>
  </>
)

const NAMES = Object.fromEntries(INTERVALS.map((interval) => [interval, interval])) as Record<Interval, Interval>
