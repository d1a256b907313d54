import { useEffect, useState } from 'react'
import { MARKET } from './freshness.ts'

/** Returns true for a short time after the component has mounted, while missing data is expected. */
export const useRecentlyMounted = (): boolean => {
  const [isRecentlyMounted, setRecentlyMounted] = useState(true)
  useEffect(() => {
    const waiting = setTimeout(() => setRecentlyMounted(false), MARKET.staleMs)
    return () => clearTimeout(waiting)
  }, [])
  return isRecentlyMounted
}
