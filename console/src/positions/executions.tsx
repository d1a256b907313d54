import { useState } from 'react'
import { FILLS } from '../live/feeds.ts'
import { useFeed } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { CSV_ROWS, CsvButton } from './csv-button.tsx'
import { EXECUTION_COLUMNS, type Execution } from './execution-columns.tsx'
import { JoinedCard, type JoinedList, JoinedTable } from './joined-card.tsx'
import { SymbolChoice } from './symbol-choice.tsx'

/** Card with fills and funding payments, filtered by symbol. */
export const Executions = () => {
  const [symbol, setSymbol] = useState('')
  return (
    <JoinedCard {...useExecutions(symbol)}>
      <ExecutionFilters symbol={symbol} onSymbol={setSymbol} />
    </JoinedCard>
  )
}

/** Table of fills and funding payments for the dock of the market screen. */
export const DockedExecutions = ({ symbol }: { readonly symbol: string }) => (
  <JoinedTable {...useExecutions(symbol)} look="fills" />
)

/** Fills and funding payments of a symbol, or all; streamed and with older pages on request. */
const useExecutions = (symbol: string): JoinedList<Execution> => {
  const { client } = useSignedIn()
  const liveRows = useFeed(FILLS)?.filter((fill) => symbol === '' || fill.symbol === symbol) ?? []
  const pages = usePages(['executions', symbol], async (begin, signal) => {
    const params = { query: { ...toQuery(symbol), ...begin } }
    return (await client.rest.GET('/api/v381/account/trades', { params, signal })).data
  })
  return {
    title: t('Executions and funding'),
    pages,
    liveRows,
    identity: FILLS,
    changedAt: ({ executedAt }) => executedAt,
    columns: EXECUTION_COLUMNS,
    empty: t('No executions yet.'),
  }
}

interface Filtering {
  /** Empty for every symbol. */
  readonly symbol: string
  readonly onSymbol: (symbol: string) => void
}

/** Filter of fills and funding payments, and the button that exports them. */
export const ExecutionFilters = ({ symbol, onSymbol }: Filtering) => {
  const { client } = useSignedIn()
  const read = () =>
    client.rest.GET('/api/v381/account/trades', {
      params: { query: { ...toQuery(symbol), limit: CSV_ROWS } },
      headers: { accept: 'text/csv' },
      parseAs: 'stream',
    })
  return (
    <>
      <SymbolChoice value={symbol} onChoose={onSymbol} />
      <CsvButton name="executions" read={read} />
    </>
  )
}

const toQuery = (symbol: string) => (symbol === '' ? {} : { symbol })
