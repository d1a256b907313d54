/** Layer of a chart that displays the drawings of the user, and places the points of a new one. */

import type { IChartApi, Logical } from 'lightweight-charts'
import { type PointerEvent, useEffect, useMemo, useReducer, useState } from 'react'
import type { Candle } from '../chart/candles.ts'
import { snapPrice } from '../chart/line-drag.ts'
import { useRepaint } from '../chart/use-repaint.ts'
import type { Series } from '../chart/use-series.ts'
import { t } from '../messages/messages.ts'
import { DRAWING_KINDS, type Drawing, type DrawingKind, nextId, type Point, withPoint } from './drawing.ts'
import { DrawingShape } from './drawing-shape.tsx'
import { type BarTimes, barAt, type Spot, timeAt } from './geometry.ts'
import { NoteField } from './note-field.tsx'
import type { ChartDrawings } from './use-drawings.ts'

interface Layered {
  readonly chart: IChartApi
  readonly series: Series
  readonly candles: readonly Candle[]
  readonly tickSize: string
  readonly of: ChartDrawings
}

/**
 * Displays the drawings over the price pane. While a tool is selected, presses on the pane place the points of the
 * next drawing.
 */
export const DrawingLayer = ({ chart, series, candles, tickSize, of }: Layered) => {
  const { drawings, put, remove, tool, onTool } = of
  const [, repaint] = useReducer((count: number) => count + 1, 0)
  useRepaint(series, repaint)
  const times = useBarTimes(candles)
  const [draft, setDraft] = useState<Drawing>()
  useEffect(() => {
    setDraft(undefined)
    if (!tool) return
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onTool(undefined)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [tool, onTool])
  const toSpot = ({ atMs, price }: Point): Spot | undefined => {
    const x = xAt(chart, barAt(times, atMs))
    const y = series.prices.priceToCoordinate(price)
    return x === undefined || y === null ? undefined : { x, y }
  }
  const toPoint = ({ x, y }: Spot): Point | undefined => {
    const bar = chart.timeScale().coordinateToLogical(x)
    const price = series.prices.coordinateToPrice(y)
    if (bar === null || price === null) return undefined
    return { atMs: timeAt(times, bar), price: Number(snapPrice(price, tickSize)) }
  }
  const { width, height } = chart.paneSize(0)
  const pane = { width, height, tickSize, toSpot, toPoint }
  const finish = (drawing: Drawing): void => {
    put(drawing)
    onTool(undefined)
  }
  const isNote = draft?.kind === 'text'
  const isStored = drawings.some(({ id }) => id === draft?.id)
  return (
    <div className="pointer-events-none absolute top-0 left-0 z-2 overflow-hidden" style={{ width, height }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields */}
      <svg role="group" aria-label={t('Drawings')} width={width} height={height} className="absolute inset-0">
        {drawings.map((drawing) => (
          <DrawingShape
            key={drawing.id}
            drawing={drawing}
            pane={pane}
            onChange={put}
            onRemove={() => remove(drawing.id)}
          />
        ))}
        {draft && !isNote && !isStored && <DrawingShape drawing={draft} pane={pane} />}
      </svg>
      {tool && (
        <PlacingArea
          tool={tool}
          id={nextId(drawings)}
          draft={draft}
          toPoint={toPoint}
          onDraft={setDraft}
          onFinish={finish}
        />
      )}
      {draft && isNote && (
        <NoteField
          spot={draft.points[0] && toSpot(draft.points[0])}
          onEnter={(text) => finish({ ...draft, text })}
          onCancel={() => onTool(undefined)}
        />
      )}
    </div>
  )
}

/** Returns the x coordinate of a fractional bar index; the chart library converts only whole ones. */
const xAt = (chart: IChartApi, bar: number): number | undefined => {
  const whole = Math.floor(bar)
  const scale = chart.timeScale()
  const x = scale.logicalToCoordinate(whole as Logical)
  return x === null ? undefined : x + (bar - whole) * scale.options().barSpacing
}

const useBarTimes = (candles: readonly Candle[]): BarTimes => {
  const [first] = candles
  const openedAt = candles.at(-1)?.openTimeMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: times change only with a new candle or older ones
  return useMemo(
    () => ({
      openTimesMs: candles.map(({ openTimeMs }) => openTimeMs),
      lengthMs: first ? first.closeTimeMs + 1 - first.openTimeMs : 0,
    }),
    [first?.openTimeMs, openedAt, candles.length],
  )
}

interface Placing {
  readonly tool: DrawingKind
  /** ID of the drawing being placed. */
  readonly id: string
  readonly draft: Drawing | undefined
  readonly toPoint: (spot: Spot) => Point | undefined
  readonly onDraft: (draft: Drawing | undefined) => void
  readonly onFinish: (drawing: Drawing) => void
}

/** Area over the pane that places the points of a drawing, by two presses or by one drag. */
const PlacingArea = ({ tool, id, draft, toPoint, onDraft, onFinish }: Placing) => {
  const [pressed, setPressed] = useState<Spot>()
  const pointerSpot = ({ nativeEvent }: PointerEvent): Spot => ({ x: nativeEvent.offsetX, y: nativeEvent.offsetY })
  const onDown = (event: PointerEvent): void => {
    const point = toPoint(pointerSpot(event))
    if (!point || event.button !== 0) return
    event.preventDefault()
    if (draft) return onFinish(withPoint(draft, 1, point))
    setPressed(pointerSpot(event))
    const { points } = DRAWING_KINDS[tool]
    const begun = { id, kind: tool, points: Array<Point>(points).fill(point) }
    if (tool === 'horizontal') onFinish(begun)
    else onDraft(begun)
  }
  const onMove = (event: PointerEvent): void => {
    const point = toPoint(pointerSpot(event))
    if (draft && draft.kind !== 'text' && point) onDraft(withPoint(draft, 1, point))
  }
  const onUp = (event: PointerEvent): void => {
    const { x, y } = pointerSpot(event)
    const isDrag = pressed !== undefined && Math.hypot(x - pressed.x, y - pressed.y) >= DRAG_PX
    if (isDrag && draft && draft.kind !== 'text') onFinish(draft)
  }
  return (
    <div
      aria-hidden="true"
      data-placing={tool}
      className="pointer-events-auto absolute inset-0 cursor-crosshair touch-none"
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
    />
  )
}

/** Distance from which a press is a drag. */
const DRAG_PX = 5
