import type { components } from '@plimsoll/client'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Ticket } from '../ticket/ticket.tsx'
import { BookCard } from './book-card.tsx'
import { ChartCard } from './chart-card.tsx'
import type { Interval } from './place.ts'
import { QuoteCard } from './quote-card.tsx'
import { TradesCard } from './trades-card.tsx'

type Instrument = components['schemas']['Instrument']

interface InstrumentViewProps {
  readonly instrument: Instrument
  readonly interval: Interval
}

/** Instrument view: the chart beside its order book and order ticket. */
export const InstrumentView = ({ instrument, interval }: InstrumentViewProps) => {
  const { user } = useSignedIn()
  const { symbol } = instrument
  const mayTrade = isVisible('Ticket', user.roles)
  return (
    <>
      <QuoteCard instrument={instrument} />
      <div
        className={`grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:grid-rows-[auto_1fr] ${mayTrade ? 'xl:grid-cols-[minmax(0,1fr)_17rem_19rem]' : ''}`}
      >
        <ChartCard key={interval} instrument={instrument} interval={interval} />
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <BookCard instrument={instrument} />
        </div>
        {mayTrade && (
          <div className="min-w-0 lg:max-xl:col-start-2 xl:col-start-3 xl:row-span-2 xl:row-start-1">
            <Ticket symbol={symbol} />
          </div>
        )}
        <div className="min-w-0 lg:col-start-1 lg:row-start-2">
          <TradesCard instrument={instrument} />
        </div>
      </div>
    </>
  )
}
