/** Host commands ("verbs"): their type, refusal and response, and the function that runs one by name. */

import { errorMessage } from '../core/errors.ts'

/** Executes one host command; throws a `HostRefusal` when it is refused. */
export type Verb = (args: unknown) => Promise<unknown>

export interface HostFault {
  readonly code: string
  readonly message: string
  readonly remedy?: string
}

/** A request refused by the host, with an actionable message for the operator. */
export class HostRefusal extends Error {
  override readonly name = 'HostRefusal'
  readonly code: string
  readonly remedy: string | undefined

  constructor(code: string, message: string, remedy?: string) {
    super(message)
    this.code = code
    this.remedy = remedy
  }
}

/** Response over the socket, one line of JSON. */
export type HostAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: HostFault }

export type VerbTable = Readonly<Record<string, Verb>>

/** Executor of commands: the running server, or this process when none is running. */
export interface HostLink {
  call(verb: string, args: unknown): Promise<HostAnswer>
}

/** Runs the named command and returns its response as plain JSON; never rejects. */
export const answerVerb = async (verbs: VerbTable, name: string, args: unknown): Promise<HostAnswer> => {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb) {
    const remedy = 'Use the same version of the command and the server.'
    return refused(new HostRefusal('UNKNOWN_VERB', `The server does not know '${name.slice(0, 40)}'.`, remedy))
  }
  try {
    const value: unknown = JSON.parse(JSON.stringify((await verb(args)) ?? null))
    return { ok: true, value }
  } catch (error) {
    return refused(error)
  }
}

/** Converts an error to a response: code, message and remedy, never a stack. */
export const refused = (error: unknown): HostAnswer => {
  const message = errorMessage(error)
  if (!(error instanceof HostRefusal)) return { ok: false, error: { code: 'INTERNAL', message } }
  const { code, remedy } = error
  return { ok: false, error: remedy === undefined ? { code, message } : { code, message, remedy } }
}

/** A small value set on the host, stored across restarts. */
export interface StoredValue<T> {
  /** Returns the value; undefined when it cannot be read. */
  get(): T | undefined
  /** Stores a value; it is durable when this returns. Throws a `StoreFailure` on failure. */
  set(value: T): void
}
