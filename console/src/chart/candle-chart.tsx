import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react'
import type { ChartDrawings } from '../drawings/use-drawings.ts'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { CandleLegend } from './candle-legend.tsx'
import type { Candle } from './candles.ts'
import type { ChartAppearance } from './chart-appearance.ts'
import type { MenuPlace, PriceAction } from './chart-menu.tsx'
import { snapPrice } from './line-drag.ts'
import { LineHandles } from './line-handles.tsx'
import type { Line, LineMoves, PlacedMark } from './mark.ts'
import { moveByKey } from './panning.ts'
import { useChart } from './use-chart.ts'
import { useIndicators, useIndicatorValues } from './use-indicators.ts'
import { useLineOverlay, useMarkOverlay } from './use-overlays.ts'
import { useDrawing, useSeries, useSeriesOptions } from './use-series.ts'
import { useCandlesOver, useOldest, useScale, useTimeAxis } from './use-time-axis.ts'

/** Price chart with volume, indicators, event marks, movable price lines, drawings, and a context menu. */
export const CandleChart = ({ label, candles, ...charting }: Charting) => {
  const { marks, lines, moves, drawings, actionsAt, tickSize, look, fitCount, onOldest } = charting
  const [zone] = usePreference('zone')
  const [menu, setMenu] = useState<MenuPlace>()
  const { place, chart, colours } = useChart()
  const series = useSeries(chart, look.shape)
  const computed = useIndicatorValues(look.indicators, candles)
  const lengthMs = candleLengthMs(candles)
  useTimeAxis(chart, zone, lengthMs)
  useSeriesOptions(series, colours, tickSize)
  useDrawing(series, colours, candles)
  useIndicators({ chart, series, colours }, computed, candles)
  useScale(chart, look.isLog, fitCount)
  const apartMs = useCandlesOver(chart, WORD_PX) * lengthMs
  useMarkOverlay(series, colours, { marks, apartMs })
  useLineOverlay(series, colours, useDrawnLines(lines, moves))
  useOldest(chart, onOldest)
  const onKeyDown = (event: KeyboardEvent): void => {
    const isCombined = event.ctrlKey || event.altKey || event.metaKey
    if (chart && !isCombined && moveByKey(chart, event.key)) event.preventDefault()
  }
  const onContextMenu = (event: MouseEvent<HTMLElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - left, event.clientY - top]
    const price = chart && y <= chart.paneSize(0).height ? series?.prices.coordinateToPrice(y) : undefined
    if (price === null || price === undefined) return
    event.preventDefault()
    setMenu({ x, y, price: snapPrice(price, tickSize) })
  }
  const actions = menu ? actionsAt(menu.price) : []
  const isDrawn = drawings.tool !== undefined || drawings.drawings.length > 0
  return (
    <>
      <CandleLegend chart={chart} candles={candles} tickSize={tickSize} {...computed} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields */}
      <div
        role="group"
        aria-label={t(
          '{label}. Arrow keys scroll, plus and minus zoom, Home and End go to the first and last candle.',
          { label },
        )}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls and zooms the chart
        tabIndex={0}
        className="absolute inset-0 -outline-offset-3"
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
      >
        <div ref={place} className="h-full" />
      </div>
      {chart && series && isDrawn && (
        <DrawingLayer chart={chart} series={series} candles={candles} tickSize={tickSize} of={drawings} />
      )}
      <LineHandles chart={chart} series={series} tickSize={tickSize} moves={moves} />
      {menu && actions.length > 0 && <ChartMenu place={menu} actions={actions} onClose={() => setMenu(undefined)} />}
    </>
  )
}

interface Charting {
  readonly label: string
  readonly candles: readonly Candle[]
  readonly marks: readonly PlacedMark[]
  readonly lines: readonly Line[]
  /** Lines that the user may move. */
  readonly moves: LineMoves
  readonly drawings: ChartDrawings
  /** Returns the actions in the context menu at a price. */
  readonly actionsAt: (price: string) => readonly PriceAction[]
  readonly tickSize: string
  readonly look: ChartAppearance
  /** Incremented to fit all candles into the chart again. */
  readonly fitCount: number
  /** Called when the oldest candles come into view. */
  readonly onOldest: () => void
}

/** Returns the lines to draw: a line with a handle is labelled there, and a move in progress has a separate line. */
const useDrawnLines = (lines: readonly Line[], { lines: movable, fixed, draft }: LineMoves): readonly Line[] =>
  useMemo(() => {
    const hasHandle = ({ id }: Line): boolean => [...movable, ...fixed].some((line) => line.id === id)
    const moved = movable.find(({ id }) => id === draft?.id)
    return [
      ...lines.map((line) => (hasHandle(line) ? { ...line, word: '' } : line)),
      ...(moved && draft ? [{ ...moved, price: draft.price, word: '' }] : []),
    ]
  }, [lines, movable, fixed, draft])

const ChartMenu = lazyComponent(async () => (await import('./chart-menu.tsx')).ChartMenu, { fallback: null })

const DrawingLayer = lazyComponent(async () => (await import('../drawings/drawing-layer.tsx')).DrawingLayer)

/** Approximate width of a mark's label. */
const WORD_PX = 44

const candleLengthMs = ([first]: readonly Candle[]): number => (first ? first.closeTimeMs + 1 - first.openTimeMs : 0)
