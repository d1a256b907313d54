import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { type Pages, usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { useNotify } from '../ui/notices.tsx'
import { type LogRecord, printLogRecords, readLogFilters } from './filters.ts'
import { LogFilterForm } from './log-filters.tsx'
import { LogLine } from './log-line.tsx'

/** Logs screen: the newest records of the server log, with level, search and copy; it follows the log. */
export const Logs = () => {
  const { client } = useSignedIn()
  const [address] = useSearchParams()
  const filters = readLogFilters(address)
  const pages = usePages(['logs', filters], async (begin, signal) => {
    const query = { ...filters, limit: PAGE, ...begin }
    return (await client.rest.GET('/api/logs', { params: { query }, signal })).data
  })
  const { items, error } = pages
  const [follows, setFollows] = useFollowing(pages)
  const more = (): void => {
    setFollows(false)
    pages.more()
  }
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Logs')}</h1>
      <p className="mb-4 max-w-prose">
        {rich(
          'The newest 2,000 records of this server process. Earlier records were written to its standard error; on the host, run {code}.',
          { code: <code>plimsoll logs</code> },
        )}
      </p>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <LogFilterForm />
        <label className="flex min-h-8 items-center gap-2">
          <input type="checkbox" checked={follows} onChange={({ target: { checked } }) => setFollows(checked)} />
          {t('Follow')}
        </label>
        <CopyButton records={items ?? []} />
      </div>
      {items === undefined && !error && <p className="min-h-dvh text-muted">{t('Loading…')}</p>}
      {items?.length === 0 && <p className="text-muted">{t('No matching records.')}</p>}
      {items && items.length > 0 && (
        <ol
          aria-label={t('Records, newest first')}
          className="divide-y divide-line rounded-lg border border-line bg-raised font-mono text-xs"
        >
          {items.map((record) => (
            <li key={record.seq}>
              <LogLine record={record} />
            </li>
          ))}
        </ol>
      )}
      {(items || error) && <LoadMore of={{ ...pages, more }} />}
    </>
  )
}

const PAGE = 200
const FOLLOW_EVERY_MS = 5_000

/** Reloads the list at intervals while it follows the log and the page is visible. */
const useFollowing = ({ again }: Pick<Pages<unknown>, 'again'>) => {
  const [follows, setFollows] = useState(true)
  const reload = useEffectEvent(() => {
    if (!document.hidden) again()
  })
  useEffect(() => {
    if (!follows) return
    const following = setInterval(reload, FOLLOW_EVERY_MS)
    return () => clearInterval(following)
  }, [follows])
  return [follows, setFollows] as const
}

const CopyButton = ({ records }: { readonly records: readonly LogRecord[] }) => {
  const notify = useNotify()
  const copy = (): void => {
    const copying =
      navigator.clipboard?.writeText(printLogRecords(records)) ?? Promise.reject(new Error('no clipboard'))
    copying.then(
      () => notify(t('{length} records copied.', { length: records.length })),
      () => notify(t('The browser did not allow copying.')),
    )
  }
  return (
    <button type="button" className="quiet-button" disabled={records.length === 0} onClick={copy}>
      {t('Copy')}
    </button>
  )
}
