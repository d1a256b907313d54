/** Reads selected fields of mutable state for saving, and restores them in place after checking their form. */

/** Named parts of a mutable state: for each, an object and the fields that belong to the part. */
export type StateFields = Readonly<Record<string, readonly [object: object, fields: readonly string[]]>>

type SavedFields = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Builds a field list that the compiler checks against its object. */
export const listFields = <T extends object>(
  object: T,
  ...fields: (keyof T & string)[]
): readonly [T, readonly string[]] => [object, fields]

/** Returns the current values of the fields, without copying. */
export const readFields = (state: StateFields): SavedFields =>
  Object.fromEntries(
    Object.entries(state).map(([part, [object, fields]]) => [
      part,
      Object.fromEntries(fields.map((field) => [field, (object as Record<string, unknown>)[field]])),
    ]),
  )

/**
 * Replaces the current values by saved ones: typed arrays, maps and sets by content, everything else by assignment.
 * Validates the form first and throws a `TypeError`, without changing anything, if it does not match the state.
 */
export const writeFields = (state: StateFields, saved: unknown): void => {
  const writes = Object.entries(state).flatMap(([part, [object, fields]]) => {
    const values = readMember(saved, part)
    return fields.map((field) => prepareWrite(object as Record<string, unknown>, field, readMember(values, field)))
  })
  for (const write of writes) write()
}

const readMember = (value: unknown, name: string): unknown => {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, name)) {
    return (value as Record<string, unknown>)[name]
  }
  throw new TypeError(`the saved state has no ${name}`)
}

const prepareWrite = (object: Record<string, unknown>, field: string, saved: unknown): (() => void) => {
  const present = object[field]
  if (ArrayBuffer.isView(present)) return setArray(present as Float64Array, saved, field)
  if (present instanceof Map && saved instanceof Map) return () => refillMap(present, saved)
  if (present instanceof Set && saved instanceof Set) return () => refillSet(present, saved)
  if (Array.isArray(present) && Array.isArray(saved)) return writeList(present, saved, field)
  if (valueKind(present) !== valueKind(saved) && present !== null && saved !== null) {
    throw new TypeError(`the saved ${field} has another format`)
  }
  return () => {
    object[field] = saved
  }
}

const valueKind = (value: unknown): string =>
  value instanceof Map ? 'map' : value instanceof Set ? 'set' : Array.isArray(value) ? 'list' : typeof value

const setArray = (present: Float64Array, saved: unknown, field: string): (() => void) => {
  const isSame = saved instanceof (present.constructor as typeof Float64Array) && saved.length === present.length
  if (!isSame) throw new TypeError(`the saved ${field} has another length`)
  return () => present.set(saved)
}

/** Restores a list; lists of typed arrays have a fixed length. */
const writeList = (present: unknown[], saved: readonly unknown[], field: string): (() => void) => {
  if (!present.some((one) => ArrayBuffer.isView(one))) return () => void present.splice(0, present.length, ...saved)
  if (present.length !== saved.length) throw new TypeError(`the saved ${field} has another length`)
  const writes = present.map((one, index) => setArray(one as Float64Array, saved[index], field))
  return () => {
    for (const write of writes) write()
  }
}

const refillMap = (present: Map<unknown, unknown>, saved: ReadonlyMap<unknown, unknown>): void => {
  present.clear()
  for (const [key, value] of saved) present.set(key, value)
}

const refillSet = (present: Set<unknown>, saved: ReadonlySet<unknown>): void => {
  present.clear()
  for (const value of saved) present.add(value)
}
