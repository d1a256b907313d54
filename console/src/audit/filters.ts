/** Filters of the audit log, converted between URL parameters, form fields and API query. */

import type { paths } from '@plimsoll/client'
import type { Zone } from '../figures/instants.ts'

/** Filters of the audit log. Instants are RFC 3339. */
export type Filters = Omit<Query, 'limit' | 'cursor'>

type Query = NonNullable<paths['/api/audit']['get']['parameters']['query']>

const NAMES = ['actorType', 'actor', 'action', 'outcome', 'target', 'requestId', 'from', 'to'] as const
export type FilterName = (typeof NAMES)[number]

/** Returns the filters in a URL; ignores other parameters. */
export const readFilters = (address: URLSearchParams): Filters =>
  Object.fromEntries(NAMES.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : []))) as Filters

/** Returns the filled-in values as URL parameters: empty fields are omitted, and instants are converted to UTC. */
export const toSearchParams = (filled: FormData, zone: Zone): URLSearchParams => {
  const address = new URLSearchParams()
  for (const name of NAMES) {
    const text = String(filled.get(name) ?? '').trim()
    if (text !== '') address.set(name, name === 'from' || name === 'to' ? parseLocalTime(text, zone) : text)
  }
  return address
}

const parseLocalTime = (local: string, zone: Zone): string =>
  new Date(zone === 'UTC' ? `${local}Z` : local).toISOString()

/** Formats an instant for a date-time field; empty when it is invalid. */
export const formatLocalTime = (instant: string | undefined, zone: Zone): string => {
  const at = new Date(instant ?? '')
  if (Number.isNaN(at.getTime())) return ''
  const text = zone === 'UTC' ? at.toISOString() : at.toLocaleString('sv-SE')
  return text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace(' ', 'T')
}
