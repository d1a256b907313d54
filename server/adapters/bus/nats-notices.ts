import type { Notice, OpenNotices } from '../../scaled/ports.ts'
import { type NatsLink, type NatsLinkParts, openNatsLink } from './nats-link.ts'
import { toSubject } from './nats-servers.ts'

/**
 * Opens the notifications between the processes of an account over NATS. A message has no content and gives no right:
 * it only makes its receivers read the store. Notifications are dropped while there is no connection.
 */
export const openNatsNotices = (parts: Omit<NatsLinkParts, 'onMessage'>): OpenNotices => {
  const { account } = parts
  const listeners = new Map<string, Set<() => void>>()
  const due = new Set<Notice>()
  let link: NatsLink | undefined
  let isSending = false
  let isClosed = false

  const connect = (): void => {
    if (isClosed) return
    link ??= openNatsLink({
      ...parts,
      onMessage(notice) {
        for (const listener of listeners.get(notice) ?? []) queueMicrotask(listener)
      },
    })
  }

  const sendDue = async (): Promise<void> => {
    // Notifications of the same task are sent together.
    await undefined
    for (let connection = link?.usable(); connection && due.size > 0; connection = link?.usable()) {
      for (const notice of due) connection.publish(toSubject(account, notice))
      due.clear()
      // Further notifications are combined until the server has answered, which bounds what is under way.
      await connection.flush()
    }
  }

  const sendSoon = (): void => {
    if (isSending) return
    isSending = true
    const end = (): void => {
      isSending = false
      if (due.size > 0 && link?.usable()) sendSoon()
      else due.clear()
    }
    const drop = (): void => {
      isSending = false
      due.clear()
    }
    sendDue().then(end, drop)
  }

  return {
    channel: null,
    send(notice) {
      connect()
      due.add(notice)
      sendSoon()
    },
    listen(notice, onNotice) {
      connect()
      const all = listeners.get(notice) ?? new Set()
      listeners.set(notice, all.add(onNotice))
      return () => void all.delete(onNotice)
    },
    async close() {
      isClosed = true
      await link?.close()
    },
  }
}
