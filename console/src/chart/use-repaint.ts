import type { IPrimitivePaneView, ISeriesPrimitive, Time } from 'lightweight-charts'
import { useEffect } from 'react'
import type { Series } from './use-series.ts'

/** Calls the listener whenever the price pane is repainted; the price scale has no change event. */
export const useRepaint = (series: Series | undefined, onRepaint: () => void): void => {
  useEffect(() => {
    if (!series) return
    const view: IPrimitivePaneView = { renderer: () => ({ draw: onRepaint }) }
    const primitive: ISeriesPrimitive<Time> = { paneViews: () => [view] }
    series.prices.attachPrimitive(primitive)
    onRepaint()
    return () => series.prices.detachPrimitive(primitive)
  }, [series, onRepaint])
}
