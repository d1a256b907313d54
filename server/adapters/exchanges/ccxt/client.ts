import type { Exchange } from 'ccxt'
import { type Instant, MINUTE_MS, SECOND_MS } from '../../../core/instant.ts'
import { type Attempt, presentAttempt, type Urgency, within } from './attempt.ts'
import { askedForSilence, type Budget, createBudget, notePublished, spend } from './budget.ts'
import type { Dialect, VenueFault } from './dialect.ts'
import { harmlessWords } from './harmless-words.ts'
import { hostsOf } from './hosts.ts'
import { createLibrary, type LibraryOptions, TIMEOUT_MS } from './library.ts'
import { quietSockets } from './quiet-sockets.ts'
import { createTransport, type Heard } from './transport.ts'
import type { Troubles } from './troubles.ts'

export interface ClientOptions extends LibraryOptions {
  readonly clock: () => Instant
  /** Never runs backwards; for durations. */
  readonly monotonic: () => number
  readonly delay: (ms: number) => Promise<void>
  readonly troubles: Troubles
}

/** What became of a call. `refused` is certain: the exchange has said so in a code that can mean nothing else. */
export type Called<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'refused'; readonly fault: VenueFault }
  | { readonly kind: 'notSent'; readonly reason: string }
  | { readonly kind: 'unclear'; readonly reason: string }

/** The exchange behind the library: every call is counted, followed to the wire, and judged by what came back over it. */
export interface Client {
  readonly dialect: Dialect
  readonly hasKeys: boolean
  /** Of the requests, with the markets loaded. No object of it may leave the adapter. */
  readonly rest: Exchange
  readonly troubles: Troubles
  /** Another client of the library for streams alone, with the same markets and keys; whoever opened it closes it. */
  openStreams(): Promise<Exchange>
  /** Carries out one call of the library. Nothing is ever sent twice, and nothing is thrown. */
  call<T>(work: (rest: Exchange) => Promise<T>, how: CallOptions): Promise<Called<T>>
  /** The exchange's clock as far as it is known. */
  venueNow(): Instant
  /** Moves that clock to what was measured. */
  setOffset(offsetMs: number): void
  close(): Promise<void>
}

interface CallOptions {
  readonly urgency: Urgency
  readonly signedAtMs?: Instant
  /** Looked at right before bytes leave: a reason keeps them here. */
  readonly heldUp?: () => string | undefined
}

/** The pause the library keeps between two units where an exchange names none. */
const RATE_LIMIT_MS = 50
/** A reading waits so long for its turn, then fails. */
const PATIENCE_MS = 10 * SECOND_MS

/** Opens the library's client for an exchange and loads its markets; throws what the library throws when that fails. */
export const openClient = async (options: ClientOptions): Promise<Client> => {
  const { dialect, clock, troubles } = options
  const state = { offsetMs: 0 }
  const venueNow = (): Instant => clock() + Math.round(state.offsetMs)
  const rest = createLibrary(options, venueNow)
  const budget = createBudget(dialect.weightPerMinute ?? MINUTE_MS / (rest.rateLimit ?? RATE_LIMIT_MS))
  const wire = (library: Exchange): void => joinWire(library, options, budget)
  wire(rest)
  await rest.loadHttpProxyAgent()
  await within(attemptOf({ urgency: 'READ' }), () => rest.loadMarkets())
  return {
    dialect,
    hasKeys: options.keys !== undefined,
    rest,
    troubles,
    async openStreams() {
      const library = createLibrary(options, venueNow)
      wire(library)
      quietSockets(library)
      library.setMarketsFromExchange(rest)
      await library.loadHttpProxyAgent()
      return library
    },
    call: (work, how) => call({ rest, dialect, troubles }, work, attemptOf(how)),
    venueNow,
    setOffset(offsetMs) {
      state.offsetMs = offsetMs
    },
    close: () => rest.close(),
  }
}

const attemptOf = ({ urgency, signedAtMs, heldUp }: CallOptions): Attempt => ({
  urgency,
  signedAtMs,
  heldUp,
  signed: false,
  sent: 0,
  status: undefined,
  body: undefined,
})

