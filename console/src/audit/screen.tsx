import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useServerNow } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { CSV_ROWS, CsvButton } from '../positions/csv-button.tsx'
import { usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { Entry } from './entry.tsx'
import { readFilters, toQuery } from './filters.ts'
import { readOrderResults } from './order-results.ts'

/** Audit screen: who did what to which object, newest first, with filters and CSV export. */
export const Audit = () => {
  const { client, live, queries } = useSignedIn()
  const [address] = useSearchParams()
  const isTimeKnown = useServerNow((now) => now !== undefined)
  // A cursor continues one query, so its times must not change between pages.
  const filter = useMemo(
    () => toQuery(readFilters(address), isTimeKnown ? live.clock.now() : undefined),
    [address, isTimeKnown, live],
  )
  const pages = usePages(['audit', filter], async (begin, signal) => {
    const query = { ...filter, limit: PAGE, ...begin }
    const page = (await client.rest.GET('/api/audit', { params: { query }, signal })).data
    readOrderResults({ client, queries }, page.items, signal).catch(() => undefined)
    return page
  })
  const { items, hasMore, error } = pages
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Audit')}</h1>
      <p className="mb-4 max-w-prose">
        {rich(
          'Each entry includes the hash of the previous one, so any changed or missing entry is detected. To verify the whole log, run {code} on the host.',
          { code: <code>plimsoll audit verify</code> },
        )}
      </p>
      <AuditFilters>
        <CsvButton
          name="audit"
          read={() =>
            client.rest.GET('/api/audit', {
              params: { query: { ...filter, limit: CSV_ROWS } },
              headers: { accept: 'text/csv' },
              parseAs: 'stream',
            })
          }
        />
      </AuditFilters>
      {items === undefined && !error && <p className="min-h-dvh text-muted">{t('Loading…')}</p>}
      {items?.length === 0 && (
        <p className="text-muted">
          {hasMore ? t('No matches so far. Older entries are available.') : t('No matching entries.')}
        </p>
      )}
      <ol
        aria-label={t('Entries, newest first')}
        className="divide-y divide-line rounded-lg border border-line bg-raised empty:hidden"
      >
        {items?.map((entry) => (
          <li key={entry.hash}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      <LoadMore of={pages} />
    </>
  )
}

const PAGE = 50
