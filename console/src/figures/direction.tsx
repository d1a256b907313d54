import type { components } from '@plimsoll/client'

/** Direction of a signal, as text. */
export const Direction = ({ of }: { readonly of: components['schemas']['Signal']['direction'] }) => (
  <span className={`font-semibold ${of === 'LONG' ? 'text-up' : 'text-down'}`}>{of}</span>
)
