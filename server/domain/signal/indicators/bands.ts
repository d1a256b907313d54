/** A middle line and as much above it as below. */
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
