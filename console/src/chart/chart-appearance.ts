/** Appearance of a chart (style, scale, indicators), remembered by the browser. */

import { t } from '../messages/messages.ts'
import { useRemembered } from '../preferences/remembered.ts'

/** Returns the appearance of the chart and its setter. */
export const useChartAppearance = () => useRemembered('chart-look', isChartAppearance, USUAL)

export type Shape = keyof typeof SHAPES

/** Chart styles and their labels. */
export const SHAPES = {
  candles: t('Candles'),
  hollow: t('Hollow candles'),
  heikinAshi: 'Heikin-Ashi',
  bars: t('Bars'),
  line: t('Line'),
  area: t('Area'),
} as const

/** Appearance of a chart, chosen by the user. */
export interface ChartAppearance {
  readonly shape: Shape
  readonly isLog: boolean
  /** Names of the indicators that are drawn. */
  readonly indicators: readonly string[]
}

const USUAL: ChartAppearance = { shape: 'candles', isLog: false, indicators: [] }

const isChartAppearance = (value: unknown): value is ChartAppearance =>
  typeof value === 'object' &&
  value !== null &&
  'shape' in value &&
  String(value.shape) in SHAPES &&
  'isLog' in value &&
  'indicators' in value &&
  Array.isArray(value.indicators)
