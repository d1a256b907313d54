import { counted } from '../monitor/counted.ts'

/** How a line of the digest is come by: what it reads, and what it says of that. */
export interface LineTemplate {
  readonly key: string
  readonly surface: string
  /** RFC 6901, into the report. */
  readonly pointer: string
  readonly isAdvice?: boolean
  /** Null where nothing is to be said of it; such a line is left out. */
  readonly say: (value: unknown) => string | null
}

/** Goes up with every change of what follows. */
export const TEMPLATE_VERSION = '2'

/** Says the same whatever happens. */
export const CLOSING_LINE = {
  key: 'closing',
  text: 'This is for reading: nothing that is written back has any effect. The host gives orders: plimsoll status.',
}

const summaryOf = (key: string, label: string, surface: string): LineTemplate => ({
  key,
  surface,
  pointer: '/summary',
  say: (value) => (typeof value === 'string' ? `${label}: ${value}` : null),
})

/** Every line that reads something, in the order of the digest. */
export const LINES: readonly LineTemplate[] = [
  summaryOf('status', 'Status', 'public-status-truth'),
  { key: 'engine', surface: 'operator-compact-truth', pointer: '/data/engine', say: (value) => sayEngine(value) },
  { key: 'money', surface: 'operator-compact-truth', pointer: '/data/money', say: (value) => sayMoney(value) },
  { key: 'exposure', surface: 'operator-compact-truth', pointer: '/data/exposure', say: (value) => sayExposure(value) },
  summaryOf('protection', 'Protection', 'protection-blocker-truth'),
  summaryOf('operator', 'Operator', 'operator-compact-truth'),
  summaryOf('market', 'Market', 'exchange-market-intelligence-truth'),
  summaryOf('manipulation', 'Manipulation', 'anti-manipulation-truth'),
  summaryOf('blockers', 'What holds entries back', 'pre-dispatch-root-cause-truth'),
  summaryOf('candidates', 'Candidates', 'candidate-quality-v3'),
  summaryOf('profitability', 'Profitability', 'profitability-quality-scorecard'),
  summaryOf('throttle', 'Throttle', 'execution-throttle-truth'),
  summaryOf('restart', 'Restart', 'restart-continuity-truth'),
  summaryOf('constitution', 'Constitution', 'runtime-constitution-truth'),
  summaryOf('security', 'Security', 'security-rbac-truth'),
  {
    key: 'advice',
    surface: 'operator-compact-truth',
    pointer: '/data/nextAction/text',
    isAdvice: true,
    say: (value) => textOf(value),
  },
]

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

/** A number of the program's own is rounded; one that came as text is exact, and stays as it is. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(round(value)) : null

const round = (value: number): number => Math.round(value * 100) / 100

const several = (count: string, what: string): string => counted(Number(count), what)

/** The parts there is something to say of. */
const sentence = (parts: readonly (string | null)[]): string | null => {
  const said = parts.filter((part) => part !== null)
  return said.length === 0 ? null : `${said.join(', ')}.`
}

const part = (value: unknown, say: (text: string) => string): string | null => {
  const text = textOf(value)
  return text === null ? null : say(text)
}

const sayEngine = (value: unknown): string | null => {
  const { state, executionMode, latchEngaged } = fieldsOf(value) ?? {}
  return sentence([
    part(state, (text) => `Engine: ${text}`),
    part(executionMode, (text) => text),
    latchEngaged === true ? 'emergency stop engaged' : null,
  ])
}

const sayMoney = (value: unknown): string | null => {
  const { equity, dayNet, dayNetPct, drawdownPct } = fieldsOf(value) ?? {}
  const said = sentence([
    part(equity, (text) => `equity ${amount(text)} USDT`),
    sayToday(textOf(dayNet), textOf(dayNetPct)),
    part(drawdownPct, (text) => `drawdown ${text} %`),
  ])
  return said && `Money: ${said}`
}

const sayToday = (net: string | null, share: string | null): string | null => {
  if (net === null) return share === null ? null : `today ${share} %`
  return `today ${amount(net)} USDT${share === null ? '' : ` (${share} %)`}`
}

/** As exact as it was, without zeros behind the cents. */
const amount = (text: string): string => text.replace(/(\.\d\d\d*?)0+$/, '$1')

const sayExposure = (value: unknown): string | null => {
  const { openPositions, gross, unprotectedPositions, outcomeUnknownOrders, externalOrders } = fieldsOf(value) ?? {}
  return sentence([
    part(openPositions, (text) => `Exposure: ${several(text, 'open position')}`),
    part(gross, (text) => `${amount(text)} USDT in all`),
    part(unprotectedPositions, (text) => `${text} of them without their stop`),
    part(outcomeUnknownOrders, (text) => `${several(text, 'order')} whose outcome is not settled`),
    part(externalOrders, (text) => `${several(text, 'order')} of others`),
  ])
}
