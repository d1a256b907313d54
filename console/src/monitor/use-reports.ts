import { SURFACES } from '@plimsoll/client'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { useSignedIn } from '../session/signed-in.ts'
import type { Report, Surface } from './surfaces.ts'

type Reports = Readonly<Partial<Record<Surface, Report>>>

/** Returns the newest report of every surface that has one. */
export const useReports = (): Reports => {
  const { live } = useSignedIn()
  const known = useRef<Reports>({})
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = SURFACES.map(({ name }) => live.onChannel(`monitor.${name}`, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [live],
  )
  return useSyncExternalStore(subscribe, () => {
    const newest = SURFACES.map(({ name }) => [name, live.newest(`monitor.${name}`)?.data] as const)
    if (newest.some(([name, report]) => known.current[name] !== report)) known.current = Object.fromEntries(newest)
    return known.current
  })
}
