/** Shape of one drawing on a chart, movable by pointer and keyboard. */

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { describeDrawing } from './describe-drawing.ts'
import { type Drawing, movedBy, type Point, withPoint } from './drawing.ts'
import { FIB_SHARES, rayEnd, retracedPrice, type Spot } from './geometry.ts'

/** Price pane of the chart: its size, and the conversion between points and pixels. */
interface Pane {
  readonly width: number
  readonly height: number
  readonly tickSize: string
  readonly toSpot: (point: Point) => Spot | undefined
  readonly toPoint: (spot: Spot) => Point | undefined
}

interface Shaping {
  readonly drawing: Drawing
  readonly pane: Pane
  /** Called when the user has moved the drawing. Without it, the shape accepts no input. */
  readonly onChange?: (drawing: Drawing) => void
  readonly onRemove?: () => void
}

/** Displays one drawing. Dragging its line moves it, dragging a point changes its form, and Delete removes it. */
export const DrawingShape = ({ drawing: stored, pane, onChange, onRemove }: Shaping) => {
  const [moved, setMoved] = useState<Drawing>()
  const dragged = useRef<Dragged>(undefined)
  const drawing = moved ?? stored
  const spots = drawing.points.map(pane.toSpot).filter((spot) => spot !== undefined)
  if (spots.length !== drawing.points.length) return null
  const begin = (event: PointerEvent<SVGElement>, index: number | undefined): void => {
    if (!onChange || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = { index, at: spotOn(event) }
  }
  const onMove = (event: PointerEvent<SVGElement>): void => {
    const from = dragged.current
    const point = from && pane.toPoint(spotOn(event))
    const start = from && pane.toPoint(from.at)
    if (!from || !point || !start) return
    const { index } = from
    const after =
      index === undefined
        ? movedBy(stored, point.atMs - start.atMs, point.price - start.price)
        : withPoint(stored, index, point)
    setMoved(after)
  }
  const end = (): void => {
    if (moved) onChange?.(moved)
    cancel()
  }
  const cancel = (): void => {
    dragged.current = undefined
    setMoved(undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const ticks = STEPS[event.key]
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace'
    if (!isRemoval && ticks === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (isRemoval) return onRemove?.()
    const by = Number(pane.tickSize) * (ticks ?? 0) * (event.shiftKey ? SHIFT_TICKS : 1)
    onChange?.(movedBy(stored, 0, by))
  }
  const drags = (index?: number) => ({
    onPointerDown: (event: PointerEvent<SVGElement>) => begin(event, index),
    onPointerMove: onMove,
    onPointerUp: end,
    onPointerCancel: cancel,
  })
  const name = t('{drawing}. Up and down arrow keys move it, Delete removes it.', {
    drawing: describeDrawing(drawing, pane.tickSize),
  })
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a graphic that takes keys, without an ARIA role for it
    <g
      role="img"
      aria-label={name}
      {...(onChange && { tabIndex: 0 })}
      className="group/drawing text-series-3 focus:outline-none"
      onKeyDown={onKeyDown}
    >
      <g className="cursor-move group-focus/drawing:[&_.seen]:stroke-2" {...drags()}>
        <Figure drawing={drawing} spots={spots} pane={pane} />
      </g>
      {onChange &&
        spots.map(({ x, y }, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is identified by its index
            key={index}
            cx={x}
            cy={y}
            r={5}
            className="pointer-events-auto cursor-grab fill-raised stroke-current opacity-0 group-hover/drawing:opacity-100 group-focus/drawing:opacity-100"
            {...drags(index)}
          />
        ))}
    </g>
  )
}

interface Dragged {
  /** Dragged point; undefined while the whole drawing is dragged. */
  readonly index: number | undefined
  readonly at: Spot
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }
const SHIFT_TICKS = 10

const spotOn = ({ currentTarget, clientX, clientY }: PointerEvent<SVGElement>): Spot => {
  const { left = 0, top = 0 } = currentTarget.ownerSVGElement?.getBoundingClientRect() ?? {}
  return { x: clientX - left, y: clientY - top }
}

interface Figured {
  readonly drawing: Drawing
  readonly spots: readonly Spot[]
  readonly pane: Pane
}

const Figure = ({ drawing, spots, pane }: Figured): ReactNode => {
  const [from, to] = spots
  if (!from) return null
  if (drawing.kind === 'horizontal') return <Stroke from={{ x: 0, y: from.y }} to={{ x: pane.width, y: from.y }} />
  if (drawing.kind === 'text') return <Note spot={from}>{drawing.text}</Note>
  if (!to) return null
  if (drawing.kind === 'trend') return <Stroke from={from} to={to} />
  if (drawing.kind === 'ray') return <Stroke from={from} to={rayEnd(from, to, pane.width)} />
  if (drawing.kind === 'rectangle') return <Box from={from} to={to} />
  return <Retracement drawing={drawing} spots={[from, to]} pane={pane} />
}

interface Stretched {
  readonly from: Spot
  readonly to: Spot
}

/** A line with a wider invisible one, which is easier to press. */
const Stroke = ({ from, to }: Stretched) => {
  const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y }
  return (
    <>
      <line {...ends} className="pointer-events-auto stroke-transparent" strokeWidth={12} />
      <line {...ends} className="seen stroke-current" strokeWidth={1.5} />
    </>
  )
}

const Box = ({ from, to }: Stretched) => (
  <rect
    x={Math.min(from.x, to.x)}
    y={Math.min(from.y, to.y)}
    width={Math.abs(to.x - from.x)}
    height={Math.abs(to.y - from.y)}
    className="seen pointer-events-auto fill-current stroke-current"
    fillOpacity={0.12}
    strokeWidth={1.5}
  />
)

const Note = ({ spot, children }: { readonly spot: Spot; readonly children: ReactNode }) => (
  <text
    x={spot.x}
    y={spot.y}
    className="pointer-events-auto fill-current text-xs font-semibold group-focus/drawing:underline"
  >
    {children}
  </text>
)

const Retracement = ({ drawing: { points }, spots: [from, to], pane }: Figured & { spots: readonly [Spot, Spot] }) => {
  const [start, end] = points
  if (!start || !end) return null
  const left = Math.min(from.x, to.x)
  const right = Math.max(from.x, to.x)
  return (
    <>
      <Stroke from={from} to={to} />
      {FIB_SHARES.map((share) => {
        const price = retracedPrice(start.price, end.price, share)
        const y = pane.toSpot({ ...start, price })?.y ?? 0
        return (
          <g key={share}>
            <line x1={left} x2={right} y1={y} y2={y} className="seen stroke-current" strokeWidth={1} />
            <text x={right + 4} y={y + 4} className="fill-current text-2xs">
              {share} · {formatToStep(price.toFixed(10), pane.tickSize)}
            </text>
          </g>
        )
      })}
    </>
  )
}
