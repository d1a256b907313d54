import { describe, expect, it } from 'vitest'
import { type Row, signAfterCalm, withRow } from '../../../../test/signal/patterns/bar-samples.ts'
import { ADVANCE_BLOCK, STALLED_PATTERN, THREE_WHITE_SOLDIERS } from './three-white-soldiers.ts'

describe('three white soldiers', () => {
  const SOLDIERS: readonly Row[] = [
    [1_000, 1_013, 998, 1_012],
    [1_008, 1_021, 1_006, 1_020],
    [1_016, 1_029, 1_014, 1_028],
  ]

  it('advance', () => {
    expect(signAfterCalm(THREE_WHITE_SOLDIERS, SOLDIERS)).toBe(1)
  })

  it('may open anywhere beyond or within the previous body', () => {
    const rows: Row[] = [
      [1_000, 1_013, 998, 1_012],
      [1_016, 1_029, 1_014, 1_028],
      [1_024, 1_037, 1_022, 1_036],
    ]
    expect(signAfterCalm(THREE_WHITE_SOLDIERS, rows)).toBe(1)
  })

  it.each<[string, readonly Row[]]>([
    [
      'the first is black',
      [
        [1_002, 1_003, 990, 1_000],
        [1_003, 1_018, 1_002, 1_017],
        [1_012, 1_027, 1_011, 1_026],
      ],
    ],
    ['the second is black', withRow(SOLDIERS, 1, [1_015, 1_015.5, 1_000, 1_013])],
    ['the third is black', withRow(SOLDIERS, 2, [1_040, 1_041, 1_028, 1_029])],
    ['the first has a shadow above', withRow(SOLDIERS, 0, [1_000, 1_014, 998, 1_012])],
    ['the second has a shadow above', withRow(SOLDIERS, 1, [1_008, 1_022, 1_006, 1_020])],
    ['the third has a shadow above', withRow(SOLDIERS, 2, [1_016, 1_030, 1_014, 1_028])],
    ['the second closes no higher', withRow(SOLDIERS, 1, [1_001, 1_012.5, 1_000, 1_012])],
    ['the third closes no higher', withRow(SOLDIERS, 2, [1_009, 1_020.5, 1_008, 1_020])],
    ['the second opens no higher', withRow(SOLDIERS, 1, [1_000, 1_021, 998, 1_020])],
    ['the second opens beyond near', withRow(SOLDIERS, 1, [1_016.1, 1_029, 1_014, 1_027.9])],
    ['the third opens no higher', withRow(SOLDIERS, 2, [1_008, 1_029, 1_006, 1_028])],
    ['the third opens beyond near', withRow(SOLDIERS, 2, [1_024, 1_037, 1_022, 1_036])],
    ['the third is short', withRow(SOLDIERS, 2, [1_016, 1_027, 1_014, 1_026])],
  ])('do not when %s', (_, rows) => {
    expect(signAfterCalm(THREE_WHITE_SOLDIERS, rows)).toBe(0)
  })

  it.each<[number, 0 | 1]>([
    [18, 0],
    [19, 1],
  ])('are not far shorter than 30 at the second: %i', (body, sign) => {
    const rows: Row[] = [
      [1_000, 1_031, 999, 1_030],
      [1_020, 1_021 + body, 1_018, 1_020 + body],
      [1_030, 1_051, 1_028, 1_050],
    ]
    expect(signAfterCalm(THREE_WHITE_SOLDIERS, rows)).toBe(sign)
  })

  it.each<[number, 0 | 1]>([
    [18, 0],
    [19, 1],
  ])('are not far shorter than 30 at the third: %i', (body, sign) => {
    const rows: Row[] = [
      [1_000, 1_013, 998, 1_012],
      [1_008, 1_039, 1_006, 1_038],
      [1_030, 1_031 + body, 1_028, 1_030 + body],
    ]
    expect(signAfterCalm(THREE_WHITE_SOLDIERS, rows)).toBe(sign)
  })
})

