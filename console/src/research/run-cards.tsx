import type { components } from '@plimsoll/client'
import { useMemo } from 'react'
import { ChartCredit } from '../chart/chart-credit.tsx'
import { EquityChart } from '../chart/lazy-charts.tsx'
import { formatReading, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Command } from '../ui/command.tsx'
import { Figures } from '../ui/figures.tsx'
import { RawJson } from '../ui/raw-json.tsx'
import { MonthTable } from './month-table.tsx'
import { listWarnings } from './run-warnings.ts'
import { Statistic } from './statistic.tsx'
import { STATISTICS } from './statistics.ts'
import { TradesCard } from './trades-card.tsx'
import type { ResearchRunDetail, Run } from './types.ts'

/** Cards with the details of one backtest run: warnings, equity, result, statistics, trades, and host commands. */
export const RunCards = ({ run, equity }: Opened) => {
  const detail = run as unknown as ResearchRunDetail
  const { result } = detail
  const warnings = listWarnings(detail)
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {warnings.length > 0 && (
        <ul aria-label={t('Warnings')} className="grid gap-1 border-l-4 border-warn pl-3 lg:col-span-2">
          {warnings.map((warning) => (
            <li key={warning}>! {warning}</li>
          ))}
        </ul>
      )}
      <EquityOfRun equity={equity} />
      <div className="grid grid-cols-1 content-start gap-4">
        <Card title={t('Result')}>
          <Figures
            of={{
              [t('Net, USDT')]: <ProfitLoss value={result.net} />,
              [t('Final equity, USDT')]: formatUsdt(result.equity),
              [t('Fees, USDT')]: formatUsdt(result.fees),
              [t('Funding, USDT')]: <ProfitLoss value={result.funding} />,
              [t('Unrealised PnL, USDT')]: <ProfitLoss value={result.unrealized} />,
              [t('Trades, and positions still open')]: `${run.trades} / ${result.leftOpen}`,
              [t('Signals: total, considered, ordered')]:
                `${result.signals} / ${result.considered} / ${result.ordered}`,
              ...countRows(t('Exit'), result.exits),
              ...countRows(t('Refused by'), result.refusalsByGate),
            }}
          />
        </Card>
        <Card title={t('Intrabar price order')}>
          <Figures
            of={{
              [t('Net, stop first, USDT')]: <ProfitLoss value={result.bounds.stopFirst} />,
              [t('Net, target first, USDT')]: <ProfitLoss value={result.bounds.targetFirst} />,
              [t('Ambiguity, USDT')]: formatUsdt(result.bounds.ambiguityCost),
              [t('Ambiguous minutes')]: formatReading(result.bounds.ambiguousMinutes),
              [t('Resolved by trades')]: formatReading(result.bounds.resolvedMinutes),
            }}
          />
          <p className="mt-2 text-sm text-muted">
            {t(
              'In an ambiguous minute, both stop and target were reached; the candles do not show which came first, but recorded trades may.',
            )}
          </p>
        </Card>
        <Card title={t('Parameters and assumptions')}>
          <Figures of={{ ...run.params, ...specRows(run.spec) }} />
          <div className="mt-2">
            <RawJson
              of={{ spec: run.spec, inputs: run.inputs, runDigest: run.runDigest, resultDigest: run.resultDigest }}
            />
          </div>
        </Card>
      </div>
      <Card title={t('Statistics')}>
        <Figures of={statisticRows(run.statistics)} />
      </Card>
      <TradesCard runId={run.runId} />
      <Card title={t('On the host')} wide>
        <div className="grid gap-2">
          <Command label={t('command that prints the run')}>{`plimsoll runs show ${run.runId}`}</Command>
          <Command
            label={t('command that writes the report')}
          >{`plimsoll runs report ${run.runId} --out ${run.runId}.html`}</Command>
          <Command label={t('command that repeats the run')}>{`plimsoll backtest --repeat ${run.runId}`}</Command>
        </div>
      </Card>
    </div>
  )
}

type Equity = components['schemas']['ResearchEquity']

interface Opened {
  readonly run: components['schemas']['ResearchRunDetail']
  readonly equity: Equity
}

const EquityOfRun = ({ equity: { points, months } }: { readonly equity: Equity }) => {
  const curve = useMemo(
    () =>
      points.map(({ atMs, equity, drawdown, held }) => ({
        at: new Date(atMs).toISOString(),
        equity: String(equity),
        belowPeakPct: -drawdown * 100,
        held,
      })),
    [points],
  )
  return (
    <Card title={t('Equity and drawdown, USDT')} wide>
      <div className="grid grid-cols-1 gap-3">
        <EquityChart curve={curve} label={t('Equity, buy and hold, and drawdown of the run; returns by month below')} />
        <div className="flex flex-wrap items-baseline gap-x-6 text-sm text-muted">
          <p>{t('Area: equity. Line: buy and hold, without costs. Below: drawdown. Times are in UTC.')}</p>
          <ChartCredit look="text-sm" />
        </div>
        <MonthTable years={months} />
      </div>
    </Card>
  )
}

const statisticRows = (statistics: Run['statistics']) =>
  Object.fromEntries(
    Object.entries(STATISTICS).flatMap(([name, { title }]) =>
      statistics[name] ? [[title, <Statistic key={name} name={name} figure={statistics[name]} />]] : [],
    ),
  )

const countRows = (title: string, counts: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${title} ${name}`, formatReading(count)]))

/** Returns the plain values of a run's specification as table rows. */
const specRows = (spec: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(spec)
      .filter(([name]) => !/(Ms|Hash|Digest)$/.test(name))
      .flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, String(value)]])),
  )
