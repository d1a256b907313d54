/** Returns a count with its noun: "1 gate", "2 gates". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
