/** Hooks that draw event marks and price lines over a chart. */

import { LineStyle, type SeriesMarker, type Time } from 'lightweight-charts'
import { useEffect } from 'react'
import { chartTime } from './bars.ts'
import type { ChartColours } from './create-chart.ts'
import { formatMark, type JoinedMark, joinedMarks } from './joined-marks.ts'
import type { Line, PlacedMark } from './mark.ts'
import type { Series } from './use-series.ts'

/**
 * Draws marks: a signal as an arrow, a fill as a circle at its price, a blocked entry as a square, each with a
 * label outside its candle.
 */
export const useMarkOverlay = (
  series: Series | undefined,
  colours: ChartColours | undefined,
  { marks, apartMs }: Marking,
): void => {
  useEffect(() => {
    if (series && colours)
      series.marks.setMarkers(joinedMarks(marks, apartMs).flatMap((mark) => toMarkers(mark, colours)))
  }, [series, colours, marks, apartMs])
}

interface Marking {
  readonly marks: readonly PlacedMark[]
  /** Minimum distance at which two marks are drawn separately. */
  readonly apartMs: number
}

const toMarkers = (mark: JoinedMark, { accent, up, down, warn }: ChartColours): readonly SeriesMarker<Time>[] => {
  const { id, kind, side, price, openTimeMs } = mark
  const time = chartTime(openTimeMs)
  const labelled = { id, time, text: formatMark(mark) }
  const position = side === 'BUY' ? 'belowBar' : 'aboveBar'
  if (kind === 'signal')
    return [{ ...labelled, position, shape: side === 'BUY' ? 'arrowUp' : 'arrowDown', color: accent }]
  if (kind === 'blocked' || price === null) return [{ ...labelled, position, shape: 'square', color: warn }]
  const color = side === 'BUY' ? up : down
  const shape = 'circle'
  return [
    { time, position: 'atPriceMiddle', shape, color, price: Number(price) },
    { ...labelled, position, shape, color, size: 0 },
  ]
}

const STYLES = {
  entry: LineStyle.Solid,
  stop: LineStyle.Dashed,
  target: LineStyle.Dashed,
  order: LineStyle.Dotted,
  alert: LineStyle.LargeDashed,
} as const

/** Draws labelled price lines across the chart. */
export const useLineOverlay = (
  series: Series | undefined,
  colours: ChartColours | undefined,
  lines: readonly Line[],
): void => {
  useEffect(() => {
    if (!series || !colours) return
    const { ink, down, up, accent, warn } = colours
    const lineColours = { entry: ink, stop: down, target: up, order: accent, alert: warn } as const
    const drawn = lines.map(({ kind, price, word }) =>
      series.prices.createPriceLine({
        price: Number(price),
        title: word,
        color: lineColours[kind],
        lineStyle: STYLES[kind],
        lineWidth: 1,
        axisLabelVisible: true,
      }),
    )
    return () => {
      for (const line of drawn) series.prices.removePriceLine(line)
    }
  }, [series, colours, lines])
}
