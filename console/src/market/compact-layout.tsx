import { type ReactNode, useDeferredValue, useState } from 'react'
import { formatToStep } from '../figures/numbers.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { useFillTicket } from '../ticket/ticket-draft.tsx'
import type { Side } from '../ticket/ticket-values.ts'
import { type TabChoice, Tabs } from '../ui/tabs.tsx'
import type { Panels } from './wide-layout.tsx'

/**
 * Layout of the market screen for phones and tablets: one panel at a time, the account below it, and fixed buttons
 * that open the order ticket. The account is below the fold, and rendered once the panel is there.
 */
export const CompactLayout = ({ symbol, dock, ...panels }: Panels & { readonly symbol: string }) => {
  const [view, setView] = useState<View>('chart')
  const views = VIEWS.filter(({ name }) => panels[name] !== null)
  const isTicket = view === 'ticket'
  const laterDock = useDeferredValue<ReactNode>(dock, null)
  const fill = useFillTicket()
  const openTicket = (side: Side): void => {
    fill?.({ side })
    setView('ticket')
  }
  return (
    <>
      <div className={isTicket ? '' : 'h-[calc(100dvh-16.5rem)] min-h-96 max-sm:h-[calc(100dvh-18.5rem)]'}>
        <Tabs label={t('Market')} tabs={views} selected={view} onSelect={setView}>
          {panels[view]}
        </Tabs>
      </div>
      <div className="min-h-64 border-t-4 border-ground pb-16">{laterDock}</div>
      {panels.ticket !== null && !isTicket && <Sides symbol={symbol} onChoose={openTicket} />}
    </>
  )
}

type View = 'chart' | 'book' | 'trades' | 'ticket'

const VIEWS: readonly TabChoice<View>[] = [
  { name: 'chart', title: t('Chart') },
  { name: 'book', title: t('Book') },
  { name: 'trades', title: t('Trades') },
  { name: 'ticket', title: t('Ticket') },
]

interface Choosing {
  readonly symbol: string
  readonly onChoose: (side: Side) => void
}

/** Buy and sell buttons with the best price of each side, above the navigation. */
const Sides = ({ symbol, onChoose }: Choosing) => {
  const ticker = useChannel(`market.ticker:${symbol}`)?.data
  const price = (text: string | null | undefined): string => formatToStep(text, ticker?.tickSize ?? '1')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields
    <div
      role="group"
      aria-label={t('Open the ticket')}
      data-sides
      className="fixed inset-x-1 bottom-13 z-10 grid grid-cols-2 gap-2 border-t border-line bg-raised p-2 sm:bottom-1 sm:left-18"
    >
      <button type="button" className="side-button bg-buy" onClick={() => onChoose('BUY')}>
        {rich('Buy {span}', { span: <span className="font-normal">{price(ticker?.bestAskPrice)}</span> })}
      </button>
      <button type="button" className="side-button bg-sell" onClick={() => onChoose('SELL')}>
        {rich('Sell {span}', { span: <span className="font-normal">{price(ticker?.bestBidPrice)}</span> })}
      </button>
    </div>
  )
}
