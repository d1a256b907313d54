import { PencilLine } from 'lucide-react'
import { later } from '../ui/later.tsx'
import { Popover } from '../ui/popover.tsx'
import type { DrawingKind } from './drawing.ts'
import type { Drawings } from './use-drawings.ts'

/** Button that opens the drawing tools of a chart and the list of its drawings. */
export const DrawingTools = (tools: Tooling) => (
  <Popover
    button={<PencilLine aria-hidden="true" className={`size-4 ${tools.tool ? 'text-accent' : ''}`} />}
    name="Drawings"
    look="tool-button"
    title="Drawings"
  >
    <DrawingList {...tools} />
  </Popover>
)

export interface Tooling extends Drawings {
  /** Kind that the next presses on the chart draw. */
  readonly tool: DrawingKind | undefined
  readonly onTool: (tool: DrawingKind | undefined) => void
  readonly tickSize: string
}

const DrawingList = later(async () => (await import('./drawing-list.tsx')).DrawingList)
