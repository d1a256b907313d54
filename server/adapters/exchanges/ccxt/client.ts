/**
 * Client of an exchange on top of CCXT: rate-limits and traces every call, determines its outcome from the response on
 * the wire, and raises troubles.
 */

import type { Exchange } from 'ccxt'
import type { Instant } from '../../../core/instant.ts'
import { parseJson } from '../../../core/json.ts'
import { printable } from '../../../core/printable.ts'
import { type Attempt, type Urgency, within } from './attempt.ts'
import { type Budget, createBudget, type Now, noteLimit } from './budget.ts'
import type { Dialect } from './dialect.ts'
import type { VenueFault } from './error-codes.ts'
import { createLibrary, type LibraryOptions } from './library.ts'
import { paceRequests } from './pace-requests.ts'
import { redactError } from './redact-error.ts'
import type { Troubles } from './troubles.ts'

/** Opens the CCXT client of an exchange and loads its markets; throws CCXT's error on failure. */
export const openClient = async (options: ClientOptions): Promise<Client> => {
  const client = await createClient(options)
  await loadMarkets(client)
  return client
}

/** Loads the markets, which every other request and stream needs; throws CCXT's error on failure. */
export const loadMarkets = async ({ rest }: Pick<Client, 'rest'>): Promise<void> => {
  await within(createAttempt({ urgency: 'SAFETY' }), () => rest.loadMarkets(true))
}

/** Creates the CCXT client of an exchange without sending a request; its markets must be loaded first. */
export const createClient = async (options: ClientOptions): Promise<Client> => {
  const { dialect, clock, monotonic, delay, troubles } = options
  const state = { offsetMs: 0 }
  const venueNow = (): Instant => clock() + Math.round(state.offsetMs)
  const rest = createLibrary(options, venueNow)
  const now = (): Now => ({ monotonicMs: monotonic(), exchangeMs: venueNow() })
  const budget = options.budget ?? createBudget()
  const turns = { dialect, budget, troubles, now, delay }
  const limited = (): void => noteLimit(budget, 'venueCode', now())
  const wire = (library: Exchange): void => paceRequests(library, turns)
  wire(rest)
  await rest.loadHttpProxyAgent()
  const createStreams = (): Exchange => {
    const library = createLibrary(options, venueNow)
    wire(library)
    quietSockets(library)
    return library
  }
  const prepared = Array.from({ length: options.preparedStreams ?? 0 }, createStreams)
  return {
    dialect,
    hasKeys: options.keys !== undefined,
    rest,
    troubles,
    unlisted: createUnlisted(dialect.name, troubles),
    async openStreams() {
      const library = prepared.pop() ?? createStreams()
      library.setMarketsFromExchange(rest)
      await library.loadHttpProxyAgent()
      return library
    },
    call: (work, how) => call({ rest, dialect, troubles, limited }, work, createAttempt(how)),
    venueNow,
    setOffset(offsetMs) {
      state.offsetMs = offsetMs
    },
    close: () => rest.close(),
  }
}

export interface ClientOptions extends LibraryOptions {
  readonly clock: () => Instant
  /** Monotonic clock, for durations. */
  readonly monotonic: () => number
  readonly delay: (ms: number) => Promise<void>
  readonly troubles: Troubles
  /** Allowance left by an earlier client of the same address; undefined is the full allowance. */
  readonly budget?: Budget
  /**
   * Number of library clients for streams that are created in advance, which takes CPU time that is not available
   * during a takeover.
   */
  readonly preparedStreams?: number
}

interface CallOptions {
  readonly urgency: Urgency
  readonly signedAtMs?: Instant
  /** Checked right before the bytes are sent: a returned reason prevents sending. */
  readonly getBlocker?: () => string | undefined
}

/** Outcome of a call. `refused` is definite: the exchange returned a code with no other meaning. */
export type Called<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'refused'; readonly fault: VenueFault }
  | { readonly kind: 'notSent'; readonly reason: string }
  | { readonly kind: 'unclear'; readonly reason: string }

/** Client of an exchange: every call is rate-limited, traced to the network, and judged by the response. */
export interface Client {
  readonly dialect: Dialect
  readonly hasKeys: boolean
  /** Library client for requests, with the markets loaded. None of its objects may leave the adapter. */
  readonly rest: Exchange
  readonly troubles: Troubles
  readonly unlisted: Unlisted
  /** Opens another library client for streams only, with the same markets and keys; the caller closes it. */
  openStreams(): Promise<Exchange>
  /** Carries out one call of the library. Nothing is ever sent twice, and nothing is thrown. */
  call<T>(work: (rest: Exchange) => Promise<T>, how: CallOptions): Promise<Called<T>>
  /** Returns the current time of the exchange's clock, estimated from the local clock and the measured offset. */
  venueNow(): Instant
  /** Sets the measured offset of the exchange's clock from the local one. */
  setOffset(offsetMs: number): void
  close(): Promise<void>
}

const createAttempt = ({ urgency, signedAtMs, getBlocker }: CallOptions): Attempt => ({
  urgency,
  signedAtMs,
  getBlocker,
  signed: false,
  sent: 0,
  status: undefined,
  body: undefined,
})

