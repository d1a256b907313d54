const KEEP = 'Keep a copy of the folder as evidence.'
const COMPARE = `${KEEP} Compare with a backup or with what was exported before.`
const RESTORE_KEY = 'Restore the file from a backup; without it no checkpoint can be signed or verified.'

const REMEDIES: Readonly<Record<string, string>> = {
  AUDIT_MISSING: 'Check whether --data-dir is correct.',
  FILE_UNREADABLE: 'Fix the system error, or read a copy.',
  KEY_MISSING: RESTORE_KEY,
  KEY_DAMAGED: RESTORE_KEY,
  HEAD_DAMAGED: 'After a power failure the next start repairs it; otherwise it was tampered with.',
  SEQ_GAP: `Entries are missing or out of order. ${COMPARE}`,
  LOG_CUT: `Entries are missing at the end. ${COMPARE}`,
  LOG_REPLACED: `Find the earlier log; when it is accounted for, plimsoll stop clear accepts this one. ${COMPARE}`,
  CHECKPOINT_MISSING: `Unless the disk refused checkpoints then, they were removed: the named entries have no signature near them. ${COMPARE}`,
  CHECKPOINT_SIGNATURE:
    'The line, or the key, is not the one written here. Compare the key with a checkpoint kept elsewhere.',
  OUTSIDE_MALFORMED: 'Give a file that plimsoll audit checkpoint wrote.',
  OUTSIDE_SIGNATURE: 'What was kept elsewhere was changed, or belongs to another log: take an earlier one.',
}

/** Returns the remedy for a finding. */
export const getRemedy = (code: string): string => REMEDIES[code] ?? COMPARE
