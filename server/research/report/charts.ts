/**
 * Charts of a backtest report as SVG (equity, trades on the price, distribution of results, amounts), and its number
 * formats.
 */

import type { StoredTrade } from '../run-files.ts'
import { createScale, createTimeScale, html, linePath, type Markup, type Point, type Scale, thinOut } from './svg.ts'

/** Draws equity over time, and the drawdown below it on the same time axis. */
export const drawEquity = (points: readonly Point[], opening: number, range: Range): Markup => {
  const thinned = thinOut(points, POINTS_MAX)
  const falls = thinOut(computeFalls(points, opening), POINTS_MAX)
  const x = createTimeScale(range, [LEFT, RIGHT])
  const values = [opening, ...thinned.map(({ y }) => y)]
  const y = createScale([Math.min(...values), Math.max(...values)], [230, 12])
  const deepest = Math.max(0.001, ...falls.map((point) => -point.y))
  const fall = createScale([-deepest, 0], [352, 262], 3)
  const start = { x: range[0], y: opening }
  const line = [start, ...thinned].map((point) => ({ x: x.at(point.x), y: y.at(point.y) }))
  const area = [{ x: range[0], y: 0 }, ...falls].map((point) => ({ x: x.at(point.x), y: fall.at(point.y) }))
  const end = area.at(-1)?.x ?? LEFT
  return figure(
    'Equity over time, and its drawdown',
    380,
    html`${gridY(y, (value) => formatAmount(value, 0))}${gridY(fall, formatShare)}${gridX(x, 12, 352)}
<line class="base" x1="${LEFT}" x2="${RIGHT}" y1="${y.at(opening)}" y2="${y.at(opening)}"/>
<path class="line" d="${linePath(line)}"/>
<path class="fall" d="${linePath(area)}L${end.toFixed(1)} ${fall.at(0).toFixed(1)}L${LEFT} ${fall.at(0).toFixed(1)}Z"/>`,
  )
}

const WIDTH = 1_000
const LEFT = 72
const RIGHT = 988
const POINTS_MAX = 1_600

type Range = readonly [from: number, to: number]

const computeFalls = (points: readonly Point[], opening: number): readonly Point[] => {
  let peak = opening
  return points.map(({ x, y }) => {
    peak = Math.max(peak, y)
    return { x, y: peak > 0 ? y / peak - 1 : 0 }
  })
}

/** Maximum number of trades in a chart. */
const TRADES_MAX = 1_500
/** Number of trades above which entries have no marker. */
const CROWDED = 250

/** Draws the trades of one symbol on its price. */
export const drawTrades = (prices: readonly Point[], trades: readonly StoredTrade[], range: Range): Markup => {
  const x = createTimeScale(range, [LEFT, RIGHT])
  const thinned = thinOut(prices, POINTS_MAX)
  const values = thinned.map(({ y }) => y)
  const y = createScale([Math.min(...values), Math.max(...values)], [330, 12])
  return figure(
    'Trades on the price',
    358,
    html`${gridY(y, (value) => formatAmount(value))}${gridX(x, 12, 330)}
<path class="price" d="${linePath(thinned.map((point) => ({ x: x.at(point.x), y: y.at(point.y) })))}"/>
<g class="${trades.length > CROWDED ? 'many' : 'few'}">${trades.slice(-TRADES_MAX).map((trade) => drawTrade(trade, { x, y }))}</g>`,
  )
}

const drawTrade = (
  { openedMs, closedMs, entryPrice, exitPrice, direction, reason, net }: StoredTrade,
  { x, y }: { readonly x: Scale; readonly y: Scale },
): Markup => {
  const [x1, x2, y1, y2] = [x.at(openedMs), x.at(closedMs), y.at(Number(entryPrice)), y.at(Number(exitPrice))]
  const up = direction === 'LONG' ? 1 : -1
  const marker = `M${x1.toFixed(1)} ${(y1 + 2 * up).toFixed(1)}l-4 ${7 * up}h8z`
  return html`<g class="${Number(net) > 0 ? 'gain' : 'loss'}"><title>${direction} ${formatTime(openedMs)} to ${formatTime(closedMs)}, ${reason}, net ${net} USDT</title><line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/><path d="${marker}"/><circle cx="${x2}" cy="${y2}" r="2.5"/></g>`
}

const BARS = 41

