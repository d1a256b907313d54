import type { Socket } from 'node:net'
import { err, ok, type Result } from '../core/result.ts'

export type LineFault = 'tooLong' | 'ended'

const NEWLINE = 0x0a

/** The first line a peer sends, without its end; what follows is dropped. */
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
