import type { components } from '@plimsoll/client'

/** Which way it goes, in its word. */
export const Direction = ({ of }: { readonly of: components['schemas']['Signal']['direction'] }) => (
  <span className={`font-semibold ${of === 'LONG' ? 'text-up' : 'text-down'}`}>{of}</span>
)
