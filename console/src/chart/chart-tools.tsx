import { Maximize, Scaling } from 'lucide-react'
import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import { type ChartAppearance, SHAPES } from './chart-appearance.ts'
import { IndicatorPicker } from './indicator-picker.tsx'

/** Toolbar of a chart: style, indicators, logarithmic scale, fit to all candles, and full screen. */
export const ChartTools = ({ look, onChange, onFit }: Tooled) => (
  <div className="flex items-center border-l border-line pl-1">
    <Choice
      label={t('Chart style')}
      isNamed={false}
      look="tool-button bg-transparent [field-sizing:content]"
      value={look.shape}
      choices={SHAPES}
      onChoose={(shape) => onChange({ ...look, shape })}
    />
    <IndicatorPicker names={look.indicators} onChange={(indicators) => onChange({ ...look, indicators })} />
    <button
      type="button"
      aria-pressed={look.isLog}
      title={t('Logarithmic scale')}
      className="tool-button"
      onClick={() => onChange({ ...look, isLog: !look.isLog })}
    >
      {t('Log')}
    </button>
    <button
      type="button"
      aria-label={t('Fit all candles')}
      title={t('Fit all candles')}
      className="tool-button"
      onClick={onFit}
    >
      <Scaling aria-hidden="true" className="size-4" />
    </button>
    <button
      type="button"
      aria-label={t('Full screen')}
      title={t('Full screen')}
      className="tool-button"
      onClick={({ currentTarget }) => void toggleFullScreen(currentTarget.closest('section'))}
    >
      <Maximize aria-hidden="true" className="size-4" />
    </button>
  </div>
)

interface Tooled {
  readonly look: ChartAppearance
  readonly onChange: (look: ChartAppearance) => void
  /** Shows all candles. */
  readonly onFit: () => void
}

const toggleFullScreen = async (panel: HTMLElement | null): Promise<void> => {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await panel?.requestFullscreen()
}
