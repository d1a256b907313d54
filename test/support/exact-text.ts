const DIGITS = 8

/** Converts a decimal string to units of 10^-8 digit by digit, independent of the server's arithmetic. */
export const toUnits = (text: string): bigint => {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  const fraction = (parts?.[3] ?? '').replace(/0+$/, '')
  if (!parts || fraction.length > DIGITS) throw new Error(`'${text}' is not a decimal of at most ${DIGITS} digits`)
  return BigInt(`${parts[1]}${parts[2]}${fraction.padEnd(DIGITS, '0')}`)
}

/** Returns the number of steps in a quantity or price; throws when it lies between two. */
export const countSteps = (text: string, step: string): bigint => {
  const [whole, one] = [toUnits(text), toUnits(step)]
  if (whole % one !== 0n) throw new Error(`${text} is no multiple of ${step}`)
  return whole / one
}

/** Returns the sum of decimal strings in units of 10^-8. */
export const sumUnits = (texts: readonly string[]): bigint => texts.reduce((sum, text) => sum + toUnits(text), 0n)
