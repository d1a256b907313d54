import { hasEnded } from '@plimsoll/client'
import { useState } from 'react'
import { useOpenPositions, useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { CancelAll } from '../positions/cancel-all.tsx'
import { CloseAll } from '../positions/close-all.tsx'
import { DockedPositions } from '../positions/docked-positions.tsx'
import type { OrderFilter } from '../positions/order-filter.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Tabs } from '../ui/tabs.tsx'

/** Account panel below the chart: positions, open orders, order history and executions, in tabs. */
export const Dock = () => {
  const [view, setView] = useState<View>('positions')
  const [filter, setFilter] = useState<OrderFilter>()
  const [symbol, setSymbol] = useState('')
  const { user } = useSignedIn()
  const positions = useOpenPositions()
  const orders = useOrders()?.filter((order) => !hasEnded(order))
  return (
    <Tabs
      label={t('Account')}
      tabs={[
        { name: 'positions', title: t('Positions'), count: positions?.length ?? null },
        { name: 'orders', title: t('Open orders'), count: orders?.length ?? null },
        { name: 'history', title: t('Order history') },
        { name: 'trades', title: t('Trades') },
      ]}
      selected={view}
      onSelect={setView}
      aside={
        <div className="dense flex flex-wrap items-center gap-1.5 px-2 empty:hidden max-sm:py-1.5">
          {view === 'positions' && isVisible('ClosePosition', user.roles) && <CloseAll positions={positions} />}
          {view === 'orders' && <CancelAll orders={orders} />}
          {view === 'history' && <OrderFilters filter={filter} onFilter={setFilter} />}
          {view === 'trades' && <ExecutionFilters symbol={symbol} onSymbol={setSymbol} />}
        </div>
      }
    >
      {view === 'positions' && <DockedPositions />}
      {view === 'orders' && <DockedOrders />}
      {view === 'history' && <DockedHistory filter={filter} />}
      {view === 'trades' && <DockedExecutions symbol={symbol} />}
    </Tabs>
  )
}

type View = 'positions' | 'orders' | 'history' | 'trades'

const DockedOrders = lazyComponent(async () => (await import('../positions/docked-orders.tsx')).DockedOrders)
const DockedHistory = lazyComponent(async () => (await import('../positions/order-history.tsx')).DockedHistory)
const DockedExecutions = lazyComponent(async () => (await import('../positions/executions.tsx')).DockedExecutions)
const OrderFilters = lazyComponent(async () => (await import('../positions/order-history.tsx')).OrderFilters, {
  fallback: null,
})
const ExecutionFilters = lazyComponent(async () => (await import('../positions/executions.tsx')).ExecutionFilters, {
  fallback: null,
})
