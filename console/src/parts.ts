/** Parts with scripts of their own that a screen needs at once, and the module of each. */
export const PARTS = {
  accounts: '/fleet/fleet-accounts.tsx',
  candleChart: '/chart/candle-chart.tsx',
  equityChart: '/chart/equity-chart.tsx',
} as const

export type Part = keyof typeof PARTS
