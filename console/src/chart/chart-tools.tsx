import { Ellipsis } from 'lucide-react'
import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Popover } from '../ui/popover.tsx'
import { SHAPES } from './chart-appearance.ts'
import { IndicatorPicker } from './indicator-picker.tsx'
import type { MoreTooled, Tooled } from './more-tools.tsx'

/** Style and indicators of a chart. */
export const ChartTools = ({ look, onChange }: Tooled) => (
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
  </div>
)

/** Button that opens the tools of a chart that are used less often. */
export const MoreChartTools = (tools: MoreTooled) => (
  <Popover
    button={<Ellipsis aria-hidden="true" className="size-4" />}
    name={t('More tools')}
    look="tool-button"
    title={t('More tools')}
  >
    <MoreTools {...tools} />
  </Popover>
)

const MoreTools = lazyComponent(async () => (await import('./more-tools.tsx')).MoreTools)
