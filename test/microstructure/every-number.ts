/** Returns every number in a plain record, at any depth. */
export const everyNumber = (value: unknown): number[] => {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(everyNumber)
}
