import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import type { ChartAppearance } from './chart-appearance.ts'

export interface Tooled {
  readonly look: ChartAppearance
  readonly onChange: (look: ChartAppearance) => void
}

export interface MoreTooled extends Tooled {
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  /** Shows all candles. */
  readonly onFit: () => void
  /** Opens the chart in a window of its own; undefined in such a window. */
  readonly onPopOut: (() => void) | undefined
}

/** Menu of a chart: logarithmic scale, table, fit to all candles, full screen, and a window of its own. */
export const MoreTools = ({ look, onChange, isTable, onTable, onFit, onPopOut }: MoreTooled) => (
  <div className="grid gap-1">
    <Switch isOn={look.isLog} onSwitch={(isLog) => onChange({ ...look, isLog })}>
      {t('Logarithmic scale')}
    </Switch>
    <Switch isOn={isTable} onSwitch={onTable}>
      {t('Table')}
    </Switch>
    <Act onAct={onFit}>{t('Fit all candles')}</Act>
    <Act onAct={(button) => void toggleFullScreen(button.closest('section:not([popover])'))}>{t('Full screen')}</Act>
    {onPopOut && <Act onAct={onPopOut}>{t('Open in a new window')}</Act>}
  </div>
)

interface Switched {
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
  readonly children: ReactNode
}

const Switch = ({ isOn, onSwitch, children }: Switched) => (
  <label className="flex min-h-8 items-center gap-2 rounded px-1 hover:bg-hover">
    <input
      type="checkbox"
      className="size-4 accent-accent"
      checked={isOn}
      onChange={({ target }) => onSwitch(target.checked)}
    />
    {children}
  </label>
)

interface Acting {
  readonly onAct: (button: HTMLElement) => void
  readonly children: ReactNode
}

/** Button of the menu, which closes it. */
const Act = ({ onAct, children }: Acting) => (
  <button
    type="button"
    className="min-h-8 rounded px-1 text-left hover:bg-hover"
    onClick={({ currentTarget }) => {
      currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
      onAct(currentTarget)
    }}
  >
    {children}
  </button>
)

const toggleFullScreen = async (panel: Element | null): Promise<void> => {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await panel?.requestFullscreen()
}
