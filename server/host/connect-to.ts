import { connect, type Socket } from 'node:net'
import { err, ok, type Result } from '../core/result.ts'

/** `absent`: no such file. `stale`: a file without a listening process. Anything else carries the system error. */
export type ConnectFault = 'absent' | 'stale' | { readonly reason: string }

const FAULTS: Readonly<Record<string, ConnectFault>> = { ENOENT: 'absent', ECONNREFUSED: 'stale' }

/** Connects to the server that listens at `path`. */
export const connectTo = (path: string): Promise<Result<Socket, ConnectFault>> =>
  new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => {
      socket.removeAllListeners('error')
      socket.on('error', () => socket.destroy())
      resolve(ok(socket))
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(err(FAULTS[error.code ?? ''] ?? { reason: error.message }))
    })
  })
