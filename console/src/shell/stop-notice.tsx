import { PlimsollError } from '@plimsoll/client'
import { useEffect, useState } from 'react'
import { Prose } from '../figures/prose.tsx'
import { useIsConnected } from '../live/use-freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { errorDetail } from '../rest/error-detail.ts'
import type { ControlRequests } from './control-requests.ts'
import { describeStop } from './stop-news.ts'

/**
 * Notice of an emergency stop requested in this browser, until the engine reports it. A failed request stays until the
 * user dismisses it.
 */
export const StopNotice = ({ request, onForget }: Noticing) => {
  const status = useChannel('autotrading.status')?.data
  const isConnected = useIsConnected()
  const isLate = useIsLate(request)
  const isEngaged = isConnected && status?.latch.engaged === true
  const hasFailed = request?.name === 'failed'
  useEffect(() => {
    if (isEngaged && hasFailed) onForget()
  })
  const news = describeStop({ request, status, isConnected, isLate })
  if (news === undefined) return null
  return (
    <div role="alert" className="bg-stop px-4 py-2 text-white max-sm:text-sm">
      <p className="font-semibold">
        <Prose>{news}</Prose>
      </p>
      {hasFailed && <Reason error={request.error} />}
      {hasFailed && isConnected && (
        <button type="button" className="quiet-button mt-1 text-sm" onClick={onForget}>
          {t('Dismiss')}
        </button>
      )}
    </div>
  )
}

const LATE_MS = 2_500

interface Noticing {
  readonly request: ControlRequests['stop']
  readonly onForget: () => void
}

const Reason = ({ error }: { readonly error: unknown }) => (
  <>
    <p className="[overflow-wrap:anywhere]">{errorDetail(error)}</p>
    {error instanceof PlimsollError && (
      <p>
        <Prose>{error.remedy}</Prose>
      </p>
    )}
  </>
)

/** Returns whether the answer to the last request is overdue. */
const useIsLate = (request: ControlRequests['stop']): boolean => {
  const [late, setLate] = useState<ControlRequests['stop']>()
  useEffect(() => {
    const waiting = setTimeout(() => setLate(request), LATE_MS)
    return () => clearTimeout(waiting)
  }, [request])
  return request !== undefined && late === request
}
