/** Filters of the audit log, converted between URL parameters, form fields and API query. */

import type { paths } from '@plimsoll/client'
import type { Zone } from '../figures/instants.ts'
import { DAY_MS, HOUR_MS } from '../figures/time-units.ts'

type Query = NonNullable<paths['/api/audit']['get']['parameters']['query']>

/** Filters of the audit log as URL parameters. Instants are RFC 3339. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>

/** Filters that are chosen from a list, and those that are entered in the form. */
const CHOSEN = ['actorType', 'action', 'period'] as const
const ENTERED = ['outcome', 'actor', 'target', 'requestId', 'from', 'to'] as const
export type ChosenName = (typeof CHOSEN)[number]
export type EnteredName = (typeof ENTERED)[number]
type FilterName = ChosenName | EnteredName

/** Authors that are listed unless others are chosen: the engine's own entries would hide what people do. */
export const PEOPLE = 'USER,HOST'

/** Lengths of the periods that end now. */
export const PERIODS_MS = { '1h': HOUR_MS, '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS } as const

const isPeriod = (text: string): text is keyof typeof PERIODS_MS => Object.hasOwn(PERIODS_MS, text)

/** Returns the filters in a URL; ignores other parameters. */
export const readFilters = (address: URLSearchParams): Filters =>
  Object.fromEntries([...CHOSEN, ...ENTERED].flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : [])))

/** Returns true when a filter of the form is set. */
export const areEntered = (filters: Filters): boolean => ENTERED.some((name) => filters[name] !== undefined)

/** Returns the API query of the filters; a period ends at `nowMs`, and is ignored while the time is unknown. */
export const toQuery = ({ period = '', actorType = PEOPLE, ...others }: Filters, nowMs: number | undefined): Query => ({
  actorType,
  ...(nowMs !== undefined && isPeriod(period) && { from: new Date(nowMs - PERIODS_MS[period]).toISOString() }),
  ...others,
})

/** Fault of a field of the form. */
export type FieldFault = 'from' | 'to'

/**
 * Returns the filters with the values of the form, whose empty fields are omitted and whose times become UTC; or the
 * field whose time is invalid.
 */
export const enterFilters = (filters: Filters, filled: FormData, zone: Zone): Filters | FieldFault => {
  const entered: Partial<Record<FilterName, string>> = {}
  for (const name of CHOSEN) if (filters[name] !== undefined) entered[name] = filters[name]
  for (const name of ENTERED) {
    const text = String(filled.get(name) ?? '').trim()
    if (text === '') continue
    const value = name === 'from' || name === 'to' ? parseLocalTime(text, zone) : text
    if (value === undefined) return name as FieldFault
    entered[name] = value
  }
  return entered
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/

/** Parses `2026-11-22`, `2026-11-22 08:16` or `2026-11-22 08:16:30`; undefined when it is invalid. */
const parseLocalTime = (text: string, zone: Zone): string | undefined => {
  if (!LOCAL_TIME.test(text)) return undefined
  const [day, time = '00:00'] = text.split(' ')
  const at = new Date(`${day}T${time}${zone === 'UTC' ? 'Z' : ''}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** Formats an instant as `parseLocalTime` reads it; empty when it is invalid. */
export const formatLocalTime = (instant: string | undefined, zone: Zone): string => {
  const at = new Date(instant ?? '')
  if (Number.isNaN(at.getTime())) return ''
  const text = zone === 'UTC' ? at.toISOString() : at.toLocaleString('sv-SE')
  return text.slice(0, 'YYYY-MM-DD HH:MM:SS'.length).replace('T', ' ').replace(/:00$/, '')
}
