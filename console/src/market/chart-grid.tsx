/** Grid of one, two or four charts on the market screen. */

import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { otherPlaces, withOther } from '../layouts/chart-layout.ts'
import { useChartLayout } from '../layouts/use-chart-layout.ts'
import { t } from '../messages/messages.ts'
import { useInstruments } from '../rest/use-instruments.ts'
import { Choice } from '../ui/choice.tsx'
import { ChartPanel } from './chart-panel.tsx'
import type { Place } from './place.ts'

interface Gridded {
  /** The first chart. */
  readonly main: ReactNode
  /** False when only one chart fits. */
  readonly hasRoom: boolean
  readonly instrument: components['schemas']['Instrument']
  readonly place: Place
}

/**
 * Displays the charts of the current layout. The first follows the URL, each of the others has its own symbol and
 * interval.
 */
export const ChartGrid = ({ main, hasRoom, instrument, place }: Gridded) => {
  const [layout, choose] = useChartLayout()
  const instruments = useInstruments().data ?? []
  const symbols = Object.fromEntries(instruments.map(({ symbol }) => [symbol, symbol]))
  if (layout.count === 1 || !hasRoom) return main
  return (
    <div className={`grid h-full min-h-0 grid-cols-2 gap-0.75 bg-line ${layout.count === 4 ? 'grid-rows-2' : ''}`}>
      {main}
      {otherPlaces(layout, place.symbol).map((other, index) => {
        const listed = instruments.find(({ symbol }) => symbol === other.symbol) ?? instrument
        const at = { ...other, symbol: listed.symbol }
        const change = (next: Place): void => choose(withOther(layout, place.symbol, index, next))
        return (
          <ChartPanel
            // biome-ignore lint/suspicious/noArrayIndexKey: a chart is identified by its place in the layout
            key={`${index} ${at.symbol} ${at.interval}`}
            instrument={listed}
            place={at}
            isTraded={at.symbol === place.symbol}
            onInterval={(interval) => change({ ...at, interval })}
            lead={
              <Choice
                label={t('Symbol of chart {index}', { index: index + 2 })}
                isNamed={false}
                look="tool-button bg-transparent font-semibold text-ink [field-sizing:content]"
                value={at.symbol}
                choices={symbols}
                onChoose={(symbol) => change({ ...at, symbol })}
              />
            }
          />
        )
      })}
    </div>
  )
}
