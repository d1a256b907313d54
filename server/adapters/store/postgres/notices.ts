import { setTimeout } from 'node:timers/promises'
import type { Notice, OpenNotices } from '../../../scaled/ports.ts'
import { listenToPostgres, openPostgres } from './connection.ts'

/**
 * Opens the notifications between the processes of an account, for example about a new batch, over LISTEN and NOTIFY.
 * They use separate connections, because a NOTIFY within the transaction of an append would serialise appends.
 * Notifications that arrive during a statement are sent together by the next one.
 */
export const openNotices = (url: string, account: string): OpenNotices => {
  const channel = `plimsoll ${account}`
  const sender = openPostgres(url, `notices ${account}`)
  const listeners = new Map<Notice, Set<() => void>>()
  const due = new Set<Notice>()
  const closing = new AbortController()
  const { signal } = closing
  let sending: Promise<void> | undefined
  let following: Promise<void> | undefined

  const sendDue = async (): Promise<void> => {
    while (due.size > 0) {
      const notices = [...due]
      due.clear()
      const text = 'SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice'
      await sender.query({ name: 'notify', text, values: [channel, notices] }).catch(() => {})
    }
    sending = undefined
  }

  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      const onNotice = (notice: string): void => {
        for (const listener of listeners.get(notice as Notice) ?? []) listener()
      }
      await listenToPostgres(url, { purpose: `listens ${account}`, channel, onNotice, signal }).catch(() => {})
      await setTimeout(RECONNECT_AFTER_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  return {
    send(notice) {
      due.add(notice)
      sending ??= Promise.resolve().then(sendDue)
    },
    listen(notice, onNotice) {
      following ??= follow()
      const all = listeners.get(notice) ?? new Set()
      listeners.set(notice, all.add(onNotice))
      return () => void all.delete(onNotice)
    },
    async close() {
      closing.abort()
      await Promise.all([sending, following])
      await sender.close()
    },
  }
}

/** Pause before a lost connection is reopened. */
const RECONNECT_AFTER_MS = 500
