import { lstatSync, unlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { type ConnectionLimits, createConnections } from './connections.ts'
import { connectTo, isTooLong, SOCKET_PATH_BYTES_MAX } from './socket.ts'
import type { VerbTable } from './verb.ts'

/**
 * Serves host commands on a Unix socket at `path`, accessible only to the owner of the process. A stale socket file is
 * replaced; one in use is not.
 */
export const serveHost = async ({ path, verbs, limits }: HostServerParts): Promise<HostServer> => {
  if (isTooLong(path)) {
    throw new HostSocketError(
      `The socket path ${path} is longer than ${SOCKET_PATH_BYTES_MAX} bytes, the limit on all systems. ` +
        'Choose a shorter --data-dir.',
    )
  }
  await clearStale(path)
  const connections = createConnections(verbs, limits)
  const server = createServer({ allowHalfOpen: true }, connections.take)
  await listen(server, path)
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await connections.finish()
      await closed
    },
  }
}

export interface HostServerParts {
  readonly path: string
  readonly verbs: VerbTable
  readonly limits?: Partial<ConnectionLimits>
}

export interface HostServer {
  /** Stops accepting requests, completes those in progress, and removes the socket. */
  close(): Promise<void>
}

/** A fault of the host socket, with an actionable message for the operator. */
class HostSocketError extends Error {
  override readonly name = 'HostSocketError'
}

/** File mode mask: only the owner of the process may connect. */
const OTHERS_MASK = 0o177

const clearStale = async (path: string): Promise<void> => {
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (!file) return
  if (!file.isSocket()) throw new HostSocketError(`${path} exists and is not a socket. Move it away.`)
  const connected = await connectTo(path)
  if (connected.ok) {
    connected.value.destroy()
    throw new HostSocketError(`A server is already listening at ${path}. Stop it, or choose another --data-dir.`)
  }
  if (connected.error === 'stale') unlinkSync(path)
  else if (connected.error !== 'absent') {
    throw new HostSocketError(`${path} cannot be used (${connected.error.reason}). Move it away.`)
  }
}

/** Listens with the final file mode: `listen` binds before it returns, so the mask affects nothing else. */
const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error) => reject(new HostSocketError(`Cannot listen at ${path} (${error.message}).`)))
    const before = process.umask(OTHERS_MASK)
    try {
      server.listen({ path })
    } finally {
      process.umask(before)
    }
  })
