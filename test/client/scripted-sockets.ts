import type { MakeSocket, Socket } from '../../client/src/stream/socket.ts'

/** Socket whose other end is the test. */
export interface ScriptedSocket {
  /** Messages sent to the server, parsed. */
  readonly sent: {
    readonly op: string
    readonly id?: string
    readonly args?: { channels?: string[]; token?: string }
  }[]
  readonly isClosed: boolean
  readonly isTornDown: boolean
  open(): void
  /** Sends a message as the server would, with the members common to all its messages. */
  deliver(message: object): void
  end(code: number): void
}

/** Returns a socket factory and the sockets it has created. */
export const scriptedSockets = (): { readonly makeSocket: MakeSocket; readonly sockets: ScriptedSocket[] } => {
  const sockets: ScriptedSocket[] = []
  class Scripted implements Socket, ScriptedSocket {
    onopen: Socket['onopen'] = null
    onmessage: Socket['onmessage'] = null
    onclose: Socket['onclose'] = null
    onerror: Socket['onerror'] = null
    isClosed = false
    isTornDown = false
    readonly sent: ScriptedSocket['sent'] = []
    constructor() {
      sockets.push(this)
    }
    send(text: string): void {
      this.sent.push(JSON.parse(text))
    }
    close(): void {
      this.isClosed = true
    }
    terminate(): void {
      this.isTornDown = true
    }
    open(): void {
      this.onopen?.()
    }
    deliver(message: object): void {
      this.onmessage?.({ data: JSON.stringify({ v: 1, epoch: 'run_1', sentAtMs: 0, ...message }) })
    }
    end(code: number): void {
      this.onclose?.({ code, reason: '' })
    }
  }
  return { makeSocket: () => new Scripted(), sockets }
}
