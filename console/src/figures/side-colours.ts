/** Text colour of each side of an order, and of each direction of a position. */
export const SIDE_COLOURS = { BUY: 'text-up', SELL: 'text-down', LONG: 'text-up', SHORT: 'text-down' } as const