interface Calling extends Pick<Client, 'rest' | 'dialect' | 'troubles'> {
  /** Called when the exchange reports too many requests in its own code. */
  readonly limited: () => void
}

const call = async <T>(
  { rest, dialect, troubles, limited }: Calling,
  work: (rest: Exchange) => Promise<T>,
  attempt: Attempt,
): Promise<Called<T>> => {
  try {
    const value = await within(attempt, () => work(rest))
    troubles.clear('UNREACHABLE')
    if (attempt.signed) troubles.clear('KEY_REFUSED')
    return { kind: 'answered', value }
  } catch (error) {
    const called = judge(dialect, attempt, error)
    // The exchange stated why it does not respond, which is reported unchanged.
    const isBanned = dialect.limits.isBanned?.(attempt.status, attempt.body) === true
    if (!isBanned) noteTrouble({ dialect, troubles, limited }, called)
    return called
  }
}

/**
 * Determines the outcome of a failed call from the response on the wire, not from the class of the error: the library's
 * classes differ in meaning from exchange to exchange. A request that failed at the exchange or took too long there may
 * have been executed, whatever its code.
 */
const judge = (dialect: Dialect, attempt: Attempt, error: unknown): Exclude<Called<never>, { kind: 'answered' }> => {
  const words = printable(redactError(error))
  if (attempt.sent === 0) return { kind: 'notSent', reason: words }
  const answered = attempt.body === undefined ? undefined : dialect.errors.faultIn(parseJson(attempt.body))
  const fault = answered && { ...answered, message: printable(answered.message) }
  if (!fault)
    return { kind: 'unclear', reason: attempt.status === undefined ? words : `HTTP ${attempt.status}: ${words}` }
  const { refusals, noSuchOrder, keyRefused, unchanged } = dialect.errors
  const known = [refusals, noSuchOrder, keyRefused, unchanged].some((codes) => codes.has(fault.code))
  return known && !isDoubtful(attempt.status)
    ? { kind: 'refused', fault }
    : { kind: 'unclear', reason: `${fault.code} ${fault.message}` }
}

const isDoubtful = (status: number | undefined): boolean => status === undefined || status === 408 || status >= 500

const noteTrouble = (
  { dialect, troubles, limited }: Omit<Calling, 'rest'>,
  called: Exclude<Called<never>, { kind: 'answered' }>,
): void => {
  if (called.kind === 'refused') {
    troubles.clear('UNREACHABLE')
    const { code, message } = called.fault
    if (dialect.errors.keyRefused.has(code)) {
      troubles.raise('KEY_REFUSED', `${dialect.name} rejects the key: ${code} ${message}`)
    } else if (dialect.errors.refusals.get(code) === 'RATE_LIMIT') {
      limited()
      troubles.raise('RATE_LIMITED', `${dialect.name} reports too many requests: ${code} ${message}`)
    } else if (dialect.errors.refusals.get(code) === 'EXPIRED_REQUEST') {
      troubles.raise('CLOCK', `${dialect.name} rejects our requests as too old or too new: ${code} ${message}`)
    }
  } else if (called.kind === 'unclear') {
    troubles.raise('UNREACHABLE', `${dialect.name} does not respond as expected: ${called.reason}`)
  }
}

/**
 * Prevents unhandled rejections from ending the process. The library ignores the result of messages that could not be
 * sent, and rejects its own promises, such as for a snapshot requested along with a stream, when a connection ends.
 * Readers of the connection learn of its end in other ways.
 */
export const quietSockets = (library: Exchange): void => {
  const client = library.client.bind(library)
  const known = new WeakSet<object>()
  library.client = (url) => {
    const socket = client(url)
    if (known.has(socket)) return socket
    known.add(socket)
    ignoreErrors(socket)
    return socket
  }
}

interface Socket {
  send(message: unknown): Promise<unknown>
  future(messageHash: string): Promise<unknown>
  readonly connected: Promise<unknown>
}

const ignoreErrors = (socket: Socket): void => {
  const send = socket.send.bind(socket)
  const future = socket.future.bind(socket)
  socket.send = async (message) => {
    await send(message).catch(() => {})
  }
  socket.future = (messageHash) => handled(future(messageHash))
  void handled(socket.connected)
}

const handled = <T extends Promise<unknown>>(promise: T): T => {
  promise.catch(() => {})
  return promise
}

/** Our instruments that the exchange no longer trades; detected independently by market data and account. */
interface Unlisted {
  /** Sets the symbols that one source finds missing; the trouble lasts while any source finds one missing. */
  report(who: Finder, symbols: Iterable<string>): void
}

type Finder = 'market' | 'account'

export const createUnlisted = (name: string, troubles: Troubles): Unlisted => {
  const known: Record<Finder, readonly string[]> = { market: [], account: [] }
  return {
    report(who, symbols) {
      known[who] = [...symbols]
      const gone = [...new Set([...known.market, ...known.account])].toSorted().join(', ')
      if (gone === '') return troubles.clear('UNKNOWN_SYMBOL')
      const remedy =
        `Check at ${name} what happened to positions and orders in ${gone} and close what is left there; ` +
        'then start again with --symbols that are traded as USDT perpetuals.'
      troubles.raise('UNKNOWN_SYMBOL', `${name} no longer trades ${gone}.`, remedy)
    },
  }
}
