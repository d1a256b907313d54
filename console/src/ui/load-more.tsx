import { t } from '../messages/messages.ts'
import type { Pages } from '../rest/queries.ts'
import { Problem } from './problem.tsx'

/** Footer of a paged list: buttons that load older items, or all of them again, and the error of the last request. */
export const LoadMore = ({ of: { error, hasMore, isReading, more, again } }: { readonly of: Pages<unknown> }) => (
  <div className="mt-3 grid gap-3">
    {error && <Problem title={t('Loading failed')} error={error} />}
    <div className="flex gap-2">
      {hasMore && (
        <button type="button" className="quiet-button" disabled={isReading} onClick={more}>
          {isReading ? t('Loading…') : t('Load older')}
        </button>
      )}
      <button type="button" className="quiet-button" disabled={isReading} onClick={again}>
        {error ? t('Retry') : t('Refresh')}
      </button>
    </div>
  </div>
)
