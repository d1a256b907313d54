/** Levels of nesting a body may have. */
const DEPTH_MAX = 16

/** Returns whether any part of a parsed body is nested more deeply than allowed. */
export const isTooDeep = (value: unknown, depth = 0): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return depth === DEPTH_MAX || Object.values(value).some((part) => isTooDeep(part, depth + 1))
}
