import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Returns the height of the element that the reference is put on, in pixels; 0 until it is known. */
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
