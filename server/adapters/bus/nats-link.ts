import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { errorMessage } from '../../core/errors.ts'
import type { BusState } from '../../scaled/ports.ts'
import { findNatsFault, type NatsServers, toOptions, toSubject } from './nats-servers.ts'

/** Keeps a connection to one of the servers, subscribed to all messages of the account, until it is closed. */
export const openNatsLink = (parts: NatsLinkParts): NatsLink => {
  const { servers, account, onMessage } = parts
  const everything = toSubject(account, '*')
  const closing = Promise.withResolvers<void>()
  const reporter = createReporter(parts)
  let usable: NatsConnection | undefined

  const subscribe = (connection: NatsConnection): Subscription =>
    connection.subscribe(everything, {
      callback(error, { subject }) {
        if (!error) onMessage(subject.slice(everything.length - 1))
      },
    })

  const follow = async (): Promise<void> => {
    const options = { ...toOptions(servers), ...RECONNECTING, name: account, reconnectToServer: reporter.noteAttempt }
    const connection = await connect(options)
    void closing.promise.then(() => connection.close())
    let subscription = subscribe(connection)
    const begin = (server: string): void => {
      // A subscription that the server refused is not renewed by itself.
      if (subscription.isClosed()) subscription = subscribe(connection)
      usable = connection
      reporter.noteUp(server)
    }
    begin(connection.getServer())
    await followStatus(connection, {
      onUp: begin,
      onDown() {
        usable = undefined
      },
      onFault: reporter.noteFault,
    })
    usable = undefined
  }

  const following = follow().catch((error) => reporter.noteFault(errorMessage(error)))
  return {
    usable: () => usable,
    async close() {
      reporter.close()
      closing.resolve()
      if (usable) await following
    },
  }
}

export interface NatsLink {
  /** Returns the connection; undefined while it is lost. */
  usable(): NatsConnection | undefined
  /** Attempts to connect end within seconds. */
  close(): Promise<void>
}

export interface NatsLinkParts {
  readonly servers: NatsServers
  readonly account: string
  /** Called with the last part of the subject of each message. */
  readonly onMessage: (notice: string) => void
  /** Called when the connection is opened, once when it is lost, and when it is open again. */
  readonly onChange: (state: BusState) => void
}

interface StatusHandlers {
  readonly onUp: (server: string) => void
  readonly onDown: () => void
  readonly onFault: (fault: string) => void
}

/** Resolves when the connection is closed. */
const followStatus = async (connection: NatsConnection, { onUp, onDown, onFault }: StatusHandlers): Promise<void> => {
  for await (const status of connection.status()) {
    if (status.type === 'reconnect') onUp(status.server)
    if (status.type === 'disconnect') onDown()
    if (status.type === 'error') onFault(status.error.message)
  }
}

/** One attempt at a time, two a second, without end. */
const RECONNECTING = {
  waitOnFirstConnect: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 500,
  ignoreAuthErrorAbort: true,
} as const

/** Reports each change of the connection once; a loss with its reason, when no server has accepted a new connection. */
const createReporter = ({ servers, account, onChange }: NatsLinkParts) => {
  let reported: boolean | undefined
  let attempts = 0
  let isTesting = false
  let isClosed = false

  const report = (state: BusState): void => {
    if (isClosed || state.isUp === reported) return
    reported = state.isUp
    onChange(state)
  }

  const test = async (): Promise<void> => {
    isTesting = true
    const fault = await findNatsFault(servers, account)
    isTesting = false
    if (attempts > 0 && fault !== undefined) report({ isUp: false, fault })
  }

  return {
    /** Called before each attempt to connect; null leaves the choice of the server to the library. */
    noteAttempt: (): null => {
      if (isClosed) throw new Error('The connection is closed.')
      attempts++
      if (attempts > servers.addresses.length && reported !== false && !isTesting) void test()
      return null
    },
    noteUp(server: string) {
      attempts = 0
      report({ isUp: true, server })
    },
    noteFault: (fault: string) => report({ isUp: false, fault }),
    close() {
      isClosed = true
    },
  }
}
