import { SURFACES } from '@plimsoll/client'
import { useEffect } from 'react'
import { SurfaceReport } from './surface-report.tsx'

/** All health reports of the platform. */
export const Monitor = () => {
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">Monitor</h1>
      <ul className="grid grid-cols-1 gap-2">
        {SURFACES.map(({ name, label }) => (
          <li key={name}>
            <SurfaceReport surface={name} label={label} />
          </li>
        ))}
      </ul>
    </>
  )
}
