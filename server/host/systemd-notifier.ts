/** Notifications to systemd about this process: ready, stopping, and a periodic watchdog report. */

import { execFile } from 'node:child_process'

/** Notifications to the service manager that started this process. */
export interface ServiceNotifier {
  /**
   * Reports that the process is ready, and from then on, at intervals, that its event loop runs. Later calls do
   * nothing.
   */
  ready(): void
  stopping(): void
}

export interface NotifierParts {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Called with the reason when a report cannot be sent. */
  readonly onError: (reason: string) => void
}

/**
 * Opens the notification protocol of systemd (sd_notify). Node has no Unix datagram sockets, so `systemd-notify` sends
 * each report. Without `NOTIFY_SOCKET`, nothing is sent.
 */
export const openServiceNotifier = ({ env, onError }: NotifierParts): ServiceNotifier => {
  if (env.NOTIFY_SOCKET === undefined) return { ready: () => {}, stopping: () => {} }
  const send = (...state: readonly string[]): void => {
    execFile('systemd-notify', [...state], { env }, (error) => error && onError(error.message))
  }
  let isReady = false
  return {
    ready() {
      if (isReady) return
      isReady = true
      send('--ready')
      const everyMs = Number(env.WATCHDOG_USEC) / 1_000 / REPORTS_PER_TIMEOUT
      if (everyMs > 0) setInterval(() => send('WATCHDOG=1'), everyMs).unref()
    },
    stopping: () => send('STOPPING=1'),
  }
}

/** Number of reports per timeout, so that two may be lost before the service is restarted. */
const REPORTS_PER_TIMEOUT = 3
