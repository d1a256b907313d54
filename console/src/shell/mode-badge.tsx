import { EXECUTIONS } from '../figures/executions.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'

/** Badge in the top bar with the execution mode, such as PAPER or LIVE. */
export const ModeBadge = () => {
  const status = useChannel('autotrading.status')
  if (!status) return <span className="w-14 text-muted">…</span>
  const { execution, name } = status.data.exchange
  const { stake, ground } = EXECUTIONS[execution]
  return (
    <>
      <strong
        title={`${name}: ${stake}`}
        className={`rounded px-2 py-1 text-sm tracking-wide text-white max-sm:px-1.5 max-sm:text-xs ${ground}`}
      >
        {execution}
      </strong>
      {status.data.books.some(({ explores }) => explores) && (
        <strong title={t('Entries without an expected edge are traded as well (--explore)')} className="text-warn">
          {t('EXPLORING')}
        </strong>
      )}
    </>
  )
}
