/**
 * Test vectors of the candlestick patterns: bars, including near misses, and the sign that each pattern must give at
 * the last one.
 */

import type { Sign } from '../patterns/pattern.ts'
import type { Row } from './made-bars.ts'

/** Test vector of a candlestick pattern: its bars, and the expected sign. */
export interface PatternVector {
  readonly id: string
  readonly rows: readonly Row[]
  readonly sign: Sign
}

type Signs = readonly [strict: Sign, continuous: Sign]

/** Builds vectors for a pattern without gaps: bars that match, and bars that narrowly do not. */
const plain = (id: string, sign: Sign, there: readonly Row[], notThere: readonly Row[]): readonly PatternVector[] => [
  { id, rows: there, sign },
  { id, rows: notThere, sign: 0 },
]

/** Builds vectors for a pattern that exists in both gap modes. */
const gapped = (id: string, cases: readonly (readonly [readonly Row[], Signs])[]): readonly PatternVector[] =>
  cases.flatMap(([rows, [strict, continuous]]) => [
    { id, rows, sign: strict },
    { id: `${id}_CONTINUOUS`, rows, sign: continuous },
  ])

const SMALL_BLACK: Row = [1_005, 1_010, 995, 1_000]
const COVERING: Row = [999, 1_012, 995, 1_006]
const LONG_WHITE: Row = [1_000, 1_025, 995, 1_020]
const INSIDE: Row = [1_010, 1_020, 1_000, 1_008]
const LONG_BLACK: Row = [1_020, 1_025, 995, 1_000]
const STAR: Row = [1_000, 1_010, 990, 1_000]
const FIRST_UP: Row = [1_000, 1_024, 998, 1_020]
const TURN: readonly Row[] = [
  [1_000, 1_020, 980, 1_010],
  [1_000, 1_015, 985, 1_005],
  [1_000, 1_010, 975, 990],
]

const SINGLES: readonly PatternVector[] = [
  ...plain('CDL_DOJI', 1, [[1_000, 1_010, 990, 1_002]], [[1_000, 1_010, 990, 1_002.1]]),
  ...plain('CDL_DRAGONFLY_DOJI', 1, [[1_000, 1_001, 980, 1_001]], [[1_000, 1_003, 980, 1_001]]),
  ...plain('CDL_GRAVESTONE_DOJI', 1, [[1_001, 1_020, 1_000, 1_000]], [[1_001, 1_020, 998, 1_000]]),
  ...plain('CDL_LONG_LEGGED_DOJI', 1, [[1_000, 1_005, 1_000, 1_001]], [[1_000, 1_002, 999, 1_001]]),
  ...plain('CDL_HAMMER', 1, [[999, 1_002, 980, 1_001]], [[999.5, 1_002, 980, 1_001]]),
  ...plain('CDL_HANGING_MAN', -1, [[1_011, 1_015, 990, 1_014]], [[1_010.9, 1_015, 990, 1_014]]),
  ...plain('CDL_MARUBOZU', 1, [[1_000, 1_013, 999, 1_012]], [[1_000, 1_014, 999, 1_012]]),
  ...plain('CDL_CLOSING_MARUBOZU', 1, [[1_000, 1_013, 980, 1_012]], [[1_000, 1_014, 980, 1_012]]),
  ...plain('CDL_BELT_HOLD', 1, [[1_000, 1_030, 999, 1_012]], [[1_000, 1_030, 998, 1_012]]),
  ...plain('CDL_SPINNING_TOP', 1, [[1_000, 1_009, 995, 1_004]], [[1_000, 1_008, 995, 1_004]]),
  ...plain('CDL_HIGH_WAVE', 1, [[1_000, 1_007, 995, 1_002]], [[1_000, 1_006, 995, 1_002]]),
]

const SERIES: readonly PatternVector[] = [
  ...plain(
    'CDL_THREE_WHITE_SOLDIERS',
    1,
    [
      [1_000, 1_013, 998, 1_012],
      [1_008, 1_021, 1_006, 1_020],
      [1_016, 1_029, 1_014, 1_028],
    ],
    [
      [1_000, 1_013, 998, 1_012],
      [1_008, 1_021, 1_006, 1_020],
      [1_028, 1_029, 1_014, 1_016],
    ],
  ),
  ...plain(
    'CDL_ADVANCE_BLOCK',
    -1,
    [FIRST_UP, [1_010, 1_031, 1_009, 1_030], [1_028, 1_036, 1_027, 1_035]],
    [FIRST_UP, [1_010, 1_031, 1_009, 1_030], [1_028, 1_037, 1_027, 1_036]],
  ),
  ...plain(
    'CDL_STALLED_PATTERN',
    -1,
    [FIRST_UP, [1_010, 1_031, 1_009, 1_030], [1_028, 1_034, 1_026, 1_032]],
    [FIRST_UP, [1_010, 1_031, 1_009, 1_030], [1_032, 1_034, 1_026, 1_031]],
  ),
  ...plain(
    'CDL_THREE_BLACK_CROWS',
    -1,
    [
      [1_000, 1_015, 995, 1_010],
      [1_012, 1_013, 999, 1_000],
      [1_008, 1_009, 987, 988],
      [996, 997, 975, 976],
    ],
    [
      [1_000, 1_015, 995, 1_010],
      [1_012, 1_013, 999, 1_000],
      [1_000, 1_009, 987, 988],
      [996, 997, 975, 976],
    ],
  ),
  ...plain(
    'CDL_RISE_FALL_THREE_METHODS',
    1,
    [
      [1_000, 1_022, 998, 1_020],
      [1_018, 1_020, 1_012, 1_014],
      [1_015, 1_017, 1_009, 1_011],
      [1_012, 1_014, 1_006, 1_008],
      [1_010, 1_032, 1_009, 1_030],
    ],
    [
      [1_000, 1_022, 998, 1_020],
      [1_018, 1_020, 1_012, 1_014],
      [1_015, 1_017, 1_009, 1_011],
      [1_012, 1_014, 1_006, 1_008],
      [1_008, 1_032, 1_007, 1_030],
    ],
  ),
  ...plain(
    'CDL_MATCHING_LOW',
    1,
    [
      [1_010, 1_015, 990, 1_000],
      [1_008, 1_012, 995, 1_001],
    ],
    [
      [1_010, 1_015, 990, 1_000],
      [1_008, 1_012, 995, 1_001.1],
    ],
  ),
  ...plain('CDL_HIKKAKE', 1, TURN, TURN.with(1, [1_000, 1_020, 985, 1_005])),
  ...plain('CDL_HIKKAKE_CONFIRMED', 1, [...TURN, [1_000, 1_018, 960, 1_016]], [...TURN, [1_000, 1_018, 960, 1_015]]),
]

