import type { ReactNode } from 'react'
import { Group, type Layout, type LayoutChangedMeta, Panel, Separator } from 'react-resizable-panels'
import { t } from '../messages/messages.ts'
import { keepValue, recallValue } from '../preferences/remembered.ts'

/**
 * Desktop layout of the market screen: the account docked below the chart, to the right the order book and trades,
 * then the ticket. The browser stores the panel sizes.
 */
export const WideLayout = ({ chart, book, trades, ticket, dock }: Panels) => {
  return (
    <div data-desk className="min-h-[36rem] grow basis-0">
      <Group orientation="horizontal" {...remembering(ticket ? 'columns' : 'columns-without-ticket')}>
        <Panel id="main" minSize="40%">
          <Group orientation="vertical" {...remembering('main')}>
            <Panel id="chart" minSize={240}>
              {chart}
            </Panel>
            <Across label={t('Resize the chart and the account')} />
            <Panel id="dock" defaultSize={206} minSize={72} groupResizeBehavior="preserve-pixel-size">
              {dock}
            </Panel>
          </Group>
        </Panel>
        <Down label={t('Resize the order book')} />
        <Panel id="depth" defaultSize={252} minSize={208} maxSize={480} groupResizeBehavior="preserve-pixel-size">
          <Group orientation="vertical" {...remembering('depth')}>
            <Panel id="book" defaultSize="66%" minSize={220}>
              {book}
            </Panel>
            <Across label={t('Resize the order book and the trades')} />
            <Panel id="trades" minSize={96}>
              {trades}
            </Panel>
          </Group>
        </Panel>
        {ticket && (
          <>
            <Down label={t('Resize the ticket')} />
            <Panel id="ticket" defaultSize={296} minSize={264} maxSize={480} groupResizeBehavior="preserve-pixel-size">
              {ticket}
            </Panel>
          </>
        )}
      </Group>
    </div>
  )
}

export interface Panels {
  readonly chart: ReactNode
  readonly book: ReactNode
  readonly trades: ReactNode
  /** Null for users who may not trade. */
  readonly ticket: ReactNode
  readonly dock: ReactNode
}

const isLayout = (value: unknown): value is Layout =>
  typeof value === 'object' && value !== null && Object.values(value).every((share) => typeof share === 'number')

/** Properties of a panel group whose sizes the browser stores. */
const remembering = (name: string) => {
  const defaultLayout = recallValue(`layout-${name}`, isLayout)
  const onLayoutChanged = (layout: Layout, { isUserInteraction, requestedLayout }: LayoutChangedMeta): void => {
    if (isUserInteraction) keepValue(`layout-${name}`, requestedLayout ?? layout)
  }
  return { onLayoutChanged, disableCursor: true, ...(defaultLayout && { defaultLayout }) }
}

const LINE =
  'shrink-0 bg-line -outline-offset-1 data-[separator=hover]:bg-accent data-[separator=active]:bg-accent focus-visible:bg-accent'

const Down = ({ label }: { readonly label: string }) => (
  <Separator aria-label={label} className={`${LINE} w-0.75 cursor-col-resize`} />
)

const Across = ({ label }: { readonly label: string }) => (
  <Separator aria-label={label} className={`${LINE} h-0.75 cursor-row-resize`} />
)