const joinWire = (library: Exchange, options: ClientOptions, budget: Budget): void => {
  const { dialect, monotonic, troubles, delay } = options
  library.fetchImplementation = createTransport({
    hosts: hostsOf(library),
    timeoutMs: TIMEOUT_MS,
    heard: (heard) => noteHeard(heard, { budget, dialect, monotonic, troubles }),
  })
  library.throttle = async (units = 1) => {
    const urgency = presentAttempt()?.urgency ?? 'READ'
    await waitForTurn({ budget, urgency, cost: Number(units), monotonic, delay }).catch((error: Error) => {
      troubles.raise(
        'RATE_LIMITED',
        `What may be asked of ${dialect.name} within a minute is spent; stops and cancels go on.`,
      )
      throw error
    })
  }
}

interface Turn {
  readonly budget: Budget
  readonly urgency: Urgency
  readonly cost: number
  readonly monotonic: () => number
  readonly delay: (ms: number) => Promise<void>
}

/** Readings wait for their turn; what trades is told at once that there is none; what stops or protects goes ahead. */
const waitForTurn = async ({ budget, urgency, cost, monotonic, delay }: Turn): Promise<void> => {
  const untilMs = monotonic() + PATIENCE_MS
  for (;;) {
    const waitMs = spend(budget, cost, urgency, monotonic())
    if (waitMs === 0 || urgency === 'STOP' || urgency === 'PROTECT') return
    if (urgency === 'TRADE' || monotonic() + waitMs > untilMs) throw new Error('the allowance of the exchange is spent')
    await delay(waitMs)
  }
}

interface Ear {
  readonly budget: Budget
  readonly dialect: Dialect
  readonly monotonic: () => number
  readonly troubles: Troubles
}

const noteHeard = ({ status, headers }: Heard, { budget, dialect, monotonic, troubles }: Ear): void => {
  const used = dialect.usedWeightHeader === null ? null : headers.get(dialect.usedWeightHeader)
  if (used !== null) notePublished(budget, Number(used), monotonic())
  if (status === 429 || status === 418) {
    const seconds = Number(headers.get('retry-after') ?? '') || 10
    askedForSilence(budget, monotonic() + seconds * SECOND_MS)
    troubles.raise('RATE_LIMITED', `The exchange has answered ${status} and asks for ${seconds} s of silence.`)
  } else if (status < 500) troubles.clear('RATE_LIMITED')
}

const call = async <T>(
  { rest, dialect, troubles }: Pick<Client, 'rest' | 'dialect' | 'troubles'>,
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
    noteTrouble(troubles, dialect, called)
    return called
  }
}

/**
 * By what came over the wire, not by the kind of the error: the library's classes mean different things in each exchange. What
 * failed at the exchange, or took too long there, may have been carried out whatever code it bears.
 */
const judge = (dialect: Dialect, attempt: Attempt, error: unknown): Exclude<Called<never>, { kind: 'answered' }> => {
  const words = harmlessWords(error)
  if (attempt.sent === 0) return { kind: 'notSent', reason: words }
  const fault = attempt.body === undefined ? undefined : dialect.errors.faultIn(parsed(attempt.body))
  if (!fault)
    return { kind: 'unclear', reason: attempt.status === undefined ? words : `HTTP ${attempt.status}: ${words}` }
  const { refusals, noSuchOrder, keyRefused, unchanged } = dialect.errors
  const known = [refusals, noSuchOrder, keyRefused, unchanged].some((codes) => codes.has(fault.code))
  return known && !isDoubtful(attempt.status)
    ? { kind: 'refused', fault }
    : { kind: 'unclear', reason: `${fault.code} ${fault.message}` }
}

const isDoubtful = (status: number | undefined): boolean => status === undefined || status === 408 || status >= 500

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const noteTrouble = (
  troubles: Troubles,
  dialect: Dialect,
  called: Exclude<Called<never>, { kind: 'answered' }>,
): void => {
  if (called.kind === 'refused') {
    troubles.clear('UNREACHABLE')
    const { code, message } = called.fault
    if (dialect.errors.keyRefused.has(code)) {
      troubles.raise('KEY_REFUSED', `${dialect.name} refuses the key: ${code} ${message}`)
    } else if (dialect.errors.refusals.get(code) === 'EXPIRED_REQUEST') {
      troubles.raise('CLOCK', `${dialect.name} finds our requests too old or too new: ${code} ${message}`)
    }
  } else if (called.kind === 'unclear') {
    troubles.raise('UNREACHABLE', `${dialect.name} does not answer as it should: ${called.reason}`)
  }
}
