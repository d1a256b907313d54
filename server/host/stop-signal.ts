/** Listener for SIGUSR2, which engages the emergency stop of the engine. */

/** Forwarding of the received signals. */
export interface StopSignal {
  /** Forwards signals from now on, including one received before. */
  forward(stop: (reason: string) => void): void
}

const REASON = 'The process received SIGUSR2.'

/** Listens for SIGUSR2, which never ends the process; it engages the emergency stop once an engine exists. */
export const listenForStop = (from: Pick<NodeJS.Process, 'on'>): StopSignal => {
  let stop: ((reason: string) => void) | undefined
  let isRequested = false
  from.on('SIGUSR2', () => {
    isRequested = true
    stop?.(REASON)
  })
  return {
    forward(to) {
      stop = to
      if (isRequested) to(REASON)
    },
  }
}
