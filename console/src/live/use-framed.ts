import { useEffect, useState } from 'react'
import { useSignedIn } from '../session/signed-in.ts'

/**
 * Returns the state of a resource that is open while the component is mounted, at most ten times a second; undefined
 * until its first change. `open` must be stable between renders: a new one reopens the resource.
 */
export const useFramed = <T>(open: (changed: () => void) => Framed<T>): T | undefined => {
  const { frames } = useSignedIn().live
  const [now, setNow] = useState<T>()
  useEffect(() => {
    const listeners = new Set([() => setNow(() => current())])
    const { current, close } = open(() => frames.schedule(listeners))
    return () => {
      listeners.clear()
      close()
      setNow(undefined)
    }
  }, [frames, open])
  return now
}

/** State that changes until it is closed. */
interface Framed<T> {
  readonly current: () => T
  readonly close: () => void
}
