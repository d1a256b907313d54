/** As much of a WebSocket as is used; the browser's, Node's and that of `ws` all have it. */
export interface Socket {
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null
  onerror: ((event: unknown) => void) | null
  send(text: string): void
  close(): void
  /** Ends it without the other side, which that of `ws` can do. */
  terminate?(): void
}

export type MakeSocket = (url: string, protocols: string[]) => Socket

/** The class of sockets of some implementation. Each has types of its own for its events, so these are not looked at. */
export type SocketClass = new (url: string, protocols: string[]) => Pick<Socket, 'send' | 'close'>

/** Makes sockets of the class that was given, or of the one the program has. */
export const makerOfSockets = (given: SocketClass | undefined): MakeSocket => {
  const Found = given ?? (globalThis as { WebSocket?: SocketClass }).WebSocket
  if (!Found)
    throw new TypeError('Here is no WebSocket: give that of the package ws, `createClient({ …, WebSocket })`.')
  return (url, protocols) => new Found(url, protocols) as Socket
}
