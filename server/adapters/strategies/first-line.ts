/** Returns the first line of any thrown value, cut to the maximum length. */
export const firstLine = (thrown: unknown): string => {
  const text = thrown instanceof Error ? `${thrown.message || thrown.name}` : String(thrown)
  return text.split('\n', 1)[0]?.slice(0, LENGTH_MAX) || 'something without a message was thrown'
}

const LENGTH_MAX = 300
