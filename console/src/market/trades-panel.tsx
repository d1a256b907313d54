import type { components } from '@plimsoll/client'
import { useCallback, useMemo } from 'react'
import { formatTime, type Zone } from '../figures/instants.ts'
import { MarketAge } from '../figures/market-age.tsx'
import { formatToStep } from '../figures/numbers.ts'
import { SIDE_COLOURS } from '../figures/side-colours.ts'
import { useFramed } from '../live/use-framed.ts'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Panel } from '../ui/panel.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { type TradeTape, tapeAfter } from './trade-tape.ts'

/** Panel with the newest market trades of an instrument, streamed. */
export const TradesPanel = ({ instrument }: { readonly instrument: Instrument }) => {
  const [zone] = usePreference('zone')
  const tape = useTradeTape(instrument.symbol)
  const columns = useMemo(() => tapeColumns(instrument, zone), [instrument, zone])
  return (
    <Panel title={t('Recent trades')} age={<MarketAge symbol={instrument.symbol} />}>
      {tape && tape.dropped > 0 && (
        <p className="px-2 py-1 text-xs text-warn">
          {t('{dropped} trades were dropped: the stream could not keep up.', { dropped: tape.dropped })}
        </p>
      )}
      <Table
        label={t('Recent trades')}
        columns={columns}
        rows={tape?.trades}
        rowKey={({ tradeId }) => tradeId}
        empty={t('No trades yet.')}
        look="fills"
        keepsColumns
      />
    </Panel>
  )
}

type Instrument = components['schemas']['Instrument']
type Trade = components['schemas']['PublicTrade']

const tapeColumns = ({ tickSize, lotSize }: Instrument, zone: Zone): readonly [Column<Trade>, ...Column<Trade>[]] => [
  {
    name: t('Time, {zone}', { zone: zone === 'UTC' ? zone : t('local') }),
    align: 'left',
    cell: ({ tradedAtMs }) => <span className="font-normal text-muted">{formatTime(tradedAtMs, zone)}</span>,
  },
  {
    name: t('Price'),
    cell: ({ price, takerSide }) => <span className={SIDE_COLOURS[takerSide]}>{formatToStep(price, tickSize)}</span>,
  },
  { name: t('Size'), cell: ({ qty }) => formatToStep(qty, lotSize) },
  { name: t('Side'), cell: ({ takerSide, block }) => <Side side={takerSide} isBlock={block} /> },
]

const Side = ({ side, isBlock }: { readonly side: Trade['takerSide']; readonly isBlock: boolean }) => (
  <span className={SIDE_COLOURS[side]}>
    {side}
    {isBlock && t(', block trade')}
  </span>
)

const useTradeTape = (symbol: string): TradeTape | undefined => {
  const { stream } = useSignedIn().live
  const open = useCallback(
    (changed: () => void) => {
      let tape: TradeTape | undefined
      const close = stream.on(`market.trades:${symbol}`, (message) => {
        tape = tapeAfter(tape, message)
        changed()
      })
      return { current: () => tape, close }
    },
    [stream, symbol],
  )
  return useFramed(open)
}
