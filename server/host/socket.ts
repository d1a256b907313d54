/** The host socket, a Unix socket between host commands and the server: its path, connecting, and reading a line. */

import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { err, ok, type Result } from '../core/result.ts'

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

/** Limit of the path: 104 bytes on macOS and 108 on Linux, including the terminating zero. */
export const SOCKET_PATH_BYTES_MAX = 100

/** Path of the host socket of this data directory. */
export const getSocketPath = (dataDir: string): string => join(dataDir, 'plimsoll.sock')

export const isTooLong = (path: string): boolean => Buffer.byteLength(path) > SOCKET_PATH_BYTES_MAX

/** `absent`: no such file. `stale`: a file without a listening process. Anything else contains the system error. */
type ConnectFault = 'absent' | 'stale' | { readonly reason: string }

const FAULTS: Readonly<Record<string, ConnectFault>> = { ENOENT: 'absent', ECONNREFUSED: 'stale' }

type LineFault = 'tooLong' | 'ended'

const NEWLINE = 0x0a

/** Reads the first line of a connection without its line end; later input is dropped. */
export const readLine = (socket: Socket, bytesMax: number): Promise<Result<string, LineFault>> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0

    const settle = (result: Result<string, LineFault>): void => {
      socket.off('data', onData).resume()
      resolve(result)
    }

    const onData = (chunk: Buffer): void => {
      const end = chunk.indexOf(NEWLINE)
      const part = end < 0 ? chunk : chunk.subarray(0, end)
      chunks.push(part)
      size += part.length
      if (size > bytesMax) settle(err('tooLong'))
      else if (end >= 0) settle(ok(Buffer.concat(chunks).toString('utf8')))
    }

    socket.on('data', onData)
    socket.once('end', () => settle(err('ended')))
    socket.once('close', () => settle(err('ended')))
  })
