const PLACES = 18

/** Exact decimal text as a whole number of the eighteenth place. */
const scaled = (text: string): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + part.padEnd(PLACES, '0'))
  return text.startsWith('-') ? -size : size
}

const textOf = (value: bigint): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, '0')
  const part = digits.slice(-PLACES).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${part === '' ? '' : `.${part}`}`
}

/** Exactly: nothing goes through floating point. */
export const addDecimals = (a: string, b: string): string => textOf(scaled(a) + scaled(b))
export const subtractDecimals = (a: string, b: string): string => textOf(scaled(a) - scaled(b))

/** −1, 0 or 1. */
export const signOf = (text: string): -1 | 0 | 1 => {
  const value = scaled(text)
  if (value === 0n) return 0
  return value < 0n ? -1 : 1
}
