import { Minus, MoveUpRight, RectangleHorizontal, Rows3, TrendingUp, Type, X } from 'lucide-react'
import { t } from '../messages/messages.ts'
import { describeDrawing } from './describe-drawing.ts'
import { DRAWING_KINDS, type DrawingKind, KINDS } from './drawing.ts'
import type { ChartDrawings } from './use-drawings.ts'

/** Menu of the drawing tools, with the drawings of the instrument, each of which can be removed. */
export const DrawingList = ({ tickSize, of: { tool, onTool, drawings, remove, clear } }: Listed) => (
  <div className="grid gap-3">
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields */}
    <div role="group" aria-label={t('Tools')} className="grid grid-cols-2 gap-1">
      {KINDS.map((kind) => {
        const Icon = ICONS[kind]
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={tool === kind}
            className="tool-button justify-start gap-2"
            onClick={({ currentTarget }) => {
              onTool(tool === kind ? undefined : kind)
              currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
            }}
          >
            <Icon aria-hidden="true" className="size-4" />
            {DRAWING_KINDS[kind].title}
          </button>
        )
      })}
    </div>
    {drawings.length > 0 && (
      <ul className="grid gap-1 border-t border-line pt-2 text-sm">
        {drawings.map((drawing) => (
          <li key={drawing.id} className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate">{describeDrawing(drawing, tickSize)}</span>
            <button
              type="button"
              aria-label={t('Remove: {drawing}', { drawing: describeDrawing(drawing, tickSize) })}
              className="tool-button"
              onClick={() => remove(drawing.id)}
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    )}
    {drawings.length > 1 && (
      <button type="button" className="quiet-button text-sm" onClick={clear}>
        {t('Remove all {length} drawings', { length: drawings.length })}
      </button>
    )}
    <p className="text-sm text-muted">
      {t(
        'Click the chart to place the points; Esc cancels. Drag a drawing to move it, Delete removes it. Drawings are kept in this browser.',
      )}
    </p>
  </div>
)

const ICONS: Readonly<Record<DrawingKind, typeof Minus>> = {
  trend: TrendingUp,
  ray: MoveUpRight,
  horizontal: Minus,
  rectangle: RectangleHorizontal,
  fib: Rows3,
  text: Type,
}

interface Listed {
  readonly tickSize: string
  readonly of: ChartDrawings
}
