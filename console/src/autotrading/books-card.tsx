import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { formatReading } from '../figures/numbers.ts'
import { REPORT } from '../live/freshness.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import type { Stated } from './state-card.tsx'

/** Card with the trading scopes, the quarantined strategies, and the activity of the last 24 hours. */
export const BooksCard = ({ status }: Stated) => (
  <Card title={t('Trading scope and last 24 hours')} age={status && <Age at={status.asOf} allowed={REPORT} />}>
    <div className="grid grid-cols-1 gap-4">
      <Figures
        of={{
          [t('Signals')]: formatReading(status?.counters24h.signals),
          [t('Candidates')]: formatReading(status?.counters24h.candidates),
          [t('Risk checks')]: formatReading(status?.counters24h.decisions),
          [t('Orders sent (all sources)')]: formatReading(status?.counters24h.orders),
          [t('Fills (all sources)')]: formatReading(status?.counters24h.fills),
        }}
      />
      {status?.books.map((book) => (
        <Book key={book.bookId} book={book} />
      ))}
      {status?.books.length === 0 && <p>{t('No trading scope configured: autotrading places no orders.')}</p>}
      {status && <Quarantines of={status.quarantines} />}
    </div>
  </Card>
)

type Status = components['schemas']['AutotradingStatus']

const MODES: Readonly<Record<Status['books'][number]['mode'], string>> = {
  OFF: t('OFF: signals are tracked, not traded'),
  PAPER: 'PAPER',
  LIVE: 'LIVE',
}

const Book = ({
  book: { bookId, mode, symbols, timeframes, strategies, explores, manualSymbols },
}: {
  readonly book: Status['books'][number]
}) => (
  <div>
    <h3 className="font-semibold">
      {rich('Scope {code}, {mode}', { code: <code>{bookId}</code>, mode: MODES[mode] })}
    </h3>
    <p>{symbols.join(', ')}</p>
    {manualSymbols.length > 0 && (
      <p>{t('Manual symbols: {manualSymbols}', { manualSymbols: manualSymbols.join(', ') })}</p>
    )}
    {explores && (
      <p className="text-warn">
        {t('Exploring: entries without an expected edge are traded as well, labelled exploratory.')}
      </p>
    )}
    <p className="text-sm text-muted">
      {timeframes.join(', ')} · {strategies.join(', ')}
    </p>
  </div>
)

const Quarantines = ({ of }: { readonly of: Status['quarantines'] }) => {
  if (of.length === 0) return <p className="text-muted">{t('No strategies in quarantine.')}</p>
  return (
    <div>
      <h3 className="font-semibold">{t('In quarantine')}</h3>
      <ul className="grid gap-1">
        {of.map(({ strategyId, reason, since }) => (
          <li key={strategyId}>
            {rich('{strong} {reason} {age}. Re-arm on the host: {code}', {
              strong: <strong className="text-warn">{strategyId}</strong>,
              reason,
              age: <Age at={since} />,
              code: <code>plimsoll strategies rearm {strategyId}</code>,
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
