import { setTimeout } from 'node:timers/promises'
import { errorMessage } from '../../../core/errors.ts'
import type { BusState, Notice, OpenNotices } from '../../../scaled/ports.ts'
import { listenToPostgres, openPostgres } from './connection.ts'

/**
 * Opens the notifications between the processes of an account, for example about a new batch, over LISTEN and NOTIFY.
 * They use separate connections, because a NOTIFY within the transaction of an append would serialise appends. Each kind
 * has a channel of its own, so that no process is woken for what it does not listen to.
 * Notifications that arrive during a statement are sent together by the next one. `onChange` is called when they can be
 * sent and received, once when they no longer can, and when they can again.
 */
export const openNotices = (
  url: string,
  account: string,
  onChange: (state: BusState) => void = () => {},
): OpenNotices => {
  const channel = `plimsoll ${account}`
  const toChannel = (notice: Notice): string => `${channel} ${notice}`
  const sender = openPostgres(url, `notices ${account}`, 'VOLATILE')
  const listeners = new Map<string, Set<() => void>>()
  const due = new Set<Notice>()
  const closing = new AbortController()
  const { signal } = closing
  let sending: Promise<void> | undefined
  let following: Promise<void> | undefined
  let listenToMore = (): void => {}
  const faults: Faults = { sending: null, listening: null }
  let reported: boolean | undefined

  const note = (fault: Partial<Faults>): void => {
    Object.assign(faults, fault)
    const problem = faults.listening ?? faults.sending
    if (signal.aborted || (problem === null) === reported) return
    reported = problem === null
    onChange(problem === null ? { isUp: true, server: 'PostgreSQL' } : { isUp: false, fault: problem })
  }

  const sendDue = async (): Promise<void> => {
    while (due.size > 0) {
      const channels = [...due].map(toChannel)
      due.clear()
      const text = `SELECT pg_notify(channel, '') FROM unnest($1::text[]) AS channel`
      await sender.query({ name: 'notify', text, values: [channels] }).then(
        () => faults.sending !== null && note({ sending: null }),
        (error) => note({ sending: errorMessage(error) }),
      )
    }
    sending = undefined
  }

  const follow = async (): Promise<void> => {
    const listening = {
      ...{ purpose: `listens ${account}`, channels: () => listeners.keys(), signal },
      onListening(listen: () => void) {
        listenToMore = listen
        note({ listening: null })
      },
      onNotice(notified: string) {
        for (const listener of listeners.get(notified) ?? []) listener()
      },
    }
    while (!signal.aborted) {
      note({ listening: await listenToPostgres(url, listening).then(() => LOST, errorMessage) })
      await setTimeout(RECONNECT_AFTER_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  return {
    channel,
    send(notice) {
      due.add(notice)
      sending ??= Promise.resolve().then(sendDue)
    },
    listen(notice, onNotice) {
      const all = listeners.get(toChannel(notice)) ?? new Set()
      listeners.set(toChannel(notice), all.add(onNotice))
      following ??= follow()
      listenToMore()
      return () => void all.delete(onNotice)
    },
    async close() {
      closing.abort()
      await Promise.all([sending, following])
      await sender.close()
    },
  }
}

/** Sends itself a notification once; returns why none can be sent or received, if so. */
export const findNoticesFault = async (url: string, account: string): Promise<string | undefined> => {
  const channel = `plimsoll ${account} test`
  const ending = new AbortController()
  const arrived = Promise.withResolvers<string | undefined>()
  const sender = openPostgres(url, `notices ${account}`)
  const lost = listenToPostgres(url, {
    ...{ purpose: `listens ${account}`, channels: () => [channel], signal: ending.signal },
    onNotice: () => arrived.resolve(undefined),
    onListening() {
      const notify = { text: `SELECT pg_notify($1, 'test')`, values: [channel] }
      sender.query(notify).catch((error) => arrived.resolve(errorMessage(error)))
    },
  }).then(() => LOST, errorMessage)
  const late = setTimeout(ARRIVES_WITHIN_MS, 'notifications do not arrive', { ref: false })
  try {
    return await Promise.race([arrived.promise, lost, late])
  } finally {
    ending.abort()
    await sender.close()
  }
}

const ARRIVES_WITHIN_MS = 2_000

/** Why notifications cannot be sent, or cannot be received; null while they can. */
interface Faults {
  sending: string | null
  listening: string | null
}

const LOST = 'the connection to PostgreSQL was lost'

/** Pause before a lost connection is reopened. */
const RECONNECT_AFTER_MS = 500