const GAPPED: readonly PatternVector[] = [
  ...gapped('CDL_INVERTED_HAMMER', [
    [[[997, 1_016, 996.5, 999]], [1, 1]],
    [[[1_002, 1_020, 1_001.5, 1_004]], [0, 1]],
    [[[1_002, 1_020, 1_001.5, 1_004.1]], [0, 0]],
  ]),
  ...gapped('CDL_SHOOTING_STAR', [
    [[[1_011, 1_030, 1_010.5, 1_013]], [-1, -1]],
    [[[1_006, 1_030, 1_005.5, 1_008]], [0, -1]],
    [[[1_005.9, 1_030, 1_005.5, 1_008]], [0, 0]],
  ]),
  ...gapped('CDL_ENGULFING', [
    [
      [SMALL_BLACK, COVERING],
      [1, 1],
    ],
    [
      [SMALL_BLACK, [1_001, 1_012, 995, 1_006]],
      [0, 1],
    ],
    [
      [SMALL_BLACK, [1_001.1, 1_012, 995, 1_006.5]],
      [0, 0],
    ],
  ]),
  ...gapped('CDL_HARAMI', [
    [
      [LONG_WHITE, INSIDE],
      [-1, -1],
    ],
    [
      [LONG_WHITE, [1_021, 1_022, 1_005, 1_015]],
      [0, -1],
    ],
    [
      [LONG_WHITE, [1_021.1, 1_022, 1_005, 1_015]],
      [0, 0],
    ],
  ]),
  ...gapped('CDL_HARAMI_CROSS', [
    [
      [LONG_WHITE, [1_010, 1_020, 1_000, 1_012]],
      [-1, -1],
    ],
    [
      [LONG_WHITE, [1_001, 1_010, 990, 1_000]],
      [0, -1],
    ],
    [
      [LONG_WHITE, [1_010, 1_020, 1_000, 1_012.2]],
      [0, 0],
    ],
  ]),
  ...gapped('CDL_PIERCING', [
    [
      [LONG_BLACK, [990, 1_017, 988, 1_015]],
      [1, 1],
    ],
    [
      [LONG_BLACK, [1_000, 1_017, 998, 1_015]],
      [0, 1],
    ],
    [
      [LONG_BLACK, [990, 1_017, 988, 1_010]],
      [0, 0],
    ],
  ]),
  ...gapped('CDL_DARK_CLOUD_COVER', [
    [
      [LONG_WHITE, [1_026, 1_030, 1_000, 1_005]],
      [-1, -1],
    ],
    [
      [LONG_WHITE, [1_020, 1_030, 1_000, 1_005]],
      [0, -1],
    ],
    [
      [LONG_WHITE, [1_026, 1_030, 1_000, 1_010]],
      [0, 0],
    ],
  ]),
  ...gapped('CDL_TRISTAR', [
    [
      [STAR, [1_003, 1_013, 993, 1_003], [1_001, 1_011, 991, 1_001]],
      [-1, -1],
    ],
    [
      [STAR, [996, 1_006, 986, 996], [995, 1_005, 985, 995]],
      [0, -1],
    ],
    [
      [STAR, [995.9, 1_006, 986, 995.9], [995, 1_005, 985, 995]],
      [0, 0],
    ],
  ]),
  ...gapped('CDL_THREE_INSIDE', [
    [
      [LONG_WHITE, INSIDE, [1_005, 1_010, 990, 998]],
      [-1, -1],
    ],
    [
      [LONG_WHITE, INSIDE, [1_005, 1_010, 990, 1_000]],
      [0, 0],
    ],
  ]),
  ...gapped('CDL_THREE_OUTSIDE', [
    [
      [SMALL_BLACK, COVERING, [1_006, 1_012, 1_000, 1_007]],
      [1, 1],
    ],
    [
      [SMALL_BLACK, COVERING, [1_006, 1_012, 1_000, 1_006]],
      [0, 0],
    ],
  ]),
]

/** Bars that match each candlestick pattern, and bars that narrowly do not. */
export const PATTERN_VECTORS: readonly PatternVector[] = [...SINGLES, ...SERIES, ...GAPPED]
