import type { Finding } from './checks/settled-books.ts'
import type { Wire } from './stage/place.ts'

/**
 * Facts that must not occur in a soak, since no other client uses the account. On the Bybit wire, the exchange itself
 * creates orders: the stops attached to an entry.
 */
const NEVER: Readonly<Record<Wire, Readonly<Record<string, string>>>> = {
  binance: { walletAdjusted: 'I7', reportRefused: 'I6', externalOrderSeen: 'I1' },
  bybit: { walletAdjusted: 'I7', reportRefused: 'I6' },
}

/** Other facts that are counted. */
const COUNTED: ReadonlySet<string> = new Set([
  'orderUncertain',
  'orderVanished',
  'differenceFound',
  'differenceGone',
  'latchEngaged',
])

interface Line {
  readonly level: number
  readonly msg: string
  readonly code?: string
  readonly remedy?: string
}

/** Reads the engine's log: troubles and oddities are counted, and forbidden messages are findings. */
export const readLog = (
  text: string,
  wire: Wire,
): { readonly counts: ReadonlyMap<string, number>; readonly faults: readonly Finding[] } => {
  const counts = new Map<string, number>()
  const faults: Finding[] = []
  for (const line of text.split('\n')) {
    const entry = parse(line)
    if (!entry) continue
    const name = getName(entry)
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
    const promise = NEVER[wire][entry.msg]
    if (promise) faults.push({ promise, words: `the engine has logged ${entry.msg}`, observed: entry })
  }
  return { counts, faults }
}

const parse = (line: string): Line | undefined => {
  try {
    return line.startsWith('{') ? (JSON.parse(line) as Line) : undefined
  } catch {
    return undefined
  }
}

const getName = ({ level, msg, code, remedy }: Line): string | undefined => {
  if (remedy !== undefined) return `trouble ${code}`
  if (COUNTED.has(msg)) return msg
  return level >= 40 && level < 50 ? `warning: ${msg.slice(0, 80)}` : undefined
}
