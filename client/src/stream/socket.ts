/** WebSocket of the stream, and the choice of its implementation: given class, runtime, or the package `ws`. */

/** Subset of WebSocket that the stream uses, present in browsers, in Node and in `ws`. */
export interface Socket {
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null
  onerror: ((event: unknown) => void) | null
  send(text: string): void
  close(): void
  /** Ends the connection without waiting for the server; only sockets of `ws` have it. */
  terminate?(): void
}

export type MakeSocket = (url: string, protocols: string[]) => Socket

/** WebSocket class of an implementation. Each has its own event types, so these are not declared. */
export type SocketClass = new (url: string, protocols: string[]) => Pick<Socket, 'send' | 'close'>

/**
 * Returns a factory of sockets: of the given class, otherwise the global `WebSocket`, otherwise (Node 20) the package
 * `ws`.
 */
export const createSocketFactory = (given: SocketClass | undefined): MakeSocket => {
  const SocketImplementation = given ?? (globalThis as { WebSocket?: SocketClass }).WebSocket ?? packagedSocket()
  if (!SocketImplementation) {
    throw new TypeError('No WebSocket in this runtime. Pass the one of the package ws: createClient({ …, WebSocket }).')
  }
  return (url, protocols) => new SocketImplementation(url, protocols) as Socket
}

interface NodeProcess {
  getBuiltinModule?(id: 'node:module'): { createRequire(from: string): (id: string) => SocketClass }
}

/** Loaded without an import, so that bundlers leave it out of pages. Undefined in browsers and before Node 20.16. */
const packagedSocket = (): SocketClass | undefined => {
  const { process } = globalThis as { process?: NodeProcess }
  return process?.getBuiltinModule?.('node:module').createRequire(import.meta.url)('ws')
}
