import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and text as received. */
  readonly content: string
}

interface MailServerOptions {
  /** Credentials of the only accepted user; without them every client may send. */
  readonly user?: { readonly name: string; readonly password: string }
  /** Reply that rejects every recipient. */
  readonly refuses?: string
}

/** Mail server of the running test: the subset of RFC 5321 and RFC 4616 for sending. */
export const aMailServer = async (options: MailServerOptions = {}) => {
  const mails: Mail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, options, mails)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, mails }
}

/** Partially received mail. */
interface Draft {
  from: string
  to: string[]
  /** Undefined before and after the text. */
  lines: string[] | undefined
}

const fresh = (): Draft => ({ from: '', to: [], lines: undefined })

const converse = (socket: Socket, { user, refuses }: MailServerOptions, mails: Mail[]): void => {
  let draft = fresh()
  let rest = ''
  const sendLine = (line: string): void => void socket.write(`${line}\r\n`)
  const command = (line: string): void => {
    const [verb = '', ...words] = line.split(' ')
    const answers: Readonly<Record<string, () => string>> = {
      EHLO: () => (user ? '250-here\r\n250 AUTH PLAIN' : '250 here'),
      AUTH: () => (user && words[1] === plain(user) ? '235 welcome' : '535 5.7.8 not you'),
      MAIL: () => {
        draft = { ...fresh(), from: addressIn(line) }
        return '250 good'
      },
      RCPT: () => {
        if (refuses !== undefined) return refuses
        draft.to.push(addressIn(line))
        return '250 good'
      },
      DATA: () => {
        draft.lines = []
        return '354 go on'
      },
      QUIT: () => '221 bye',
    }
    sendLine(answers[verb.toUpperCase()]?.() ?? '250 good')
    if (verb.toUpperCase() === 'QUIT') socket.end()
  }
  const take = (line: string): void => {
    if (draft.lines === undefined) return command(line)
    if (line !== '.') return void draft.lines.push(line)
    mails.push({ from: draft.from, to: draft.to, content: draft.lines.join('\n') })
    draft = fresh()
    sendLine('250 taken')
  }
  socket.on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
  sendLine('220 ready')
}

const plain = ({ name, password }: { name: string; password: string }): string =>
  Buffer.from(`\0${name}\0${password}`).toString('base64')

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''
