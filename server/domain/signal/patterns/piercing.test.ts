import { describe, expect, it } from 'vitest'
import { type BothSigns, NEITHER, type Row, signsAfterCalm } from '../../../../test/signal/patterns/bar-samples.ts'
import { DARK_CLOUD_COVER, PIERCING } from './piercing.ts'

const BLACK: Row = [1_020, 1_025, 995, 1_000]
const WHITE: Row = [1_000, 1_025, 995, 1_020]

describe('a piercing', () => {
  it.each<[string, readonly Row[], BothSigns]>([
    [
      'opens below the bar before and closes in the upper half of its body',
      [BLACK, [990, 1_017, 988, 1_015]],
      { strict: 1, continuous: 1 },
    ],
    ['opens at its low only on a continuous market', [BLACK, [995, 1_017, 990, 1_015]], { strict: 0, continuous: 1 }],
    ['opens at its close only there', [BLACK, [1_000, 1_017, 998, 1_015]], { strict: 0, continuous: 1 }],
    ['may there open as far above it as near', [BLACK, [1_003.9, 1_018, 1_000, 1_016]], { strict: 0, continuous: 1 }],
    ['never opens higher', [BLACK, [1_006.1, 1_020, 1_000, 1_018.5]], NEITHER],
    ['may close just above the middle', [BLACK, [990, 1_017, 988, 1_010.1]], { strict: 1, continuous: 1 }],
    ['does not close at the middle', [BLACK, [990, 1_017, 988, 1_010]], NEITHER],
    ['does not close at the open before', [BLACK, [990, 1_022, 988, 1_020]], NEITHER],
    [
      'follows a black bar',
      [
        [1_000, 1_025, 995, 1_020],
        [990, 1_017, 988, 1_015],
      ],
      NEITHER,
    ],
    [
      'follows a long bar',
      [
        [1_010, 1_015, 995, 1_000],
        [990, 1_017, 988, 1_008],
      ],
      NEITHER,
    ],
    ['is white', [BLACK, [1_015, 1_017, 988, 990]], NEITHER],
    [
      'is long',
      [
        [1_012, 1_013, 999.9, 1_000],
        [999.5, 1_008, 999, 1_007],
      ],
      NEITHER,
    ],
  ])('%s', (_, rows, signs) => {
    expect(signsAfterCalm(PIERCING, rows)).toEqual(signs)
  })
})

describe('a dark cloud cover', () => {
  it.each<[string, readonly Row[], BothSigns]>([
    [
      'opens above the bar before and closes in the lower half of its body',
      [WHITE, [1_026, 1_030, 1_000, 1_005]],
      { strict: -1, continuous: -1 },
    ],
    [
      'may be short',
      [
        [1_000, 1_012.5, 999, 1_012],
        [1_012.6, 1_013, 1_000, 1_005],
      ],
      { strict: -1, continuous: -1 },
    ],
    [
      'opens at its high only on a continuous market',
      [WHITE, [1_025, 1_030, 1_000, 1_005]],
      { strict: 0, continuous: -1 },
    ],
    ['opens at its close only there', [WHITE, [1_020, 1_030, 1_000, 1_005]], { strict: 0, continuous: -1 }],
    ['may there open as far below it as near', [WHITE, [1_016, 1_030, 1_000, 1_005]], { strict: 0, continuous: -1 }],
    ['never opens lower', [WHITE, [1_013.9, 1_030, 1_000, 1_005]], NEITHER],
    ['may close just below the middle', [WHITE, [1_026, 1_030, 1_000, 1_009.9]], { strict: -1, continuous: -1 }],
    ['does not close at the middle', [WHITE, [1_026, 1_030, 1_000, 1_010]], NEITHER],
    ['does not close at the open before', [WHITE, [1_026, 1_030, 1_000, 1_000]], NEITHER],
    [
      'follows a white bar',
      [
        [1_020, 1_025, 995, 1_000],
        [1_026, 1_030, 1_000, 1_005],
      ],
      NEITHER,
    ],
    [
      'follows a long bar',
      [
        [1_000, 1_015, 995, 1_010],
        [1_016, 1_020, 1_000, 1_003],
      ],
      NEITHER,
    ],
    [
      'is black',
      [
        [1_000, 1_025, 995, 1_020],
        [1_005, 1_030, 1_000, 1_008],
      ],
      NEITHER,
    ],
  ])('%s', (_, rows, signs) => {
    expect(signsAfterCalm(DARK_CLOUD_COVER, rows)).toEqual(signs)
  })
})
