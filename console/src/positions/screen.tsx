import { hasEnded } from '@plimsoll/client'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useAccountKnown, useOpenPositions, useOrders } from '../live/use-live.ts'
import { useRecentlyMounted } from '../live/use-recently-mounted.ts'
import { t } from '../messages/messages.ts'
import { type TabChoice, Tabs } from '../ui/tabs.tsx'
import { useMedia } from '../ui/use-media.ts'
import { ClosedPositions } from './closed-positions.tsx'
import { Executions } from './executions.tsx'
import { OpenPositions } from './open-positions.tsx'
import { OrderDetail } from './order-detail.tsx'
import { OrderHistory } from './order-history.tsx'
import { WorkingOrders } from './working-orders.tsx'

/**
 * Positions screen: positions, orders and their history, with their actions. What is open and what has ended are
 * rendered together, so that a late list does not push down content.
 */
export const Positions = () => {
  const [search] = useSearchParams()
  const orderId = search.get('order')
  const isKnown = useAccountKnown()
  const isRecentlyMounted = useRecentlyMounted()
  const isNarrow = useMedia('(width < 40rem)')
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold max-sm:sr-only">{t('Positions and orders')}</h1>
      <div className="grid grid-cols-1 gap-4">
        {orderId !== null && <OrderDetail key={orderId} orderId={orderId} />}
        {isKnown || !isRecentlyMounted ? (
          isNarrow ? (
            <AllLists />
          ) : (
            <>
              <OpenPositions />
              <WorkingOrders />
              <EndedLists />
            </>
          )
        ) : (
          <p className="text-muted">{t('Loading…')}</p>
        )}
      </div>
    </>
  )
}

/** Every list in a tab, under names that fit on a phone. */
const AllLists = () => {
  const positions = useOpenPositions()
  const orders = useOrders()?.filter((order) => !hasEnded(order))
  return (
    <Lists
      tabs={[
        { name: 'positions', title: t('Positions'), count: positions?.length ?? null },
        { name: 'working', title: t('Orders'), count: orders?.length ?? null },
        { name: 'orders', title: t('History') },
        { name: 'closed', title: t('Closed') },
        { name: 'executions', title: t('Trades') },
      ]}
    />
  )
}

/** The lists of what has ended, in tabs. */
const EndedLists = () => <Lists tabs={ENDED} />

type Name = 'positions' | 'working' | 'orders' | 'closed' | 'executions'

const ENDED: readonly [TabChoice<Name>, ...TabChoice<Name>[]] = [
  { name: 'orders', title: t('Order history') },
  { name: 'closed', title: t('Closed positions') },
  { name: 'executions', title: t('Trades') },
]

const LISTS: Readonly<Record<Name, ReactNode>> = {
  positions: <OpenPositions />,
  working: <WorkingOrders />,
  orders: <OrderHistory />,
  closed: <ClosedPositions />,
  executions: <Executions />,
}

const Lists = ({ tabs }: { readonly tabs: readonly [TabChoice<Name>, ...TabChoice<Name>[]] }) => {
  const [selected, setSelected] = useState<Name>(tabs[0].name)
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <Tabs label={t('Positions and orders')} tabs={tabs} selected={selected} onSelect={setSelected}>
        <div className="[&>section]:rounded-none [&>section]:border-0">{LISTS[selected]}</div>
      </Tabs>
    </div>
  )
}
