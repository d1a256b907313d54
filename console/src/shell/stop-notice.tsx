import { PlimsollError } from '@plimsoll/client'
import { useEffect, useState } from 'react'
import { Prose } from '../figures/prose.tsx'
import { useIsHeard } from '../live/use-freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { detailOf } from '../rest/detail-of.ts'
import type { Asked } from './asked.ts'
import { stopNewsOf } from './stop-news.ts'

const LATE_MS = 2_500

interface Noticing {
  readonly asked: Asked['stop']
  readonly onForget: () => void
}

/** What becomes of a stop that was asked for, until the engine tells of it. One that has failed stays asked for until somebody lets it be. */
export const StopNotice = ({ asked, onForget }: Noticing) => {
  const status = useChannel('autotrading.status')?.data
  const isHeard = useIsHeard()
  const isLate = useIsLate(asked)
  const isEngaged = isHeard && status?.latch.engaged === true
  const hasFailed = asked?.name === 'failed'
  useEffect(() => {
    if (isEngaged && hasFailed) onForget()
  })
  const news = stopNewsOf({ asked, status, isHeard, isLate })
  if (news === undefined) return null
  return (
    <div role="alert" className="bg-stop px-4 py-2 text-white max-sm:text-sm">
      <p className="font-semibold">
        <Prose>{news}</Prose>
      </p>
      {hasFailed && <Reason error={asked.error} />}
      {hasFailed && isHeard && (
        <button type="button" className="quiet-button mt-1 text-sm" onClick={onForget}>
          Dismiss
        </button>
      )}
    </div>
  )
}

const Reason = ({ error }: { readonly error: unknown }) => (
  <>
    <p className="[overflow-wrap:anywhere]">{detailOf(error)}</p>
    {error instanceof PlimsollError && (
      <p>
        <Prose>{error.remedy}</Prose>
      </p>
    )}
  </>
)

/** Whether what was asked for last should have been answered by now. */
const useIsLate = (asked: Asked['stop']): boolean => {
  const [late, setLate] = useState<Asked['stop']>()
  useEffect(() => {
    const waiting = setTimeout(() => setLate(asked), LATE_MS)
    return () => clearTimeout(waiting)
  }, [asked])
  return asked !== undefined && late === asked
}
