import { SURFACES } from '@plimsoll/client'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { BeforeLiveCard } from './before-live-card.tsx'
import { GROUPS, type Group, groupSurfaces } from './groups.ts'
import { SurfaceReport } from './surface-report.tsx'
import type { Report, Surface } from './surfaces.ts'

/** Health screen: the reports of the monitor grouped by urgency, and the requirements of live trading. */
export const Monitor = () => {
  const reports = useReports()
  const areKnown = SURFACES.every(({ name }) => reports[name] !== undefined)
  useEffect(() => {
    if (areKnown) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [areKnown])
  const isOverdue = useTimeout(WAIT_MS)
  const groups = groupSurfaces(reports)
  if (!areKnown && !isOverdue) {
    return (
      <>
        <h1 className="mb-3 text-xl font-semibold">{t('Health')}</h1>
        <p className="text-muted">{t('Loading…')}</p>
      </>
    )
  }
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Health')}</h1>
      <div className="grid grid-cols-1 gap-6">
        {ORDER.map((group) => (
          <ReportGroup key={group} group={group} surfaces={groups[group]} reports={reports} />
        ))}
      </div>
    </>
  )
}

/** Time after which the reports that are known are listed without the others; before, each would move the list. */
const WAIT_MS = 3_000

/** Returns whether this time has passed since the component mounted. */
const useTimeout = (ms: number): boolean => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}

const ORDER: readonly Group[] = ['needsYou', 'warmingUp', 'fine', 'live']

interface Grouping {
  readonly group: Group
  readonly surfaces: readonly (typeof SURFACES)[number][]
  readonly reports: Reports
}

/** Section with the reports of a group; that of live trading ends with its requirements. */
const ReportGroup = ({ group, surfaces, reports }: Grouping) => (
  <section aria-labelledby={`health-${group}`} className="min-w-0">
    <h2 id={`health-${group}`} className="mb-2 flex items-baseline gap-2 font-semibold">
      {GROUPS[group].title} <span className="font-normal text-muted">{surfaces.length}</span>
    </h2>
    {surfaces.length === 0 && <p className="text-muted">{GROUPS[group].empty}</p>}
    <ul className="grid grid-cols-1 items-start gap-2 min-[120rem]:grid-cols-2">
      {surfaces.map(({ name, label }) => (
        <li key={name}>
          <SurfaceReport surface={name} label={label} report={reports[name]} />
        </li>
      ))}
    </ul>
    {group === 'live' && (
      <div className="mt-2">
        <BeforeLiveCard />
      </div>
    )}
  </section>
)

type Reports = Readonly<Partial<Record<Surface, Report>>>

/** Returns the newest report of every surface that has one. */
const useReports = (): Reports => {
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
