import { useState } from 'react'
import { FILLS } from '../live/feeds.ts'
import { useFeed } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { CSV_ROWS, CsvButton } from './csv-button.tsx'
import { EXECUTION_COLUMNS } from './execution-columns.tsx'
import { JoinedCard } from './joined-card.tsx'
import { SymbolChoice } from './symbol-choice.tsx'

/** Card with fills and funding payments, streamed and with older pages on request. */
export const Executions = () => {
  const { client } = useSignedIn()
  const [symbol, setSymbol] = useState('')
  const liveFills = useFeed(FILLS)?.filter((fill) => symbol === '' || fill.symbol === symbol) ?? []
  const query = symbol === '' ? {} : { symbol }
  const pages = usePages(['executions', symbol], async (begin, signal) => {
    const params = { query: { ...query, ...begin } }
    return (await client.rest.GET('/api/v381/account/trades', { params, signal })).data
  })
  return (
    <JoinedCard
      title={t('Executions and funding')}
      pages={pages}
      liveRows={liveFills}
      identity={FILLS}
      changedAt={({ executedAt }) => executedAt}
      columns={EXECUTION_COLUMNS}
      empty={t('No executions yet.')}
    >
      <SymbolChoice value={symbol} onChoose={setSymbol} />
      <CsvButton
        name="executions"
        read={() =>
          client.rest.GET('/api/v381/account/trades', {
            params: { query: { ...query, limit: CSV_ROWS } },
            headers: { accept: 'text/csv' },
            parseAs: 'stream',
          })
        }
      />
    </JoinedCard>
  )
}
