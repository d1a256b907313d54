import type { components } from '@plimsoll/client'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Gap } from '../chart/candles.ts'
import { useChartAppearance } from '../chart/chart-appearance.ts'
import { ChartCredit } from '../chart/chart-credit.tsx'
import { ChartTools, MoreChartTools } from '../chart/chart-tools.tsx'
import { CandleChart } from '../chart/lazy-charts.tsx'
import { type LineMoves, placedMarks } from '../chart/mark.ts'
import { useCandles } from '../chart/use-candles.ts'
import type { DrawingKind } from '../drawings/drawing.ts'
import { DrawingTools } from '../drawings/drawing-tools.tsx'
import { useDrawings } from '../drawings/use-drawings.ts'
import { formatInstant } from '../figures/instants.ts'
import { MarketAge } from '../figures/market-age.tsx'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'
import { PriceAlertTools } from '../price-alerts/price-alert-tools.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { ChartLegend, useVisibleParts } from './chart-legend.tsx'
import { IntervalChoice } from './interval-choice.tsx'
import { type Interval, openWindow, type Place } from './place.ts'
import { useLines } from './use-lines.tsx'
import { useMarks } from './use-marks.ts'
import { usePriceActions } from './use-price-actions.ts'
import { useReplay } from './use-replay.tsx'

/**
 * Chart panel: candle chart of an instrument with toolbar, event marks, price lines of the account, drawings and a
 * table view.
 */
export const ChartPanel = ({ instrument, place, isTraded = true, onInterval, lead }: Charting) => {
  const { tickSize } = instrument
  const { symbol, interval } = place
  useEffect(CandleChart.preload, [])
  const { candles: known, gaps, error, isReading, older, again } = useCandles(place)
  const replay = useReplay(known)
  const { candles } = replay
  const happened = useMarks(place)
  const account = useLines(symbol)
  const { lines, dialog } = account
  const drawings = useDrawings(symbol)
  const [tool, setTool] = useState<DrawingKind>()
  const actionsAt = usePriceActions({ symbol, tickSize, isTraded, lines: account, drawings })
  const [visible, setVisible] = useVisibleParts()
  const [isTable, setTable] = useState(false)
  const [look, setLook] = useChartAppearance()
  const [fitCount, setFitCount] = useState(0)
  const openedAt = candles?.at(-1)?.openTimeMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: mark positions change only with a new candle or older ones
  const placed = useMemo(() => placedMarks(happened.marks, candles ?? []), [happened.marks, openedAt, candles?.length])
  const marks = useMemo(() => placed.filter(({ kind }) => visible[kind]).slice(-MARKS_MAX), [placed, visible])
  const present = replay.isOn ? HIDDEN : account
  const drawn = visible.line ? present : HIDDEN
  const tools = (
    <>
      {lead}
      <IntervalChoice interval={interval} onChoose={onInterval} />
      <ChartTools look={look} onChange={setLook} />
      <ChartLegend visible={visible} marks={placed} lines={lines} tickSize={tickSize} onChange={setVisible} />
      <DrawingTools tickSize={tickSize} of={{ ...drawings, tool, onTool: setTool }} />
      <PriceAlertTools instrument={instrument} />
      {replay.button}
      <MoreChartTools
        look={look}
        onChange={setLook}
        isTable={isTable}
        onTable={setTable}
        onFit={() => setFitCount(fitCount + 1)}
        onPopOut={place.view ? undefined : () => openWindow({ ...place, view: 'chart' })}
      />
    </>
  )
  return (
    <Panel
      title={
        lead === undefined ? t('{interval} chart', { interval }) : t('{symbol} {interval} chart', { symbol, interval })
      }
      tools={tools}
      age={<MarketAge symbol={symbol} />}
    >
      {replay.controls}
      <GapsNotice gaps={gaps} />
      {error !== undefined && <Unloaded error={error} isReading={isReading} onRetry={again} />}
      {happened.error && <Problem title={t('Earlier events could not be loaded')} error={happened.error} />}
      {isTable ? (
        <ChartTable candles={candles ?? []} marks={marks} lines={present.lines} tickSize={tickSize} />
      ) : (
        <div className="relative min-h-0 grow">
          {!candles && error === undefined && <p className="p-3 text-sm text-muted">{t('Loading candles…')}</p>}
          {candles && (
            <CandleChart
              label={t('{symbol} {interval} chart', { symbol, interval })}
              candles={candles}
              marks={marks}
              lines={drawn.lines}
              moves={drawn.moves}
              drawings={{ ...drawings, tool, onTool: setTool }}
              actionsAt={replay.isOn ? NO_ACTIONS : actionsAt}
              tickSize={tickSize}
              look={look}
              fitCount={fitCount}
              onOldest={older}
            />
          )}
          <ChartCredit look="absolute bottom-7 left-2 z-2 text-2xs" />
        </div>
      )}
      {dialog}
    </Panel>
  )
}

const Unloaded = ({ error, isReading, onRetry }: UnloadedProps) => (
  <div className="grid justify-items-start gap-2 p-2">
    <Problem title={t('Candles could not be loaded')} error={error} />
    <button type="button" className="quiet-button" disabled={isReading} onClick={onRetry}>
      {t('Retry')}
    </button>
  </div>
)

interface UnloadedProps {
  readonly error: unknown
  readonly isReading: boolean
  readonly onRetry: () => void
}

interface Charting {
  readonly instrument: components['schemas']['Instrument']
  readonly place: Place
  /** False when the order ticket is for another symbol. */
  readonly isTraded?: boolean
  readonly onInterval: (interval: Interval) => void
  /** Content before the tools. */
  readonly lead?: ReactNode
}

const ChartTable = lazyComponent(async () => (await import('./chart-table.tsx')).ChartTable)

/** Maximum number of marks; more would cover the candles. */
const MARKS_MAX = 200

const NO_LINES: readonly never[] = []
const NO_ACTIONS = (): readonly never[] => []
const NO_MOVES: LineMoves = { lines: [], fixed: [], draft: undefined, onDraft: () => {}, onChoose: () => {} }
const HIDDEN = { lines: NO_LINES, moves: NO_MOVES }

/** Notice above a chart that lists the periods without market data. */
const GapsNotice = ({ gaps }: { readonly gaps: readonly Gap[] }) => {
  const [zone] = usePreference('zone')
  if (gaps.length === 0) return null
  const listed = gaps.slice(-LISTED_MAX)
  return (
    <div className="max-h-24 shrink-0 overflow-y-auto border-b border-line px-2 py-1 text-xs text-warn">
      <p>{t('Market data was interrupted. Candles are missing or incomplete:')}</p>
      <ul>
        {listed.map(({ fromMs, toMs }) => (
          <li key={fromMs}>
            {t('from {fromMs} to {toMs}', { fromMs: formatInstant(fromMs, zone), toMs: formatInstant(toMs, zone) })}
          </li>
        ))}
        {gaps.length > listed.length && (
          <li>{t('and {length} times before', { length: gaps.length - listed.length })}</li>
        )}
      </ul>
    </div>
  )
}

const LISTED_MAX = 3
