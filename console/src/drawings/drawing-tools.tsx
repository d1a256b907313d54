import { PencilLine } from 'lucide-react'
import { t } from '../messages/messages.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Popover } from '../ui/popover.tsx'
import type { ChartDrawings } from './use-drawings.ts'

/** Button that opens the drawing tools of a chart and the list of its drawings. */
export const DrawingTools = (tools: Tooling) => (
  <Popover
    button={<PencilLine aria-hidden="true" className={`size-4 ${tools.of.tool ? 'text-accent' : ''}`} />}
    name={t('Drawings')}
    look="tool-button"
    title={t('Drawings')}
  >
    <DrawingList {...tools} />
  </Popover>
)

interface Tooling {
  readonly tickSize: string
  readonly of: ChartDrawings
}

const DrawingList = lazyComponent(async () => (await import('./drawing-list.tsx')).DrawingList)
