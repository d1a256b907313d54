import { useEffect, useState } from 'react'
import { MARKET } from './freshness.ts'

/** Returns true shortly after the component mounted, while missing data is to be expected. */
export const useJustCome = (): boolean => {
  const [hasJustCome, setJustCome] = useState(true)
  useEffect(() => {
    const waiting = setTimeout(() => setJustCome(false), MARKET.staleMs)
    return () => clearTimeout(waiting)
  }, [])
  return hasJustCome
}
