import { useEffect, useState } from 'react'
import { MARKET } from './freshness.ts'

/** Whether somebody came here so lately that what is not known yet is nothing to wonder at. */
export const useJustCome = (): boolean => {
  const [hasJustCome, setJustCome] = useState(true)
  useEffect(() => {
    const waiting = setTimeout(() => setJustCome(false), MARKET.staleMs)
    return () => clearTimeout(waiting)
  }, [])
  return hasJustCome
}
