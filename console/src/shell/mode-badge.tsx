import { EXECUTIONS } from '../figures/executions.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'

/** Badge in the top bar with the execution mode, such as PAPER or LIVE; on a phone also with the account of this tab. */
export const ModeBadge = () => {
  const { account } = useSignedIn()
  const status = useChannel('autotrading.status')
  if (!status) return <span className="w-14 text-muted">…</span>
  const { execution, name } = status.data.exchange
  const { stake, ground } = EXECUTIONS[execution]
  return (
    <>
      <strong
        title={`${name}: ${stake}`}
        className={`rounded px-2 py-1 text-sm tracking-wide text-white max-sm:text-xs ${account === undefined ? 'max-sm:px-1.5' : 'max-sm:px-1 max-sm:tracking-tight'} ${ground}`}
      >
        {execution}
        {account !== undefined && (
          <span className="block max-w-20 truncate text-2xs font-normal tracking-normal sm:hidden">{account}</span>
        )}
      </strong>
      {status.data.books.some(({ explores }) => explores) && (
        <strong title={t('Entries without an expected edge are traded as well (--explore)')} className="text-warn">
          {t('EXPLORING')}
        </strong>
      )}
    </>
  )
}
