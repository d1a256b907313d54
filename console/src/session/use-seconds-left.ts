import { useEffect, useState } from 'react'

/** Returns the remaining seconds of a wait that starts when `since` changes; 0 after the wait or without one. */
export const useSecondsLeft = (waitMs: number | undefined, since: unknown): number => {
  const [left, setLeft] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cause restarts the wait
  useEffect(() => {
    setLeft(Math.ceil((waitMs ?? 0) / SECOND_MS))
    if (waitMs === undefined) return
    const counting = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), SECOND_MS)
    return () => clearInterval(counting)
  }, [waitMs, since])
  return left
}

const SECOND_MS = 1_000
