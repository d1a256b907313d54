import type { components } from '@plimsoll/client'

/** Direction as a word. */
export const Direction = ({ of }: { readonly of: components['schemas']['Signal']['direction'] }) => (
  <span className={`font-semibold ${of === 'LONG' ? 'text-up' : 'text-down'}`}>{of}</span>
)
