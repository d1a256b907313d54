/**
 * Stores a concatenated string as one piece, and returns it. Until something reads it, V8 represents it by one object
 * per concatenation: garbage collection copies them as long as the string is in use, and the first reader has to visit
 * all of them when they are no longer cached. Matching a regular expression is such a read.
 */
export const flatten = (text: string): string => {
  ANYTHING.test(text)
  return text
}

const ANYTHING = /^/
