import { Age } from '../figures/age.tsx'
import { withinMs } from '../live/freshness.ts'
import type { Position } from './position-figures.ts'

/** Age of the oldest data among the positions. */
export const PositionsAge = ({ positions }: { readonly positions: readonly Position[] | undefined }) => {
  const [oldest] = positions?.map(({ source }) => source).toSorted(byObservation) ?? []
  return oldest ? <Age at={oldest.observedAt} allowed={withinMs(oldest.maxAgeMs)} /> : null
}

const byObservation = (a: Position['source'], b: Position['source']): number =>
  Date.parse(a.observedAt) - Date.parse(b.observedAt)
