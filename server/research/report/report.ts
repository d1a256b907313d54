import { hash } from 'node:crypto'
import type { PathBounds, RunRecord } from '../record.ts'
import { labelGates, listRemedies } from '../refusals.ts'
import type { StoredTrade } from '../run-files.ts'
import type { Figure } from '../statistics.ts'
import {
  drawAmounts,
  drawDistribution,
  drawEquity,
  drawTrades,
  formatAmount,
  formatShare,
  formatTime,
} from './charts.ts'
import { listMonths, type Months } from './months.ts'
import { STYLE } from './style.ts'
import { html, type Markup, type Point } from './svg.ts'

/** Renders the report of a backtest run as a single self-contained HTML page, without scripts, fonts or requests. */
export const renderReport = (input: ReportInput): string => {
  const { record } = input
  const { spec, runId } = record
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`
  const title = `${spec.strategy.id} on ${spec.symbols.join(', ')}, backtest ${runId}`
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>${{ markup: STYLE }}</style></head>
<body><main>${header(record)}${keyFigures(record)}${equitySection(input)}${tradeSections(input)}${monthSection(input)}${distributionSection(input)}${costSection(input)}${ambiguitySection(record)}${statisticsSection(record)}${countsSection(record)}${assumptionsSection(record)}</main></body></html>
`
  return page.markup
}

/** Prices of a symbol for the chart of its trades. */
export interface ReportPrices {
  readonly symbol: string
  readonly points: readonly Point[]
}

export interface ReportInput {
  readonly record: RunRecord
  readonly trades: readonly StoredTrade[]
  /** Equity over time, ascending. */
  readonly equity: readonly Point[]
  /** Null if the history has changed since the run. */
  readonly prices: readonly ReportPrices[] | null
}

const section = (title: string, content: Markup | readonly Markup[], note: string | null = null): Markup =>
  html`<section><h2>${title}</h2>${note === null ? null : html`<p class="note">${note}</p>`}${content}</section>`

const header = ({ spec, result, runId }: RunRecord): Markup => {
  const { strategy, symbols, intervals, fromMs, toMs } = spec
  const params = Object.entries(strategy.params).map(([name, value]) => `${name} ${value}`)
  const doubts = listDoubts(spec, result)
  return html`<header><p class="mode">BACKTEST</p><h1>${strategy.id} <span>${symbols.join(', ')} · ${intervals.join(', ')}</span></h1>
<p class="note">${formatTime(fromMs)} to ${formatTime(toMs)} UTC · ${runId}</p><p class="note">${params.join(' · ')}</p>
${doubts.length === 0 ? null : html`<ul class="doubts">${doubts.map((doubt) => html`<li>${doubt}</li>`)}</ul>`}</header>`
}

/** Share of the net result above which the order of prices within minutes matters. */
const AMBIGUITY_MAX = 0.2

const countUnresolved = ({ ambiguousMinutes, resolvedMinutes }: PathBounds): number =>
  ambiguousMinutes - resolvedMinutes

const listDoubts = (spec: RunRecord['spec'], { bounds, net, pauses, statistics }: RunRecord['result']): string[] => {
  const lacks = [...new Set(Object.values(statistics).flatMap(({ lack }) => lack ?? []))]
  const last = pauses.at(-1)
  return [
    ...(Math.abs(Number(bounds.ambiguityCost)) > AMBIGUITY_MAX * Math.abs(Number(net))
      ? [`The order of prices within ${countUnresolved(bounds)} minutes accounts for ${bounds.ambiguityCost} USDT.`]
      : []),
    ...(spec.funding ? [] : ['Funding is not included.']),
    ...(last ? [`Trading was paused ${pauses.length} times, last at ${last.at.slice(0, 16)} by ${last.code}.`] : []),
    ...(lacks.length === 0 ? [] : [`Some figures are missing: ${lacks.join(', ')}.`]),
  ]
}

const keyFigures = ({ result }: RunRecord): Markup => {
  const { statistics, net, trades } = result
  const cell = (name: string, value: string, note: string): Markup =>
    html`<div><dt>${name}</dt><dd>${value}</dd><dd class="note">${note}</dd></div>`
  const ofFigure = (name: string, label: string, format: (value: number) => string, note = ''): Markup => {
    const { value, lack } = statistics[name] ?? NO_FIGURE
    return value === null ? cell(label, '–', lack ?? '') : cell(label, format(value), note)
  }
  const error = statistics.sharpeError?.value
  const [low, high] = [statistics.winRateLow?.value, statistics.winRateHigh?.value]
  return html`<dl class="key">${cell('Net', formatAmount(Number(net)), `USDT of ${formatAmount(Number(result.opening))}`)}
${ofFigure('netReturn', 'Return', formatShare)}${ofFigure('maxDrawdown', 'Max drawdown', formatShare, 'minute closes')}
${ofFigure('sharpe', 'Sharpe', formatPlain, error == null ? '' : `± ${error.toFixed(2)}`)}
${cell('Trades', String(trades), `${result.leftOpen} open at the end`)}
${ofFigure('winRate', 'Win rate', formatShare, low == null || high == null ? '' : `${formatShare(low)} to ${formatShare(high)}`)}</dl>`
}

