import { findSurface } from '../../contract/monitor/index.ts'
import { isRecord } from '../core/json.ts'
import { counted } from '../monitor/frame/counted.ts'

/** Template of a digest line: the value it reads and the text it makes of it. */
export interface LineTemplate {
  readonly key: string
  readonly surface: string
  /** RFC 6901, into the report. */
  readonly pointer: string
  readonly isAdvice?: boolean
  /** Returns null when there is nothing to report; such a line is left out. */
  readonly describe: (value: unknown) => string | null
}

/** Goes up with every change of what follows. */
export const TEMPLATE_VERSION = '3'

/** Fixed last line of every digest. */
export const CLOSING_LINE = {
  key: 'closing',
  text: 'This is for reading: nothing that is written back has any effect. The host gives orders: plimsoll status.',
}

const summaryLine = (key: string, surface: string): LineTemplate => ({
  key,
  surface,
  pointer: '/summary',
  describe: (value) => (typeof value === 'string' ? `${findSurface(surface)?.label}: ${value}` : null),
})

/** Every line that reads something, in the order of the digest. */
export const LINES: readonly LineTemplate[] = [
  summaryLine('status', 'public-status-truth'),
  {
    key: 'engine',
    surface: 'operator-compact-truth',
    pointer: '/data/engine',
    describe: (value) => describeEngine(value),
  },
  {
    key: 'money',
    surface: 'operator-compact-truth',
    pointer: '/data/money',
    describe: (value) => describeMoney(value),
  },
  {
    key: 'exposure',
    surface: 'operator-compact-truth',
    pointer: '/data/exposure',
    describe: (value) => describeExposure(value),
  },
  summaryLine('protection', 'protection-blocker-truth'),
  summaryLine('operator', 'operator-compact-truth'),
  summaryLine('market', 'exchange-market-intelligence-truth'),
  summaryLine('manipulation', 'anti-manipulation-truth'),
  summaryLine('blockers', 'pre-dispatch-root-cause-truth'),
  summaryLine('candidates', 'candidate-quality-v3'),
  summaryLine('profitability', 'profitability-quality-scorecard'),
  summaryLine('throttle', 'execution-throttle-truth'),
  summaryLine('restart', 'restart-continuity-truth'),
  summaryLine('constitution', 'runtime-constitution-truth'),
  summaryLine('security', 'security-rbac-truth'),
  {
    key: 'advice',
    surface: 'operator-compact-truth',
    pointer: '/data/nextAction/text',
    isAdvice: true,
    describe: (value) => formatValue(value),
  },
]

type Fields = Readonly<Record<string, unknown>>

const readFields = (value: unknown): Fields | null => (isRecord(value) ? value : null)

/** A number of the program's own is rounded; one that came as text is exact, and stays as it is. */
const formatValue = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(round(value)) : null

const round = (value: number): number => Math.round(value * 100) / 100

const several = (count: string, what: string): string => counted(Number(count), what)

/** Joins the parts that are not null. */
const sentence = (parts: readonly (string | null)[]): string | null => {
  const present = parts.filter((part) => part !== null)
  return present.length === 0 ? null : `${present.join(', ')}.`
}

const part = (value: unknown, format: (text: string) => string): string | null => {
  const text = formatValue(value)
  return text === null ? null : format(text)
}

const describeEngine = (value: unknown): string | null => {
  const { state, executionMode, latchEngaged } = readFields(value) ?? {}
  return sentence([
    part(state, (text) => `Engine: ${text}`),
    part(executionMode, (text) => text),
    latchEngaged === true ? 'emergency stop engaged' : null,
  ])
}

const describeMoney = (value: unknown): string | null => {
  const { equity, dayNet, dayNetPct, drawdownPct } = readFields(value) ?? {}
  const figures = sentence([
    part(equity, (text) => `equity ${amount(text)} USDT`),
    describeToday(formatValue(dayNet), formatValue(dayNetPct)),
    part(drawdownPct, (text) => `drawdown ${text} %`),
  ])
  return figures && `Money: ${figures}`
}

const describeToday = (net: string | null, share: string | null): string | null => {
  if (net === null) return share === null ? null : `today ${share} %`
  return `today ${amount(net)} USDT${share === null ? '' : ` (${share} %)`}`
}

/** Removes trailing zeros after the cents, without loss of precision. */
const amount = (text: string): string => text.replace(/(\.\d\d\d*?)0+$/, '$1')

const describeExposure = (value: unknown): string | null => {
  const { openPositions, gross, unprotectedPositions, outcomeUnknownOrders, externalOrders } = readFields(value) ?? {}
  return sentence([
    part(openPositions, (text) => `Exposure: ${several(text, 'open position')}`),
    part(gross, (text) => `${amount(text)} USDT in all`),
    part(unprotectedPositions, (text) => `${text} of them without their stop`),
    part(outcomeUnknownOrders, (text) => `${several(text, 'order')} whose outcome is not settled`),
    part(externalOrders, (text) => `${several(text, 'order')} of others`),
  ])
}
