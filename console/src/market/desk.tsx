import type { ReactNode } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { ARRANGEMENTS } from '../preferences/remembered.ts'

export interface Panels {
  readonly chart: ReactNode
  readonly book: ReactNode
  readonly trades: ReactNode
  /** Null for users who may not trade. */
  readonly ticket: ReactNode
  readonly dock: ReactNode
}

const useLayout = (id: string, panelIds: string[]) => {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id,
    panelIds,
    storage: ARRANGEMENTS,
    onlySaveAfterUserInteractions: true,
  })
  return { onLayoutChanged, disableCursor: true, ...(defaultLayout && { defaultLayout }) }
}

/** Desk: the account docked below the chart, order book and trades at its right, then the ticket. Sizes are remembered. */
export const Desk = ({ chart, book, trades, ticket, dock }: Panels) => {
  const columns = useLayout('columns', ['main', 'depth', ...(ticket ? ['ticket'] : [])])
  const main = useLayout('main', ['chart', 'dock'])
  const depth = useLayout('depth', ['book', 'trades'])
  return (
    <div data-desk className="min-h-[36rem] grow basis-0">
      <Group orientation="horizontal" {...columns}>
        <Panel id="main" minSize="40%">
          <Group orientation="vertical" {...main}>
            <Panel id="chart" minSize={240}>
              {chart}
            </Panel>
            <Across label="Resize the chart and the account" />
            <Panel id="dock" defaultSize={206} minSize={72} groupResizeBehavior="preserve-pixel-size">
              {dock}
            </Panel>
          </Group>
        </Panel>
        <Down label="Resize the order book" />
        <Panel id="depth" defaultSize={252} minSize={208} maxSize={480} groupResizeBehavior="preserve-pixel-size">
          <Group orientation="vertical" {...depth}>
            <Panel id="book" defaultSize="66%" minSize={220}>
              {book}
            </Panel>
            <Across label="Resize the order book and the trades" />
            <Panel id="trades" minSize={96}>
              {trades}
            </Panel>
          </Group>
        </Panel>
        {ticket && (
          <>
            <Down label="Resize the ticket" />
            <Panel id="ticket" defaultSize={296} minSize={264} maxSize={480} groupResizeBehavior="preserve-pixel-size">
              {ticket}
            </Panel>
          </>
        )}
      </Group>
    </div>
  )
}

const LINE =
  'shrink-0 bg-line -outline-offset-1 data-[separator=hover]:bg-accent data-[separator=active]:bg-accent focus-visible:bg-accent'

const Down = ({ label }: { readonly label: string }) => (
  <Separator aria-label={label} className={`${LINE} w-0.75 cursor-col-resize`} />
)

const Across = ({ label }: { readonly label: string }) => (
  <Separator aria-label={label} className={`${LINE} h-0.75 cursor-row-resize`} />
)
