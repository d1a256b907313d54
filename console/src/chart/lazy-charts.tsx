/** Charts with their scripts, which are loaded separately. */

import { t } from '../messages/messages.ts'
import { fetchPartScripts } from '../other-scripts.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

export const CandleChart = lazyComponent(async () => (await import('./candle-chart.tsx')).CandleChart, {
  fallback: <p className="p-3 text-sm text-muted">{t('Loading chart…')}</p>,
  what: t('The chart'),
  fetch: () => fetchPartScripts('candleChart'),
})

export const EquityChart = lazyComponent(async () => (await import('./equity-chart.tsx')).EquityChart, {
  fallback: <p className="h-96 text-muted">{t('Loading chart…')}</p>,
  what: t('The equity curve'),
  fetch: () => fetchPartScripts('equityChart'),
})
