import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { UNKNOWN } from '../figures/numbers.ts'
import { withinMs } from '../live/freshness.ts'
import { useOpenPositions } from '../live/use-live.ts'
import { Card } from './card.tsx'
import { PositionRow } from './position-row.tsx'

const COLUMNS = ['Quantity', 'Notional', 'Entry', 'Mark', 'Not realised', 'Stop'] as const

type Source = components['schemas']['Position']['source']

const byObservation = (a: Source, b: Source): number => Date.parse(a.observedAt) - Date.parse(b.observedAt)

/** Every open position, and what stands behind it. */
export const PositionsCard = () => {
  const positions = useOpenPositions()
  const [oldest] = positions?.map(({ source }) => source).toSorted(byObservation) ?? []
  return (
    <Card
      title={`Positions: ${positions?.length ?? UNKNOWN}`}
      age={oldest && <Age at={oldest.observedAt} allowed={withinMs(oldest.maxAgeMs)} />}
      wide
    >
      {positions === undefined && <p className="text-muted">Waiting for the positions …</p>}
      {positions?.length === 0 && <p className="text-muted">None is open.</p>}
      {positions !== undefined && positions.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <section aria-label="Open positions" tabIndex={0} className="relative overflow-x-auto">
          <table className="w-full text-right whitespace-nowrap">
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="pr-4 text-left font-normal">
                  Symbol
                </th>
                {COLUMNS.map((name) => (
                  <th key={name} scope="col" className="px-3 font-normal">
                    {name}
                  </th>
                ))}
                <th scope="col" className="pl-3 text-left font-normal">
                  Protection
                </th>
              </tr>
            </thead>
            <tbody>
              {positions.map((position) => (
                <PositionRow key={position.id} position={position} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}