const NO_FIGURE: Figure = { value: null, lack: 'not computed' }

const formatPlain = (value: number): string => formatAmount(value, Number.isInteger(value) ? 0 : 2)

const equitySection = ({ equity, record: { spec, result } }: ReportInput): Markup =>
  section(
    'Equity',
    drawEquity(equity, Number(result.opening), [spec.fromMs, spec.toMs]),
    'USDT at the mark price; the drawdown is below.',
  )

const tradeSections = ({ prices, trades, record: { spec } }: ReportInput): Markup[] => {
  if (prices === null)
    return [
      section('Trades on price', html``, 'The stored history has changed since this run, so prices are not shown.'),
    ]
  return prices.map(({ symbol, points }) => {
    const own = trades.filter((trade) => trade.symbol === symbol)
    const chart = drawTrades(points, own, [spec.fromMs, spec.toMs])
    return section(
      `Trades on ${symbol}`,
      chart,
      'From entry to exit: blue for a gain, orange for a loss. Triangles are entries.',
    )
  })
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const monthSection = ({ equity, record }: ReportInput): Markup => {
  const years = listMonths(equity, Number(record.result.opening))
  const cell = (share: number | null): Markup =>
    share === null ? html`<td></td>` : html`<td class="${heat(share)}">${formatShare(share)}</td>`
  const row = ({ year, months, total }: Months): Markup =>
    html`<tr><th scope="row">${String(year)}</th>${months.map(cell)}<td class="total">${formatShare(total)}</td></tr>`
  return section(
    'Returns by month',
    html`<div class="wide"><table class="months"><thead><tr><th></th>${MONTHS.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">Year</th></tr></thead><tbody>${years.map(row)}</tbody></table></div>`,
  )
}

/** Returns the colour level of a monthly return. */
const heat = (share: number): string => {
  const size = [0.005, 0.02, 0.05].filter((limit) => Math.abs(share) >= limit).length
  return size === 0 ? 'flat' : `${share > 0 ? 'up' : 'down'}${size}`
}

const distributionSection = ({ trades, record: { spec } }: ReportInput): Markup => {
  const results = trades.flatMap(({ entryPrice, quantity, stopPrice, net }) => {
    if (stopPrice === '') return []
    const [entry, stop] = [Number(entryPrice), Number(stopPrice)]
    const ways = Math.abs(entry - stop) + (entry + stop) * Number(spec.fees.taker)
    return [Number(net) / (ways * Number(quantity))]
  })
  const note = 'Net result of a trade divided by its loss at the first stop, fees of entry and exit included.'
  return results.length === 0
    ? section('Distribution of results', html``, 'No trade with a known stop.')
    : section('Distribution of results', drawDistribution(results), note)
}

const costSection = ({ trades, record: { result } }: ReportInput): Markup => {
  const { fees, funding, unrealized, net } = result
  const gross = Number(net) + Number(fees) - Number(funding) - Number(unrealized)
  const share = gross === 0 ? null : Number(fees) / Math.abs(gross)
  return section(
    'Costs',
    drawAmounts('Costs', [
      { name: 'Before costs', value: gross },
      { name: 'Fees', value: -Number(fees) },
      { name: 'Funding', value: Number(funding) },
      { name: 'Open at the end', value: Number(unrealized) },
      { name: 'Net', value: Number(net) },
    ]),
    `USDT, of ${trades.length} closed trades. Spread and impact are included in the prices.${share === null ? '' : ` Fees are ${formatShare(share)} of the result before costs.`}`,
  )
}

const ambiguitySection = ({ result: { bounds } }: RunRecord): Markup =>
  section(
    'Ambiguity within minutes',
    countUnresolved(bounds) === 0
      ? html``
      : drawAmounts('Net result by the order of prices', [
          { name: 'Stop first', value: Number(bounds.stopFirst) },
          { name: 'Target first', value: Number(bounds.targetFirst) },
        ]),
    describeAmbiguity(bounds),
  )

const describeAmbiguity = (bounds: PathBounds): string => {
  const { ambiguousMinutes, resolvedMinutes, ambiguityCost } = bounds
  if (ambiguousMinutes === 0)
    return 'No minute reached both a stop and a target, so the order of prices within a minute does not matter.'
  const resolved = `${ambiguousMinutes} minutes reached both a stop and a target; in ${resolvedMinutes} of them, recorded trades show which came first.`
  const unresolved = countUnresolved(bounds)
  return unresolved === 0 ? resolved : `${resolved} The other ${unresolved} account for ${ambiguityCost} USDT.`
}

/** Statistics by subject, with their names in a report. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Returns: {
    netReturn: 'Return',
    cagr: 'Annual return',
    volatility: 'Annual volatility',
    sharpe: 'Sharpe ratio',
    sharpeError: 'Sharpe ratio, standard error',
    sortino: 'Sortino ratio',
    psr: 'Probability of a Sharpe ratio above 0',
    minTrackRecordDays: 'Minimum track record, days',
  },
  Risk: {
    maxDrawdown: 'Max drawdown, minute closes',
    maxDrawdownByPrice: 'Max drawdown, every price',
    calmar: 'Calmar ratio',
    ulcer: 'Ulcer index',
    longestBelowDays: 'Longest drawdown, days',
    cvarR: 'Mean of the worst 5%, R',
    exposure: 'Time in the market',
    turnover: 'Turnover, × equity per year',
  },
  Trades: {
    trades: 'Trades',
    winRate: 'Win rate',
    winRateLow: 'Win rate, low at 95%',
    winRateHigh: 'Win rate, high at 95%',
    profitFactor: 'Profit factor',
    payoff: 'Payoff',
    kelly: 'Kelly fraction',
    expectancy: 'Mean net result, USDT',
    meanR: 'Mean, R',
    sqn: 'SQN',
  },
}

const SHARES = /Return|cagr|volatility|Drawdown|ulcer|winRate|exposure|psr/

const statisticsSection = ({ result: { statistics, trades, bars, gapMinutes } }: RunRecord): Markup => {
  const row = ([name, label]: readonly [string, string]): Markup => {
    const { value, lack } = statistics[name] ?? NO_FIGURE
    const format = SHARES.test(name) ? formatShare : formatPlain
    const cell = value === null ? html`<td class="note">${lack ?? ''}</td>` : html`<td>${format(value)}</td>`
    return html`<tr><th scope="row">${label}</th>${cell}</tr>`
  }
  const groups = Object.entries(GROUPS).map(
    ([title, names]) =>
      html`<div><h3>${title}</h3><table class="figures"><tbody>${Object.entries(names).map(row)}</tbody></table></div>`,
  )
  const note = `${trades} trades in ${formatAmount(bars, 0)} minutes, ${gapMinutes} missing. Where the sample is too small for a figure, the reason is shown instead.`
  return section('Statistics', html`<div class="columns">${groups}</div>`, note)
}

const countsSection = ({ result }: RunRecord): Markup => {
  const { signals, considered, ordered, givenUp, exits, refusalsByGate } = result
  const list = (counts: Readonly<Record<string, number>>): Markup =>
    html`<table class="counts"><tbody>${Object.entries(counts)
      .toSorted(([, a], [, b]) => b - a)
      .map(
        ([name, count]) => html`<tr><th scope="row">${name}</th><td>${formatAmount(count, 0)}</td></tr>`,
      )}</tbody></table>`
  const remedies = listRemedies(refusalsByGate).map((remedy) => html`<p class="note">${remedy}</p>`)
  return section(
    'From signal to exit',
    html`<div class="columns"><div><h3>Entries</h3>${list({ signals, considered, ordered, 'expired unfilled': givenUp })}</div><div><h3>Exits</h3>${list(exits)}</div><div><h3>Refused by gate</h3>${list(labelGates(refusalsByGate))}${remedies}</div></div>`,
  )
}

const assumptionsSection = ({ spec, inputs, result, runId, resultDigest }: RunRecord): Markup => {
  const { spreadBps, impact, participation, latencyMs, fees, funding, path, resolve, host, asLive } = spec
  const rows = [
    [
      'Market',
      `spread ${spreadBps} bp, impact × ${impact}, ${participation * 100}% of a minute's volume, ${latencyMs} ms`,
    ],
    [
      'Account',
      `${spec.balance} USDT, fees ${fees.maker} and ${fees.taker}, ${funding ? 'funding as settled' : 'no funding'}`,
    ],
    [
      'Rules',
      `${path} within a minute${resolve === 'trades' ? ' without recorded trades' : ''}, host ${host}, edge ${asLive ? 'required' : 'not required'}, current filters and minimum sizes`,
    ],
    ['Result', `${resultDigest}, trades ${result.tradesDigest}`],
    ['Engine', `${inputs.engineDigest}, Node.js ${inputs.node}`],
    [
      'Data',
      Object.entries(inputs.data)
        .map(([symbol, digest]) => `${symbol} ${digest}`)
        .join(', '),
    ],
    ['Repeat', `plimsoll backtest --repeat ${runId}`],
  ] as const
  return section(
    'Assumptions and proof',
    html`<table class="proof"><tbody>${rows.map(([name, text]) => html`<tr><th scope="row">${name}</th><td>${text}</td></tr>`)}</tbody></table>`,
  )
}
