/** Creates charts, and provides their shared options and the colours of the current theme. */

import { type ChartOptions, createChart, type DeepPartial, type IChartApi } from 'lightweight-charts'

/** Creates a chart that fills its container. */
export const openChart = (place: HTMLElement, colours: ChartColours): IChartApi =>
  createChart(place, { autoSize: true, localization: { locale: 'en-US' }, ...chartOptions(colours) })

/** Colours of the current theme, by name. */
export interface ChartColours {
  readonly line: string
  readonly ink: string
  readonly muted: string
  readonly accent: string
  readonly up: string
  readonly down: string
  readonly warn: string
  readonly 'series-1': string
  readonly 'series-2': string
  readonly 'series-3': string
  readonly 'series-4': string
  readonly 'series-5': string
}

const SERIES = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5'] as const
const NAMES: readonly (keyof ChartColours)[] = ['line', 'ink', 'muted', 'accent', 'up', 'down', 'warn', ...SERIES]

/** Returns the current theme colours from the style sheet: a canvas cannot read CSS variables. */
export const coloursNow = (): ChartColours => {
  const probes = NAMES.map((name) => {
    const probe = document.createElement('span')
    probe.style.color = `var(--color-${name})`
    return probe
  })
  document.body.append(...probes)
  const colours = NAMES.map((name, at) => [name, getComputedStyle(probes[at] ?? document.body).color] as const)
  for (const probe of probes) probe.remove()
  return Object.fromEntries(colours) as unknown as ChartColours
}

/** Returns a colour at this opacity, which a canvas needs written out. */
export const withAlpha = (colour: string, alpha: number): string =>
  colour.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`)

const GRID = 0.5

/** Returns the chart options in these colours, shared by every chart of the console. */
export const chartOptions = ({ line, muted }: ChartColours): DeepPartial<ChartOptions> => ({
  layout: {
    background: { color: 'transparent' },
    textColor: muted,
    fontFamily: getComputedStyle(document.body).fontFamily,
    fontSize: 11,
    attributionLogo: false,
    panes: { separatorColor: line, separatorHoverColor: line },
  },
  grid: { vertLines: { color: withAlpha(line, GRID) }, horzLines: { color: withAlpha(line, GRID) } },
  rightPriceScale: { borderColor: line, entireTextOnly: true },
  timeScale: { borderColor: line, timeVisible: true, rightOffset: 10 },
  crosshair: { vertLine: { color: muted }, horzLine: { color: muted } },
})
