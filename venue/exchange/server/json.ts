/** Serialises JSON with bigints as plain numbers of any length, as exchanges write their IDs. */
export const writeWire = (value: unknown): string => {
  let marked = false
  const text = JSON.stringify(value, (_key, part) => {
    if (typeof part !== 'bigint') return part
    marked = true
    return `${MARK}${part}`
  })
  return marked ? text.replace(MARKED, '$1') : text
}

const MARK = '\u0000'
const MARKED = /"\\u0000(-?\d+)"/g
