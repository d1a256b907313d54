/** Assertions of invariants, whose violation is a bug in this program. */

/** A bug in this program, not in its input: the process stops and recovers from its journal. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(`Invariant: ${message}`)
}

/** Closes a `switch` over a union; a variant added later fails to compile here. */
export function assertNever(value: never): never {
  throw new InvariantError(`Invariant: unexpected variant ${JSON.stringify(value)}`)
}
