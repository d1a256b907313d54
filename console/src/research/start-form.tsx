import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { nameStrategy } from '../figures/strategy-names.ts'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Choice } from '../ui/choice.tsx'
import { useNotify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { CheckField, InputField } from './input-field.tsx'
import { hasKind, JOB_KINDS, JOB_TIMEFRAMES, listCandles } from './job-defaults.ts'
import { createDraft, findDraftFault, type JobDraft, toOrder, withRange, withStrategy } from './job-draft.ts'
import { SearchFields } from './search-fields.tsx'
import type { ResearchData } from './types.ts'

/** Form of a backtest, search or walk-forward, filled from the stored history. */
export const StartForm = ({ data }: { readonly data: ResearchData }) => {
  const { client } = useSignedIn()
  const notify = useNotify()
  const [params] = useSearchParams()
  const [draft, setDraft] = useState(() => createDraft(data, params.get('strategy')))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const fault = findDraftFault(draft)
  const start = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const job = (await client.rest.POST('/api/v381/research/jobs', { body: toOrder(draft) })).data
      notify(
        t('{kind} is {state}: {title}.', {
          kind: JOB_KINDS[job.kind],
          state: job.state.toLowerCase(),
          title: job.title,
        }),
      )
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void start()
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <MarketFields data={data} draft={draft} onDraft={setDraft} />
      <StrategyParams data={data} draft={draft} onDraft={setDraft} />
      {draft.kind !== 'backtest' && <SearchFields draft={draft} onDraft={setDraft} />}
      {!draft.funding && (
        <p className="text-sm text-warn">
          {t('! Without funding, results of positions held for a long time look better than they are.')}
        </p>
      )}
      {error !== null && <Problem title={t('The job was not started')} error={error} />}
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="act-button" disabled={isBusy || fault !== undefined}>
          {isBusy ? t('Sending…') : t('Start {kind}', { kind: JOB_KINDS[draft.kind].toLowerCase() })}
        </button>
        <p className="text-sm text-muted">
          {fault ?? t('Runs in a separate process with the lowest priority; trading is not affected.')}
        </p>
      </div>
    </form>
  )
}

interface Filling {
  readonly data: ResearchData
  readonly draft: JobDraft
  readonly onDraft: (draft: JobDraft) => void
}

const MarketFields = ({ data, draft, onDraft }: Filling) => {
  const candles = listCandles(data.items)
  const exchanges = Object.fromEntries([...candles.keys()].map((name) => [name, name]))
  const strategies = Object.fromEntries(
    data.strategies.map(({ strategyId, name }) => [strategyId, `${strategyId} ${nameStrategy(strategyId, name)}`]),
  )
  const chooseStrategy = (id: string): void =>
    onDraft(
      withStrategy(
        draft,
        data.strategies.find(({ strategyId }) => strategyId === id),
      ),
    )
  const chooseExchange = (exchange: string): void => {
    const symbols = (candles.get(exchange) ?? []).slice(0, 1).map(({ symbol }) => symbol)
    onDraft(withRange({ ...draft, exchange, symbols }, data))
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Choice
        label={t('Kind')}
        value={draft.kind}
        choices={JOB_KINDS}
        onChoose={(kind) => onDraft({ ...draft, kind })}
      />
      <Choice label={t('Strategy')} value={draft.strategyId} choices={strategies} onChoose={chooseStrategy} />
      <Choice label={t('Exchange')} value={draft.exchange} choices={exchanges} onChoose={chooseExchange} />
      <Choice
        label={t('Bars')}
        value={draft.timeframe}
        choices={JOB_TIMEFRAMES}
        onChoose={(timeframe) => onDraft(withRange({ ...draft, timeframe }, data))}
      />
      <InputField
        label={t('From')}
        placeholder={DAY}
        value={draft.from}
        onFill={(from) => onDraft({ ...draft, from })}
      />
      <InputField
        label={t('To, exclusive')}
        placeholder={DAY}
        value={draft.to}
        onFill={(to) => onDraft({ ...draft, to })}
      />
      <InputField
        label={t('Balance, USDT')}
        inputMode="decimal"
        value={draft.balance}
        onFill={(balance) => onDraft({ ...draft, balance })}
      />
      <DataFields data={data} draft={draft} onDraft={onDraft} />
      <fieldset className="flex flex-wrap gap-x-4">
        <legend className="text-sm text-muted">{t('Symbols')}</legend>
        {(candles.get(draft.exchange) ?? []).map(({ symbol }) => (
          <CheckField
            key={symbol}
            label={symbol}
            isChecked={draft.symbols.includes(symbol)}
            onCheck={(isChecked) => {
              const others = draft.symbols.filter((other) => other !== symbol)
              onDraft(withRange({ ...draft, symbols: isChecked ? [...others, symbol] : others }, data))
            }}
          />
        ))}
      </fieldset>
    </div>
  )
}

/** Format of a day. */
const DAY = 'YYYY-MM-DD'

/** Data that a run uses beside its candles. */
const DataFields = ({ data, draft, onDraft }: Filling) => (
  <>
    <CheckField label={t('Funding')} isChecked={draft.funding} onCheck={(funding) => onDraft({ ...draft, funding })} />
    {hasKind(data.items, 'trades', draft) && (
      <CheckField
        label={t('Resolve by trades')}
        isChecked={draft.resolves}
        onCheck={(resolves) => onDraft({ ...draft, resolves })}
      />
    )}
  </>
)

const StrategyParams = ({ data, draft, onDraft }: Filling) => {
  const { params = {} } = data.strategies.find(({ strategyId }) => strategyId === draft.strategyId) ?? {}
  if (Object.keys(params).length === 0) return null
  return (
    <details>
      <summary className="text-sm text-accent underline">{t('Strategy parameters')}</summary>
      <div className="mt-2 flex flex-wrap gap-3">
        {Object.entries(params).map(([name, value]) => (
          <InputField
            key={name}
            label={name}
            inputMode="decimal"
            value={draft.params[name] ?? String(value)}
            onFill={(text) => onDraft({ ...draft, params: { ...draft.params, [name]: text } })}
          />
        ))}
      </div>
    </details>
  )
}
