import type { IChartApi } from 'lightweight-charts'
import { type KeyboardEvent, useCallback, useId, useLayoutEffect, useRef } from 'react'
import { formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { DownGlyph, UpGlyph } from '../ui/glyphs.tsx'
import { handleY, spreadHandles, stepPrice, withoutFarOrders } from './line-drag.ts'
import type { FixedLine, LineMoves, MovableLine } from './mark.ts'
import { readHandleRange, useLineDrag } from './use-line-drag.ts'
import { useRepaint } from './use-repaint.ts'
import type { Series } from './use-series.ts'

/**
 * Handles of the price lines that the user may move, by pointer and by keyboard, and the labels of the others. A line
 * beyond the visible prices has its handle at the edge.
 */
export const LineHandles = ({ chart, series, tickSize, moves }: Handling) => {
  const layer = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const { lines, fixed, draft, onDraft, onChoose } = moves
  const drag = useLineDrag({ series, tickSize, layer }, moves)
  const place = useCallback(() => {
    if (chart && series && layer.current) placeHandles(chart, series, layer.current)
  }, [chart, series])
  useRepaint(series, place)
  useLayoutEffect(place)

  const onKeyDown = (event: KeyboardEvent, { id, price }: MovableLine): void => {
    const current = draft?.id === id ? draft.price : price
    const act = toAct(event)
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (act === 'choose') onChoose({ id, price: current })
    else if (act === 'cancel') drag.cancel()
    else onDraft({ id, price: stepPrice(current, act, tickSize) })
  }
  return (
    <div ref={layer} className="pointer-events-none absolute top-0 left-0 z-3 overflow-hidden">
      <span id={hintId} hidden>
        {t('Arrow keys move it by one tick, with Shift by ten. Enter opens the confirmation, Escape cancels.')}
      </span>
      {lines.map((line) => (
        <LineHandle
          key={line.id}
          line={line}
          price={draft?.id === line.id ? draft.price : undefined}
          tickSize={tickSize}
          hintId={hintId}
          onKeyDown={(event) => onKeyDown(event, line)}
          onBlur={drag.cancel}
          {...drag.handleProps(line.id)}
        />
      ))}
      {fixed.map((line) => (
        <FixedLabel key={line.id} line={line} />
      ))}
    </div>
  )
}

interface Handling {
  readonly chart: IChartApi | undefined
  readonly series: Series | undefined
  readonly tickSize: string
  readonly moves: LineMoves
}

type KeyAct = number | 'choose' | 'cancel'

const KEYS: Readonly<Record<string, KeyAct>> = { ArrowUp: 1, ArrowDown: -1, Enter: 'choose', Escape: 'cancel' }
const SHIFT_TICKS = 10

/** Returns the action of a key on a line: a move by ticks, confirm, or cancel. */
const toAct = ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): KeyAct | undefined => {
  const act = ctrlKey || altKey || metaKey ? undefined : KEYS[key]
  return typeof act === 'number' && shiftKey ? act * SHIFT_TICKS : act
}

const placeHandles = (chart: IChartApi, { prices }: Series, layer: HTMLElement): void => {
  const { width, height } = chart.paneSize(0)
  layer.style.width = `${width}px`
  layer.style.height = `${height}px`
  const range = readHandleRange(layer)
  const handles = [...layer.querySelectorAll<HTMLElement>('[data-line]')]
  const known = handles.flatMap((handle) => {
    const y = prices.priceToCoordinate(Number(handle.dataset.price))
    return y === null ? [] : [{ handle, y, isOrder: isRestingOrder(handle), at: handleY(y, range) }]
  })
  const placed = withoutFarOrders(known, height)
  for (const handle of handles) handle.hidden = !placed.some((one) => one.handle === handle)
  const resting = placed.filter(({ handle }) => handle.dataset.moving === undefined)
  const apartPx = resting.length > 1 ? (resting[0]?.handle.offsetHeight ?? 0) + GAP_PX : 0
  const spread = spreadHandles(
    resting.map(({ at }) => at),
    apartPx,
    range.bottomPx,
  )
  for (const one of placed) {
    const { handle, y, at } = one
    handle.style.top = `${spread[resting.indexOf(one)] ?? at}px`
    handle.dataset.beyond = toSide(y, height)
  }
}

/** Returns whether a handle is of an order that is neither moved nor focused. */
const isRestingOrder = (handle: HTMLElement): boolean =>
  handle.dataset.kind === 'order' && handle.dataset.moving === undefined && handle !== document.activeElement

/** Space between two handles. */
const GAP_PX = 2

const toSide = (y: number, height: number): 'above' | 'below' | '' => {
  if (y >= 0 && y <= height) return ''
  return y < 0 ? 'above' : 'below'
}

interface HandleProps extends ReturnType<ReturnType<typeof useLineDrag>['handleProps']> {
  readonly line: MovableLine
  /** Price of the move in progress. */
  readonly price: string | undefined
  readonly tickSize: string
  readonly hintId: string
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onBlur: () => void
}

const COLOURS = {
  stop: 'border-down',
  target: 'border-up',
  entry: 'border-ink',
  order: 'border-accent',
  alert: 'border-warn',
} as const

const toTone = (result: string): string => (result.startsWith('−') ? 'text-down' : 'text-up')

const FixedLabel = ({ line: { id, kind, price, word, amount } }: { readonly line: FixedLine }) => (
  <div data-line={id} data-kind={kind} data-price={price} className={`line-handle ${COLOURS[kind]}`}>
    {word} · <span className={toTone(amount)}>{amount}</span>
  </div>
)

const LineHandle = ({ line, price, tickSize, hintId, ...events }: HandleProps) => {
  const at = price ?? line.price
  const { distance, amount, amountOf, wrong } = line.describe(at)
  const written = formatToStep(at, tickSize)
  return (
    <div
      role="spinbutton"
      tabIndex={0}
      aria-label={line.name}
      aria-valuenow={Number(at)}
      aria-valuetext={[`${written} USDT`, `${amountOf} ${amount}`, ...(wrong === undefined ? [] : [wrong])].join(', ')}
      aria-describedby={hintId}
      data-line={line.id}
      data-kind={line.kind}
      data-price={at}
      data-moving={price === undefined ? undefined : ''}
      className={`line-handle ${COLOURS[line.kind]} ${price === undefined ? '' : 'z-1'}`}
      {...events}
    >
      <span aria-hidden="true">
        <span data-side="above">
          <UpGlyph />{' '}
        </span>
        <span data-side="below">
          <DownGlyph />{' '}
        </span>
        {wrong !== undefined && <strong className="text-warn">! </strong>}
        {line.word} <span className="text-ink">{written}</span>
        <span className={line.kind === 'order' ? 'line-details' : undefined}>
          <span className="line-distance"> · {distance}</span> ·{' '}
          <span className={amountOf === 'PnL' ? toTone(amount) : 'text-muted'}>{amount}</span>
        </span>
      </span>
    </div>
  )
}
