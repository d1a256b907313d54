type Path = readonly (string | number)[]

/** Possible corruptions of a value in transit. */
const CHANGES: Readonly<Record<string, (value: unknown) => unknown>> = {
  removed: () => undefined,
  null: () => null,
  'an empty text': () => '',
  'a word': () => 'abc',
  'a word with its case turned': (value) => {
    const text = String(value)
    return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
  },
  'of the other sign': (value) =>
    typeof value === 'number' ? -value : String(value).startsWith('-') ? String(value).slice(1) : `-${String(value)}`,
  'zero as a number': () => 0,
  'zero as a text': () => '0',
  huge: () => '1e30',
  'huger than numbers': () => '9'.repeat(400),
  'a huge number': () => 1e300,
  'not a number': () => Number.NaN,
  infinite: () => 'Infinity',
  'off every step': (value) => (String(value).includes('.') ? `${String(value)}00000001` : `${String(value)}.00000001`),
  'with a space': (value) => ` ${String(value)}`,
  'in hexadecimal': () => '0x10',
  true: () => true,
  false: () => false,
  'a list containing itself': (value) => [value],
  'an empty list': () => [],
  'an object': () => ({ value: '1' }),
}

export interface Mutant {
  readonly what: string
  readonly body: unknown
}

const placesIn = (value: unknown, at: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [at]
  const below = Object.entries(value).flatMap(([key, part]) =>
    placesIn(part, [...at, Array.isArray(value) ? Number(key) : key]),
  )
  return at.length === 0 ? below : [at, ...below]
}

const changed = (value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown => {
  if (key === undefined) return change(value)
  if (Array.isArray(value)) return value.map((part, index) => (index === key ? changed(part, rest, change) : part))
  return { ...(value as object), [key]: changed((value as Record<string, unknown>)[key], rest, change) }
}

/** Returns copies of a body, each with one value changed in one way. */
export const createMutants = (body: unknown): Mutant[] =>
  placesIn(body).flatMap((place) =>
    Object.entries(CHANGES).map(([name, change]) => ({
      what: `${place.join('.')} ${name}`,
      body: changed(body, place, change),
    })),
  )

/** Returns the value at a path; undefined when the path does not exist. */
export const valueAt = (body: unknown, ...place: Path): unknown =>
  place.reduce(
    (value: unknown, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined,
    body,
  )
