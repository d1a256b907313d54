import type { components } from '@plimsoll/client'
import { useLocation } from 'wouter'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Ticket } from '../ticket/ticket.tsx'
import { TicketDraft } from '../ticket/ticket-draft.tsx'
import { useMedia } from '../ui/use-media.ts'
import { BookPanel } from './book-panel.tsx'
import { ChartGrid } from './chart-grid.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { CompactLayout } from './compact-layout.tsx'
import { Dock } from './dock.tsx'
import { type Interval, marketPath, type Place, rememberPlace } from './place.ts'
import { TradesPanel } from './trades-panel.tsx'
import { WideLayout } from './wide-layout.tsx'

/** Market screen of one instrument: chart, order book, trades, ticket and account, side by side or in tabs. */
export const InstrumentView = ({ instrument, place }: InstrumentViewProps) => {
  const { user } = useSignedIn()
  const isDesk = useMedia(DESK)
  const [, go] = useLocation()
  const chooseInterval = (interval: Interval): void => {
    rememberPlace({ ...place, interval })
    go(marketPath({ ...place, interval }))
  }
  const panels = {
    chart: (
      <ChartGrid
        main={<ChartPanel key={place.interval} instrument={instrument} place={place} onInterval={chooseInterval} />}
        hasRoom={isDesk}
        instrument={instrument}
        place={place}
      />
    ),
    book: <BookPanel instrument={instrument} place={place} />,
    trades: <TradesPanel instrument={instrument} />,
    ticket: isVisible('Ticket', user.roles) ? <Ticket symbol={instrument.symbol} /> : null,
    dock: <Dock />,
  }
  return (
    <TicketDraft canTrade={panels.ticket !== null}>
      {isDesk ? <WideLayout {...panels} /> : <CompactLayout symbol={instrument.symbol} {...panels} />}
    </TicketDraft>
  )
}

export interface InstrumentViewProps {
  readonly instrument: components['schemas']['Instrument']
  readonly place: Place
}

/** Width from which all panels are side by side. */
const DESK = '(min-width: 68rem)'
