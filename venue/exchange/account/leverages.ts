/** Default leverage of a symbol. */
const LEVERAGE = 20

const PREFIX = 'leverage '

/** Returns the leverage set for a symbol, or the default. */
export const getLeverage = (leverages: ReadonlyMap<string, number>, symbol: string): number =>
  leverages.get(symbol) ?? LEVERAGE

/** The name a symbol's leverage is kept under among the settings. */
export const leverageSetting = (symbol: string): string => `${PREFIX}${symbol}`

/** The leverages among the settings, by symbol. */
export const readLeverages = (settings: ReadonlyMap<string, string>): Map<string, number> =>
  new Map(
    [...settings]
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, value]) => [name.slice(PREFIX.length), Number(value)]),
  )
