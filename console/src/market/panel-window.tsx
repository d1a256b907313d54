import { useLocation } from 'wouter'
import { TicketDraft } from '../ticket/ticket-draft.tsx'
import { BookPanel } from './book-panel.tsx'
import { ChartPanel } from './chart-panel.tsx'
import type { InstrumentViewProps } from './instrument-view.tsx'
import { marketPath } from './place.ts'

/** Chart or order book in a window of its own, which has no ticket. */
export const PanelWindow = ({ instrument, place }: InstrumentViewProps) => {
  const [, go] = useLocation()
  return (
    <TicketDraft canTrade={false}>
      <div className="min-h-0 grow basis-0" data-desk>
        {place.view === 'book' ? (
          <BookPanel instrument={instrument} place={place} />
        ) : (
          <ChartPanel
            key={place.interval}
            instrument={instrument}
            place={place}
            isTraded={false}
            onInterval={(interval) => go(marketPath({ ...place, interval }))}
          />
        )}
      </div>
    </TicketDraft>
  )
}
