/** How often a test kills its programs: a few times with all other tests, as often as `npm run crash -- --kills N` demands alone. */
export const kills = (few: number): number => Number(process.env.PLIMSOLL_TEST_KILLS ?? few)
