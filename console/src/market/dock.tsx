import { hasEnded } from '@plimsoll/client'
import { type ReactNode, useState } from 'react'
import { useOpenPositions, useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { CancelAll } from '../positions/cancel-all.tsx'
import { CloseAll } from '../positions/close-all.tsx'
import { DockedPositions } from '../positions/docked-positions.tsx'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { BareCards } from '../ui/card.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Tabs } from '../ui/tabs.tsx'

/** Account panel below the chart: positions, open orders, order history and executions, in tabs. */
export const Dock = () => {
  const [view, setView] = useState<View>('positions')
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
        <div className="dense flex items-center px-2 max-sm:hidden">
          {view === 'positions' && isVisible('ClosePosition', user.roles) && <CloseAll positions={positions} />}
          {view === 'orders' && <CancelAll orders={orders} />}
        </div>
      }
    >
      {VIEWS[view]}
    </Tabs>
  )
}

type View = 'positions' | 'orders' | 'history' | 'trades'

const DockedOrders = lazyComponent(async () => (await import('../positions/docked-orders.tsx')).DockedOrders)
const OrderHistory = lazyComponent(async () => (await import('../positions/order-history.tsx')).OrderHistory)
const Executions = lazyComponent(async () => (await import('../positions/executions.tsx')).Executions)

const VIEWS: Readonly<Record<View, ReactNode>> = {
  positions: <DockedPositions />,
  orders: <DockedOrders />,
  history: (
    <BareCards>
      <OrderHistory />
    </BareCards>
  ),
  trades: (
    <BareCards>
      <Executions />
    </BareCards>
  ),
}
