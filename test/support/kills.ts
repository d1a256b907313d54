/**
 * Returns how often a test kills its programs: a few times among other tests, or the number given to `npm run crash --
 * --kills N`.
 */
export const kills = (few: number): number => Number(process.env.PLIMSOLL_TEST_KILLS ?? few)
