import type { IChartApi } from 'lightweight-charts'
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { type ChartColours, chartOptions, coloursNow, openChart } from './create-chart.ts'

/**
 * Creates a chart that is removed on unmount and follows the colours of the theme. It is created in a task of its own,
 * after the page was painted: its place has been measured by then, and input is not held up.
 */
export const useChart = (): Charted => {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<IChartApi>()
  const [colours, setColours] = useState<ChartColours>()
  useEffect(() => {
    const element = place.current
    if (!element) return
    let close = (): void => {}
    const opening = setTimeout(() => {
      const first = coloursNow()
      const opened = openChart(element, first)
      const stopWatching = onThemeChange(() => {
        const now = coloursNow()
        opened.applyOptions(chartOptions(now))
        setColours(now)
      })
      startTransition(() => {
        setColours(first)
        setChart(opened)
      })
      close = () => {
        stopWatching()
        setChart(undefined)
        queueMicrotask(() => opened.remove())
      }
    })
    return () => {
      clearTimeout(opening)
      close()
    }
  }, [])
  return { place, chart, colours }
}

interface Charted {
  /** Element that the chart is mounted in. */
  readonly place: RefObject<HTMLDivElement | null>
  /** Undefined until the first render. */
  readonly chart: IChartApi | undefined
  /** Colours of the current theme, which series must follow. */
  readonly colours: ChartColours | undefined
}

const DARK = matchMedia('(prefers-color-scheme: dark)')

/** Calls the listener when the theme changes, by the user or by the system. */
const onThemeChange = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-palette'] })
  DARK.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    DARK.removeEventListener('change', listener)
  }
}