describe('an advance block', () => {
  const FIRST: Row = [1_000, 1_024, 998, 1_020]
  const BLOCKED_AT_THIRD: readonly Row[] = [FIRST, [1_010, 1_031, 1_009, 1_030], [1_028, 1_036, 1_027, 1_035]]
  const BLOCKED_AT_SECOND: readonly Row[] = [FIRST, [1_016, 1_023.5, 1_015, 1_023], [1_020, 1_031, 1_019, 1_030]]

  it.each<[string, readonly Row[], 0 | -1]>([
    ['weakens when the second is far shorter and the third no longer', BLOCKED_AT_SECOND, -1],
    ['does not when the third is longer', withRow(BLOCKED_AT_SECOND, 2, [1_020, 1_032, 1_019, 1_031.5]), 0],
    ['does not when the second is not far shorter', withRow(BLOCKED_AT_SECOND, 1, [1_016, 1_024.5, 1_015, 1_024]), 0],
    ['weakens when the third is far shorter', BLOCKED_AT_THIRD, -1],
    ['does not when the third is not far shorter', withRow(BLOCKED_AT_THIRD, 2, [1_028, 1_037, 1_027, 1_036]), 0],
    [
      'weakens with bodies that shrink and a shadow at the third',
      [FIRST, [1_010, 1_026, 1_009, 1_025], [1_018, 1_036, 1_017, 1_030]],
      -1,
    ],
    [
      'weakens with bodies that shrink and a shadow at the second',
      [FIRST, [1_010, 1_031, 1_009, 1_025], [1_018, 1_031, 1_017, 1_030]],
      -1,
    ],
    ['does not without a shadow', [FIRST, [1_010, 1_026, 1_009, 1_025], [1_018, 1_031, 1_017, 1_030]], 0],
    [
      'does not when the second is as long as the first',
      [FIRST, [1_005, 1_026, 1_004, 1_025], [1_018, 1_036, 1_017, 1_030]],
      0,
    ],
    [
      'weakens when a shorter third has a shadow longer than its body',
      [FIRST, [1_005, 1_026, 1_004, 1_025], [1_016, 1_044, 1_015, 1_028]],
      -1,
    ],
    [
      'does not when the third is longer by near',
      [
        [1_000, 1_020, 1_000, 1_020],
        [1_016, 1_023.5, 1_015, 1_023],
        [1_020, 1_032, 1_019, 1_031],
      ],
      0,
    ],
    [
      'does not with a third shadow of half the usual two',
      [
        [1_000, 1_024, 994, 1_020],
        [1_010, 1_029, 1_004, 1_025],
        [1_018, 1_035, 1_017, 1_030],
      ],
      0,
    ],
    [
      'does not with a second shadow of half the usual two',
      [
        [1_000, 1_024, 994, 1_020],
        [1_010, 1_030, 1_005, 1_025],
        [1_018, 1_031, 1_017, 1_030],
      ],
      0,
    ],
    [
      'does not when the third is as long as the second',
      [FIRST, [1_005, 1_026, 1_004, 1_025], [1_016, 1_060, 1_015, 1_036]],
      0,
    ],
    ['does not with one as long as its body', [FIRST, [1_005, 1_026, 1_004, 1_025], [1_016, 1_040, 1_015, 1_028]], 0],
  ])('%s', (_, rows, sign) => {
    expect(signAfterCalm(ADVANCE_BLOCK, rows)).toBe(sign)
  })

  it.each<[string, readonly Row[]]>([
    ['the first is black', withRow(BLOCKED_AT_THIRD, 0, [1_020, 1_024, 998, 1_000])],
    ['the second is black', withRow(BLOCKED_AT_THIRD, 1, [1_041, 1_042, 1_020, 1_021])],
    ['the third is black', withRow(BLOCKED_AT_THIRD, 2, [1_042, 1_043, 1_034, 1_035])],
    [
      'the first is not long',
      withRow(withRow(BLOCKED_AT_THIRD, 0, [1_010, 1_024, 1_008, 1_020]), 1, [1_011, 1_032, 1_010, 1_031]),
    ],
    ['the first has a shadow above', withRow(BLOCKED_AT_THIRD, 0, [1_000, 1_025, 998, 1_020])],
    ['the second opens no higher', withRow(BLOCKED_AT_THIRD, 1, [1_000, 1_031, 999, 1_030])],
    ['the second opens beyond near', [FIRST, [1_024.1, 1_046, 1_023, 1_045], [1_040, 1_048, 1_039, 1_047]]],
    ['the third opens no higher', withRow(BLOCKED_AT_SECOND, 2, [1_016, 1_025, 1_015, 1_024])],
    ['the third opens beyond near', withRow(BLOCKED_AT_THIRD, 2, [1_034.3, 1_042, 1_034, 1_041])],
    ['the second closes no higher', [FIRST, [1_001, 1_021, 1_000, 1_020], [1_018, 1_025, 1_017, 1_024]]],
    ['the third closes no higher', withRow(BLOCKED_AT_THIRD, 2, [1_023, 1_031, 1_022, 1_030])],
  ])('is none when %s', (_, rows) => {
    expect(signAfterCalm(ADVANCE_BLOCK, rows)).toBe(0)
  })
})

describe('a stalled pattern', () => {
  const STALLED: readonly Row[] = [
    [1_000, 1_024, 998, 1_020],
    [1_010, 1_031, 1_009, 1_030],
    [1_028, 1_034, 1_026, 1_032],
  ]

  it('ends two long white bars with a short one', () => {
    expect(signAfterCalm(STALLED_PATTERN, STALLED)).toBe(-1)
  })

  it.each<[string, readonly Row[]]>([
    ['the first is black', withRow(STALLED, 0, [1_020, 1_024, 998, 1_000])],
    ['the second is black', withRow(STALLED, 1, [1_041, 1_042, 1_020, 1_021])],
    ['the third is black', withRow(STALLED, 2, [1_032, 1_034, 1_026, 1_031])],
    [
      'the second closes no higher',
      [
        [1_000, 1_024, 998, 1_020],
        [1_001, 1_021, 1_000, 1_020],
        [1_018, 1_024, 1_017, 1_022],
      ],
    ],
    ['the third closes no higher', withRow(STALLED, 2, [1_027, 1_031, 1_026, 1_030])],
    [
      'the first is not long',
      [
        [1_010, 1_024, 1_008, 1_020],
        [1_011, 1_031, 1_010, 1_030],
        [1_028, 1_034, 1_026, 1_032],
      ],
    ],
    [
      'the second is not long',
      withRow(withRow(STALLED, 1, [1_014, 1_025.5, 1_013, 1_025]), 2, [1_023, 1_029, 1_022, 1_027]),
    ],
    ['the third is not short', withRow(STALLED, 2, [1_026, 1_039, 1_025, 1_038])],
    ['the second has a shadow above', withRow(STALLED, 1, [1_010, 1_032.1, 1_009, 1_030])],
    ['the second opens no higher', withRow(STALLED, 1, [1_000, 1_031, 999, 1_030])],
    [
      'the second opens beyond near',
      [
        [1_000, 1_024, 998, 1_020],
        [1_024.1, 1_046, 1_023, 1_045],
        [1_043, 1_049, 1_042, 1_047],
      ],
    ],
  ])('is none when %s', (_, rows) => {
    expect(signAfterCalm(STALLED_PATTERN, rows)).toBe(0)
  })
})
