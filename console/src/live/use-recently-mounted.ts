import { useEffect, useState } from 'react'
import { MARKET } from './freshness.ts'

/** Returns true for a short time after the component has mounted, while missing data is expected. */
export const useJustCome = (): boolean => {
  const [hasJustCome, setJustCome] = useState(true)
  useEffect(() => {
    const waiting = setTimeout(() => setJustCome(false), MARKET.staleMs)
    return () => clearTimeout(waiting)
  }, [])
  return hasJustCome
}
