import type { IChartApi } from 'lightweight-charts'

/** Scrolls or zooms a chart with a key; returns whether the key was handled. */
export const moveByKey = (chart: IChartApi, key: string): boolean => {
  const move = KEYS[key]
  move?.(chart)
  return move !== undefined
}

const STEP_BARS = 10
const ZOOM = 1.25

const pan = (chart: IChartApi, bars: number): void => {
  const scale = chart.timeScale()
  scale.scrollToPosition(scale.scrollPosition() + bars, false)
}

const zoom = (chart: IChartApi, by: number): void => {
  const scale = chart.timeScale()
  scale.applyOptions({ barSpacing: scale.options().barSpacing * by })
}

const toOldest = (chart: IChartApi): void => {
  const scale = chart.timeScale()
  const range = scale.getVisibleLogicalRange()
  if (range) scale.setVisibleLogicalRange({ from: 0, to: range.to - range.from })
}

const toNewest = (chart: IChartApi): void => {
  const scale = chart.timeScale()
  scale.scrollToPosition(scale.options().rightOffset, false)
}

const KEYS: Readonly<Record<string, (chart: IChartApi) => void>> = {
  ArrowLeft: (chart) => pan(chart, -STEP_BARS),
  ArrowRight: (chart) => pan(chart, STEP_BARS),
  '+': (chart) => zoom(chart, ZOOM),
  '=': (chart) => zoom(chart, ZOOM),
  '-': (chart) => zoom(chart, 1 / ZOOM),
  Home: toOldest,
  End: toNewest,
}
