/** A reason not to start, in words an operator can act on. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
