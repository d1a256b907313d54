/** So many of something, as people write it. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
