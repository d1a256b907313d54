import type { components } from '@plimsoll/client'
import { SIDE_COLOURS } from './side-colours.ts'

/** Direction of a signal, as text. */
export const Direction = ({ of }: { readonly of: components['schemas']['Signal']['direction'] }) => (
  <span className={`font-semibold ${SIDE_COLOURS[of]}`}>{of}</span>
)
