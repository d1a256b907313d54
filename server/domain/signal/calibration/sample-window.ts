/** Samples kept as columns in order of time and of score while samples are added and removed. */

import {
  compareTimes,
  createColumns,
  type OrderedSamples,
  type Sample,
  type SampleColumns,
  type Scored,
} from './sample.ts'

/** Changed in place. The columns have room for more samples than there are. */
export interface SampleWindow {
  count: number
  byTime: SampleColumns
  byScore: SampleColumns
  /** Index in order of time of each sample in order of score. */
  places: Int32Array
}

/** Creates a window of samples in any order. */
export const createSampleWindow = (samples: readonly Scored[] = []): SampleWindow => {
  const { length } = samples
  const window = { count: 0, ...createRoom(Math.max(ROOM_MIN, length)) }
  const ordered = samples.toSorted(compareTimes)
  for (const [index, sample] of ordered.entries()) put(window.byTime, index, sample)
  const places = Int32Array.from(ordered.keys()).sort(
    (a, b) => (ordered[a]?.score ?? 0) - (ordered[b]?.score ?? 0) || a - b,
  )
  for (const [index, place] of places.entries()) copySample(window.byTime, place, window.byScore, index)
  window.places.set(places)
  window.count = length
  return window
}

/** Copies a window, so that one changes without the other. */
export const copySampleWindow = (window: SampleWindow): SampleWindow => ({
  count: window.count,
  ...copyRoom(window, window.places.length),
})

/** Returns samples, given in any order, in both orders. */
export const orderSamples = (samples: readonly Sample[]): OrderedSamples => {
  const window = createSampleWindow(samples)
  setWeights(
    window,
    Float64Array.from(samples.toSorted(compareTimes), ({ weight }) => weight),
  )
  return readSamples(window)
}

/** Adds a sample after those with the same times; returns its index in order of time. */
export const addSample = (window: SampleWindow, sample: Scored): number => {
  if (window.count === window.places.length) grow(window)
  const { byTime, byScore, places, count } = window
  const place = findPlace(count, (index) => compareAt(byTime, index, sample) <= 0)
  shift(byTime, place, count, 1)
  put(byTime, place, sample)
  for (let index = 0; index < count; index++) if (at(places, index) >= place) places[index] = at(places, index) + 1
  const rank = findPlace(count, (index) => {
    const score = at(byScore.scores, index)
    return score < sample.score || (score === sample.score && at(places, index) < place)
  })
  shift(byScore, rank, count, 1)
  places.copyWithin(rank + 1, rank, count)
  put(byScore, rank, sample)
  places[rank] = place
  window.count++
  return place
}

/** Removes the sample that was added first of those with the same times; returns its index in order of time. */
export const removeSample = (window: SampleWindow, sample: Scored): number => {
  const { byTime, byScore, places, count } = window
  const place = findPlace(count, (index) => compareAt(byTime, index, sample) < 0)
  const rank = places.subarray(0, count).indexOf(place)
  shift(byTime, place + 1, count, -1)
  shift(byScore, rank + 1, count, -1)
  places.copyWithin(rank, rank + 1, count)
  window.count--
  for (let index = 0; index < window.count; index++)
    if (at(places, index) > place) places[index] = at(places, index) - 1
  return place
}

/** Sets the weights of all samples, given in order of time. */
export const setWeights = ({ byTime, byScore, places, count }: SampleWindow, weights: Float64Array): void => {
  byTime.weights.set(weights)
  for (let index = 0; index < count; index++) byScore.weights[index] = at(weights, at(places, index))
}

/** Returns the samples in both orders; valid until the window changes. */
export const readSamples = ({ byTime, byScore, places, count }: SampleWindow): OrderedSamples => ({
  byTime: head(byTime, count),
  byScore: head(byScore, count),
  places: places.subarray(0, count),
})

const ROOM_MIN = 16

const createRoom = (length: number): Pick<SampleWindow, 'byTime' | 'byScore' | 'places'> => ({
  byTime: createColumns(length),
  byScore: createColumns(length),
  places: new Int32Array(length),
})

const grow = (window: SampleWindow): void => {
  Object.assign(window, copyRoom(window, 2 * window.places.length))
}

const copyRoom = (window: SampleWindow, length: number): ReturnType<typeof createRoom> => {
  const room = createRoom(length)
  for (const order of ['byTime', 'byScore'] as const) {
    for (const name of COLUMNS) room[order][name].set(window[order][name])
  }
  room.places.set(window.places)
  return room
}

const COLUMNS = ['scores', 'wins', 'weights', 'signalsMs', 'resolvedMs'] as const

/** Moves the samples of an index range by one place. */
const shift = (
  { scores, wins, weights, signalsMs, resolvedMs }: SampleColumns,
  from: number,
  to: number,
  by: 1 | -1,
): void => {
  scores.copyWithin(from + by, from, to)
  wins.copyWithin(from + by, from, to)
  weights.copyWithin(from + by, from, to)
  signalsMs.copyWithin(from + by, from, to)
  resolvedMs.copyWithin(from + by, from, to)
}

const put = ({ scores, wins, weights, signalsMs, resolvedMs }: SampleColumns, index: number, sample: Scored): void => {
  scores[index] = sample.score
  wins[index] = sample.won ? 1 : 0
  weights[index] = 1
  signalsMs[index] = sample.signalAtMs
  resolvedMs[index] = sample.resolvedAtMs
}

const copySample = (from: SampleColumns, source: number, to: SampleColumns, index: number): void => {
  for (const name of COLUMNS) to[name][index] = at(from[name], source)
}

const head = ({ scores, wins, weights, signalsMs, resolvedMs }: SampleColumns, count: number): SampleColumns => ({
  scores: scores.subarray(0, count),
  wins: wins.subarray(0, count),
  weights: weights.subarray(0, count),
  signalsMs: signalsMs.subarray(0, count),
  resolvedMs: resolvedMs.subarray(0, count),
})

const compareAt = ({ signalsMs, resolvedMs }: SampleColumns, index: number, sample: Scored): number =>
  at(signalsMs, index) - sample.signalAtMs || at(resolvedMs, index) - sample.resolvedAtMs

const at = (values: Float64Array | Int32Array | Uint8Array, index: number): number => values[index] ?? Number.NaN

/** Returns the first index that does not come before the place. */
const findPlace = (count: number, comesBefore: (index: number) => boolean): number => {
  let [from, to] = [0, count]
  while (from < to) {
    const middle = (from + to) >> 1
    if (comesBefore(middle)) from = middle + 1
    else to = middle
  }
  return from
}
