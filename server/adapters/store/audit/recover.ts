import { existsSync, fstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { readIfThere, replaceFile, runNow, syncDirectory, truncateTo, withFile, writeDurably } from '../disk.ts'
import { drain, openSpool, settleSpool } from './drain.ts'
import { type ChainPlace, parseLine } from './entry-line.ts'
import { EMPTY_HEAD, type Head, parseHead, pickNewest, printHeads, writeHead } from './head.ts'
import { lineEndingAt, linesNow, searchNow } from './lines.ts'
import { KEEP, type LogState, noteFault } from './log-state.ts'
import { recoverCheckpoints } from './recover-checkpoints.ts'
import { makeKey, parseKey, printKey } from './signing-key.ts'
import { tryCheckpoint } from './write-checkpoint.ts'

/**
 * Opens the files of an audit log, or creates them: finds their ends, completes writes that a crash interrupted, and
 * notes faults that no crash explains. Throws the system error when the files cannot be read or written.
 */
export const recover = (state: LogState): void => {
  state.broken = null
  const { paths } = state
  openSpool(state)
  if (mkdirSync(paths.directory, { recursive: true, mode: 0o700 })) syncDirectory(dirname(paths.directory))
  const isNew = !existsSync(paths.head) && isEmpty(paths.log) && isEmpty(paths.checkpoints)
  if (isNew) makeFiles(state)
  state.key = readKey(state)
  if (!existsSync(paths.log)) makeFile(paths.log)
  withFile(paths.log, 'r+', (fd) => {
    const recorded = isNew ? EMPTY_HEAD : readHead(state, fd)
    const followed = followLog(state, fd, recorded)
    if (followed.size > recorded.size) runNow(writeHead(paths.head, followed))
    state.head = followed
    recoverCheckpoints(state, fd)
    state.verifiedTo = state.broken === null ? followed.size : null
    settleSpool(state, fd)
  })
  state.recovered = true
  signOpened(state)
  runNow(drain(state))
  signOpened(state)
}

/** Signs what a crash left unsigned before anything is appended; a broken log stays unchanged. */
const signOpened = (state: LogState): void => {
  if (state.broken === null) runNow(tryCheckpoint(state))
}

const isEmpty = (path: string): boolean => !existsSync(path) || statSync(path).size === 0

/** Creates the head last, so that its presence implies the other files. */
const makeFiles = ({ paths }: LogState): void => {
  if (isEmpty(paths.key)) replaceFile(paths.key, printKey(makeKey()))
  makeFile(paths.log)
  makeFile(paths.checkpoints)
  replaceFile(paths.head, printHeads(EMPTY_HEAD))
  syncDirectory(paths.directory)
}

const makeFile = (path: string): void => withFile(path, 'a', (fd) => void writeDurably(fd, '', 0))

const readKey = (state: LogState) => {
  const { key: path } = state.paths
  const bytes = readIfThere(path)
  const key = bytes === null ? undefined : parseKey(bytes)
  if (key) return key
  const what = bytes === null ? 'is missing' : 'is damaged'
  noteFault(state, `${path} ${what}: no checkpoint can be signed. Restore it from a backup. ${KEEP}`)
  return null
}

/** Returns the newest readable head; one rebuilt from the log when the head file has none. */
const readHead = (state: LogState, fd: number): Head => {
  const { paths } = state
  const bytes = readIfThere(paths.head)
  const file = parseHead(bytes ?? Buffer.alloc(0))
  const newest = pickNewest(file)
  if (!newest) {
    noteFault(state, `${paths.head} ${bytes === null ? 'is missing' : 'is damaged'}. ${KEEP}`)
    const head = headWithoutFile(fd)
    replaceFile(paths.head, printHeads(head))
    return head
  }
  const isWhole = file.isWhole && file.slots.every((slot) => slot !== undefined)
  if (isWhole) return newest
  const isTorn = fstatSync(fd).size > newest.offset
  if (!isTorn) noteFault(state, `${paths.head} is damaged. ${KEEP}`)
  replaceFile(paths.head, printHeads(newest))
  return newest
}

/** Returns a head after the last entry that starts a new chain, so that verification still reports the lost head. */
const headWithoutFile = (fd: number): Head => {
  const { size: end } = fstatSync(fd)
  const line = searchNow(fd, lineEndingAt(end))
  const last = line && parseLine(line.bytes)
  return { ...EMPTY_HEAD, size: last?.seq ?? 0, offset: end }
}

/** Advances the head over entries that were written but not yet recorded in it. */
const followLog = (state: LogState, fd: number, head: Head): Head => {
  const { log } = state.paths
  const { size: end } = fstatSync(fd)
  if (end < head.offset) {
    noteFault(state, `${log} is shorter than its head records: entries are missing at its end. ${KEEP}`)
    return { ...head, offset: end }
  }
  if (!endsAsRecorded(fd, head)) {
    noteFault(state, `${log} does not end in the entry recorded in its head: it was changed. ${KEEP}`)
    return { ...head, offset: end }
  }
  return followEntries(state, fd, { head, end })
}

const endsAsRecorded = (fd: number, { size, root, offset }: Head): boolean => {
  if (size === 0) return offset === 0
  const line = searchNow(fd, lineEndingAt(offset))
  const entry = line && parseLine(line.bytes)
  return entry !== undefined && entry.seq === size && entry.hash === root
}

const followEntries = (
  state: LogState,
  fd: number,
  { head, end }: { readonly head: Head; readonly end: number },
): Head => {
  let current = head
  for (const line of linesNow(fd, { from: head.offset, to: end })) {
    if (!line.finished) {
      truncateTo(fd, line.start)
      break
    }
    const entry = parseLine(line.bytes)
    if (!entry || !continues(entry, current)) {
      noteFault(state, `${state.paths.log} continues beyond its head with lines that do not belong to it. ${KEEP}`)
      return { ...current, offset: end }
    }
    current = { counter: head.counter + 1, size: entry.seq, root: entry.hash, offset: line.end }
  }
  return current
}

const continues = ({ seq, prevHash }: ChainPlace, { size, root }: Head): boolean =>
  seq === size + 1 && prevHash === root
