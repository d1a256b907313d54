import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { findLineAt, type HandleRange, handleRange, type LinePlace, originY, snapPrice } from './line-drag.ts'
import type { LineMoves } from './mark.ts'
import type { Series } from './use-series.ts'

/**
 * Returns the event handlers by which handles drag their price lines. A mouse may also drag the line itself, anywhere
 * on the chart.
 */
export const useLineDrag = ({ series, tickSize, layer }: DraggedPane, moves: LineMoves) => {
  const dragging = useRef<Dragging>(undefined)
  const linePlaces = (): readonly LinePlace[] =>
    moves.lines.flatMap(({ id, price }) => {
      const y = series?.prices.priceToCoordinate(Number(price))
      return y === null || y === undefined ? [] : [{ id, y }]
    })
  const begin = (event: globalThis.PointerEvent, id: string, isOnHandle: boolean): void => {
    const handle = findHandle(layer.current, id)
    const place = linePlaces().find((line) => line.id === id)
    if (!handle || !place || !layer.current || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    handle.focus({ preventScroll: true })
    handle.setPointerCapture(event.pointerId)
    const lineY = originY(place.y, layer.current.clientHeight, readHandleRange(layer.current))
    dragging.current = { id, pointerId: event.pointerId, pointerY: event.clientY, lineY, isOnHandle, hasMoved: false }
  }
  useGrabbedLine(layer, linePlaces, begin)

  const priceAt = ({ clientY }: PointerEvent, { pointerY, lineY }: Dragging): string | undefined => {
    const price = series?.prices.coordinateToPrice(lineY + clientY - pointerY)
    return price === null || price === undefined ? undefined : snapPrice(price, tickSize)
  }
  const cancel = (): void => {
    dragging.current = undefined
    moves.onDraft(undefined)
  }
  return {
    cancel,
    handleProps: (id: string) => ({
      onPointerDown: (event: PointerEvent) => begin(event.nativeEvent, id, true),
      onPointerMove: (event: PointerEvent) => {
        const drag = dragging.current
        if (drag?.pointerId !== event.pointerId) return
        drag.hasMoved ||= Math.abs(event.clientY - drag.pointerY) >= DRAG_PX
        const price = drag.hasMoved ? priceAt(event, drag) : undefined
        if (price !== undefined) moves.onDraft({ id, price })
      },
      onPointerUp: (event: PointerEvent) => {
        const drag = dragging.current
        if (drag?.pointerId !== event.pointerId) return
        dragging.current = undefined
        const present = moves.lines.find((line) => line.id === id)?.price
        const price = drag.hasMoved ? priceAt(event, drag) : present
        if (price !== undefined && (drag.hasMoved || drag.isOnHandle)) moves.onChoose({ id, price })
      },
      onPointerCancel: cancel,
    }),
  }
}

interface Dragging {
  readonly id: string
  readonly pointerId: number
  /** Pointer position at the press, and the position of the line then. */
  readonly pointerY: number
  readonly lineY: number
  readonly isOnHandle: boolean
  hasMoved: boolean
}

export interface DraggedPane {
  readonly series: Series | undefined
  readonly tickSize: string
  /** Element that holds the handles: as large as the pane of the prices. */
  readonly layer: RefObject<HTMLDivElement | null>
}

/** Returns the range of the handles in this layer: below the legend of the chart, which may have several lines. */
export const readHandleRange = (layer: HTMLElement): HandleRange => {
  const legend = layer.parentElement?.querySelector<HTMLElement>('[data-legend]')
  return handleRange(layer.clientHeight, legend ? legend.offsetTop + legend.offsetHeight : 0)
}

/** Distance from which a press is a drag. */
const DRAG_PX = 3

const findHandle = (layer: HTMLElement | null, id: string): HTMLElement | undefined =>
  [...(layer?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].find(({ dataset }) => dataset.line === id)

type Begin = (event: globalThis.PointerEvent, id: string, isOnHandle: boolean) => void

/**
 * Begins a drag when the mouse presses a line, before the chart scrolls, and marks the line under the pointer. A line
 * below a handle, the menu or a drawing is not pressed.
 */
const useGrabbedLine = (
  layer: RefObject<HTMLDivElement | null>,
  linePlaces: () => readonly LinePlace[],
  begin: Begin,
): void => {
  const latest = useRef({ linePlaces, begin })
  latest.current = { linePlaces, begin }
  useEffect(() => {
    const pane = layer.current
    const chart = pane?.parentElement
    if (!pane || !chart) return
    const lineUnder = (event: globalThis.PointerEvent): LinePlace | undefined => {
      const { left, top, right, bottom } = pane.getBoundingClientRect()
      const isInside =
        event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
      const isCovered = !(event.target instanceof HTMLCanvasElement)
      if (event.pointerType !== 'mouse' || !isInside || isCovered) return undefined
      return findLineAt(latest.current.linePlaces(), event.clientY - top)
    }
    const onMove = (event: globalThis.PointerEvent): void => {
      chart.classList.toggle('grabs-line', event.buttons === 0 && lineUnder(event) !== undefined)
    }
    const onDown = (event: globalThis.PointerEvent): void => {
      const line = lineUnder(event)
      if (line) latest.current.begin(event, line.id, false)
    }
    chart.addEventListener('pointermove', onMove)
    chart.addEventListener('pointerdown', onDown, { capture: true })
    return () => {
      chart.removeEventListener('pointermove', onMove)
      chart.removeEventListener('pointerdown', onDown, { capture: true })
    }
  }, [layer])
}
