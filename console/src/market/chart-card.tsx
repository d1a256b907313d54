import type { components } from '@plimsoll/client'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ChartCredit } from '../chart/chart-credit.tsx'
import { placedMarks } from '../chart/mark.ts'
import { useCandles } from '../chart/use-candles.ts'
import { MarketAge } from '../figures/market-age.tsx'
import { useOpenPositions, useOrders } from '../live/use-live.ts'
import { Card } from '../ui/card.tsx'
import { Contained } from '../ui/contained.tsx'
import { Problem } from '../ui/problem.tsx'
import { ChartLegend, EVERYTHING, type VisibleParts } from './chart-legend.tsx'
import { ChartTable } from './chart-table.tsx'
import { GapsNotice } from './gaps-notice.tsx'
import { buildLines } from './lines.ts'
import type { Interval } from './place.ts'
import { useMarks } from './use-marks.ts'

const CandleChart = lazy(async () => ({ default: (await import('../chart/candle-chart.tsx')).CandleChart }))

/** More of them hide the candles. */
const MARKS_MAX = 200

/** Height of the chart with the values above it. */
const WAITING = 'h-[23.5rem] text-muted sm:h-[35.5rem] 2xl:h-[34rem]'

interface Charting {
  readonly instrument: components['schemas']['Instrument']
  readonly interval: Interval
}

/** Candle chart of an instrument, with its events and the account's open orders and position. */
export const ChartCard = ({ instrument: { symbol, tickSize }, interval }: Charting) => {
  const { candles, gaps, error, isReading, older, again } = useCandles({ symbol, interval })
  const happened = useMarks({ symbol, interval })
  const lines = useLines(symbol)
  const [visible, setVisible] = useState<VisibleParts>(EVERYTHING)
  const openedAt = candles?.at(-1)?.openTimeMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: where marks lie changes only when a candle opens or older ones come
  const placed = useMemo(() => placedMarks(happened.marks, candles ?? []), [happened.marks, openedAt, candles?.length])
  const marks = useMemo(() => placed.filter(({ kind }) => visible[kind]).slice(-MARKS_MAX), [placed, visible])
  return (
    <Card title={`${interval} chart`} age={<MarketAge symbol={symbol} />}>
      <ChartLegend visible={visible} marks={placed} lines={lines} tickSize={tickSize} onChange={setVisible} />
      {candles && (
        <Contained what="The chart">
          <Suspense fallback={<p className={WAITING}>Loading chart …</p>}>
            <CandleChart
              label={`${symbol} ${interval} chart`}
              candles={candles}
              marks={marks}
              lines={visible.line ? lines : NO_LINES}
              tickSize={tickSize}
              onOldest={older}
            />
          </Suspense>
        </Contained>
      )}
      {!candles && error === undefined && <p className={WAITING}>Loading candles …</p>}
      <GapsNotice gaps={gaps} />
      {error !== undefined && (
        <div className="mt-2 grid justify-items-start gap-2">
          <Problem title="Candles could not be loaded" error={error} />
          <button type="button" className="quiet-button" disabled={isReading} onClick={again}>
            Retry
          </button>
        </div>
      )}
      {happened.error && <Problem title="Earlier events could not be loaded" error={happened.error} />}
      <ChartTable candles={candles ?? []} marks={marks} lines={lines} tickSize={tickSize} />
      <ChartCredit />
    </Card>
  )
}

const NO_LINES: readonly never[] = []

/** Returns the account's price lines in this instrument. */
const useLines = (symbol: string) => {
  const positions = useOpenPositions()
  const orders = useOrders()
  return useMemo(
    () =>
      buildLines(
        positions?.find((position) => position.symbol === symbol),
        orders?.filter((order) => order.symbol === symbol) ?? [],
      ),
    [positions, orders, symbol],
  )
}
