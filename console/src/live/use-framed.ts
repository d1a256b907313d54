import { useEffect, useState } from 'react'
import { useSignedIn } from '../session/signed-in.ts'

/** Something that goes on changing until it is closed. */
interface Framed<T> {
  readonly current: () => T
  readonly close: () => void
}

/**
 * How something stands that is open while somebody looks, ten times a second at most; undefined until it has changed for the first
 * time. `open` is to be one and the same from call to call: another one begins anew.
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