/** Draws the distribution of trade results in R, with results beyond ±5 R at the ends. */
export const drawDistribution = (results: readonly number[]): Markup => {
  const reach = Math.min(5, Math.max(1, ...results.map((result) => Math.ceil(Math.abs(result)))))
  const counts = Array.from({ length: BARS }, () => 0)
  for (const result of results) {
    const bar = Math.min(BARS - 1, Math.max(0, Math.floor(((result + reach) / (2 * reach)) * BARS)))
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  const width = (RIGHT - LEFT) / BARS
  const x = (value: number): number => LEFT + ((value + reach) / (2 * reach)) * (RIGHT - LEFT)
  const y = createScale([0, Math.max(...counts)], [212, 16], 4)
  const mean = results.reduce((sum, result) => sum + result, 0) / (results.length || 1)
  const labels = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach)
  return figure(
    'Number of trades by result in R',
    246,
    html`${gridY(y, (value) => (value < 0 || value % 1 !== 0 ? '' : String(value)))}
${counts.map((count, bar) => {
  const middle = ((bar + 0.5) / BARS) * 2 * reach - reach
  const top = y.at(count)
  return count === 0
    ? null
    : html`<rect class="${middle >= 0 ? 'gain' : 'loss'}" x="${LEFT + bar * width + 1}" width="${width - 2}" y="${top}" height="${y.at(0) - top}"><title>${count} trades about ${middle.toFixed(2)} R</title></rect>`
})}
${labels.map((label) => html`<text class="tick" text-anchor="middle" x="${x(label)}" y="234">${label} R</text>`)}
<line class="mark" x1="${x(mean)}" x2="${x(mean)}" y1="16" y2="212"/><text class="name" x="${x(mean) + 6}" y="28">mean ${formatAmount(mean)} R</text>`,
  )
}

/** A named amount. */
export interface Amount {
  readonly name: string
  readonly value: number
}

/** Draws amounts as bars on both sides of zero. */
export const drawAmounts = (label: string, amounts: readonly Amount[]): Markup => {
  const values = amounts.map(({ value }) => value)
  const x = createScale([Math.min(0, ...values), Math.max(0, ...values)], [190, 840])
  const zero = x.at(0)
  return figure(
    label,
    amounts.length * 30 + 8,
    html`<line class="base" x1="${zero}" x2="${zero}" y1="4" y2="${amounts.length * 30 + 4}"/>
${amounts.map(({ name, value }, row) => {
  const [from, to] = [Math.min(zero, x.at(value)), Math.max(zero, x.at(value))]
  const middle = row * 30 + 23
  return html`<text class="label" x="0" y="${middle}">${name}</text><rect class="${value >= 0 ? 'gain' : 'loss'}" x="${from}" width="${Math.max(1, to - from)}" y="${row * 30 + 8}" height="20"/><text class="label" text-anchor="end" x="${RIGHT + 10}" y="${middle}">${formatAmount(value)}</text>`
})}`,
  )
}

const figure = (label: string, height: number, content: Markup): Markup =>
  html`<div class="wide"><svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}">${content}</svg></div>`

const gridY = ({ at, ticks }: Scale, format: (value: number) => string): Markup[] =>
  ticks.map(
    (tick) =>
      html`<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${at(tick)}" y2="${at(tick)}"/><text class="tick" text-anchor="end" x="${LEFT - 8}" y="${at(tick) + 4}">${format(tick)}</text>`,
  )

const gridX = ({ at, ticks }: Scale, top: number, bottom: number): Markup[] =>
  ticks.map(
    (tick) =>
      html`<line class="grid" x1="${at(tick)}" x2="${at(tick)}" y1="${top}" y2="${bottom}"/><text class="tick" text-anchor="middle" x="${at(tick)}" y="${bottom + 20}">${formatTime(tick).slice(0, 10)}</text>`,
  )

export const formatTime = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')

/** Formats an amount with groups of three digits and a true minus sign. */
export const formatAmount = (value: number, digits = Math.abs(value) < 1_000 ? 2 : 0): string => {
  const [whole = '', rest] = Math.abs(value).toFixed(digits).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${value < 0 && Number(value.toFixed(digits)) !== 0 ? '−' : ''}${grouped}${rest === undefined ? '' : `.${rest}`}`
}

export const formatShare = (share: number): string =>
  `${formatAmount(share * 100, share !== 0 && Math.abs(share) < 0.1 ? 2 : 1)}%`
