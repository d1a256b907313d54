/**
 * Plays one short tone, or two for an urgent event. Browsers stay silent until the user has interacted with the page.
 */
export const playTone = (isUrgent: boolean): void => {
  context ??= new AudioContext()
  void context.resume()
  for (let at = 0; at < (isUrgent ? 2 : 1); at += 1) playAt(context, context.currentTime + at * APART_S, isUrgent)
}

let context: AudioContext | undefined

const APART_S = 0.18
const LENGTH_S = 0.14
const VOLUME = 0.15

const playAt = (audio: AudioContext, startS: number, isUrgent: boolean): void => {
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.frequency.value = isUrgent ? 440 : 740
  gain.gain.setValueAtTime(VOLUME, startS)
  gain.gain.exponentialRampToValueAtTime(0.001, startS + LENGTH_S)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(startS)
  oscillator.stop(startS + LENGTH_S)
}
