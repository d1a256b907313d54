/** Multiple of the runs of each property; 1 in `npm test`. */
const DEPTH = Number(process.env.PLIMSOLL_TEST_DEPTH ?? 1)

/** Returns the number of runs of a property: `few` of them in `npm test`, a multiple of that in `npm run test:deep`. */
export const runs = (few: number): number => Math.ceil(few * DEPTH)

/** True in `npm run test:deep`. */
export const isDeep = DEPTH > 1

/** Returns every nth case of a table in `npm test`, beginning with the first, and all cases in `npm run test:deep`. */
export const everyNth = <T>(cases: readonly T[], nth: number): readonly T[] =>
  cases.filter((_, place) => isDeep || place % nth === 0)
