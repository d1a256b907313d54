/** Waits for the signals that end the process. */
export interface StopSignal {
  /** Forwards signals from now on; immediately when one has arrived before. */
  forward(stop: (reason: string) => void): void
}

const REASON = 'The process received SIGUSR2.'

/** SIGUSR2 never ends this process: it stops the engine, as soon as there is one. */
export const listenForStop = (from: Pick<NodeJS.Process, 'on'>): StopSignal => {
  let stop: ((reason: string) => void) | undefined
  let hasCome = false
  from.on('SIGUSR2', () => {
    hasCome = true
    stop?.(REASON)
  })
  return {
    forward(to) {
      stop = to
      if (hasCome) to(REASON)
    },
  }
}
