import { describe, expect, it } from 'vitest'
import {
  type BothSigns,
  mirrored,
  NEITHER,
  type Row,
  signsAfterCalm,
  upsideDown,
} from '../../../../test/signal/patterns/bar-samples.ts'
import { TRISTAR } from './tristar.ts'

describe('a tristar', () => {
  const FIRST: Row = [1_000, 1_010, 990, 1_000]
  const SECOND: Row = [1_003, 1_013, 993, 1_003]
  const THIRD: Row = [1_001, 1_011, 991, 1_001]

  it.each<[string, readonly Row[], BothSigns]>([
    ['turns back from a doji across a gap', [FIRST, SECOND, THIRD], { strict: -1, continuous: -1 }],
    [
      'may have bodies of a tenth of the usual range',
      [[998, 1_010, 990, 1_000], SECOND, THIRD],
      { strict: -1, continuous: -1 },
    ],
    ['begins with a doji', [[997.5, 1_010, 990, 1_000], SECOND, THIRD], NEITHER],
    ['goes on with a doji', [FIRST, [1_003, 1_013, 993, 1_005.5], THIRD], NEITHER],
    ['ends with a doji', [FIRST, SECOND, [998, 1_011, 991, 1_001]], NEITHER],
    [
      'takes for a doji what is one at the first',
      [[1_000, 1_040, 960, 1_000], [1_003, 1_013, 993, 1_005.3], THIRD],
      NEITHER,
    ],
    [
      'gaps without a gap only on a continuous market',
      [FIRST, FIRST, [999, 1_009, 989, 999]],
      { strict: 0, continuous: -1 },
    ],
    [
      'may lie as far on the other side as near there',
      [FIRST, [996, 1_006, 986, 996], [995, 1_005, 985, 995]],
      { strict: 0, continuous: -1 },
    ],
    ['never lies farther away', [FIRST, [995.9, 1_006, 986, 995.9], [995, 1_005, 985, 995]], NEITHER],
    ['does not stay where the second was', [FIRST, SECOND, SECOND], NEITHER],
    ['returns nothing when it could be read both ways', [FIRST, [999, 1_010, 990, 1_001], FIRST], NEITHER],
  ])('%s, and mirrored upside down', (_, rows, signs) => {
    expect(signsAfterCalm(TRISTAR, rows)).toEqual(signs)
    expect(signsAfterCalm(TRISTAR, mirrored(rows))).toEqual(upsideDown(signs))
  })
})
