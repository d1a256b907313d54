import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Returns a ref and the height of its element in pixels; 0 until measured. */
export const useHeight = <E extends HTMLElement>(): readonly [RefObject<E | null>, number] => {
  const place = useRef<E>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = (): void => setHeight(element.clientHeight)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return [place, height]
}
