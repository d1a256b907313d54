/** Bands at equal distances above and below a middle line. */
export interface Bands {
  readonly middle: number
  readonly upper: number
  readonly lower: number
}

export const bandsAround = (middle: number, width: number): Bands => ({
  middle,
  upper: middle + width,
  lower: middle - width,
})
