/**
 * Prints a value as JSON that `parseTagged` restores: plain JSON plus bigints, non-finite numbers, maps, sets and typed
 * arrays, each as an object with a single member whose name starts with `$`. No other object may start with such a
 * member.
 */
export const printTagged = (value: unknown): string => JSON.stringify(value, (_key, member: unknown) => tagged(member))

/** Supported typed arrays by tag. */
const ARRAYS = {
  $f64: Float64Array,
  $f32: Float32Array,
  $i32: Int32Array,
  $u32: Uint32Array,
} as const

type Tag = keyof typeof ARRAYS

/** Parses the output of `printTagged`. Throws a `SyntaxError` when the string is not JSON or a tag is unknown. */
export const parseTagged = (text: string): unknown => JSON.parse(text, (_key, member: unknown) => untagged(member))

const tagged = (member: unknown): unknown => {
  if (typeof member === 'bigint') return { $int: String(member) }
  if (typeof member === 'number') return Number.isFinite(member) ? member : { $num: String(member) }
  if (member instanceof Map) return { $map: [...member] }
  if (member instanceof Set) return { $set: [...member] }
  const tag = TAGS.find((name) => member instanceof ARRAYS[name])
  return tag ? { [tag]: toBytes(member as Float64Array).toString('base64') } : member
}

const TAGS = Object.keys(ARRAYS) as Tag[]

const toBytes = ({ buffer, byteOffset, byteLength }: Float64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

const untagged = (member: unknown): unknown => {
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
  const [name] = Object.keys(member)
  return name?.startsWith('$') ? parseTag(name, (member as Record<string, unknown>)[name]) : member
}

const parseTag = (name: string, content: unknown): unknown => {
  if (name === '$int' && typeof content === 'string') return BigInt(content)
  if (name === '$num' && typeof content === 'string') return Number(content)
  if (name === '$map' && Array.isArray(content)) return new Map(content as [unknown, unknown][])
  if (name === '$set' && Array.isArray(content)) return new Set(content)
  const Kind = ARRAYS[name as Tag]
  if (!Kind || typeof content !== 'string') throw new SyntaxError(`${name} is not a tag of a value`)
  const bytes = Buffer.from(content, 'base64')
  return new Kind(Uint8Array.from(bytes).buffer)
}
