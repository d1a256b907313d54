/** Multiple of the runs of each property; 1 in `npm test`. */
const DEPTH = Number(process.env.PLIMSOLL_TEST_DEPTH ?? 1)

/** Returns the number of runs of a property: `few` of them in `npm test`, a multiple of that in `npm run test:deep`. */
export const runs = (few: number): number => Math.ceil(few * DEPTH)
