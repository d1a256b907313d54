const MARK = '\u0000'
const MARKED = /"\\u0000(-?\d+)"/g

/** JSON in which a bigint is a bare number of any length, as the exchange writes its ids; never read back by this program. */
export const writeWire = (value: unknown): string => {
  let marked = false
  const text = JSON.stringify(value, (_key, part) => {
    if (typeof part !== 'bigint') return part
    marked = true
    return `${MARK}${part}`
  })
  return marked ? text.replace(MARKED, '$1') : text
}
