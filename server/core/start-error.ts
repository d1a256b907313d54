/** Reason not to start, in terms an operator can act on. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
