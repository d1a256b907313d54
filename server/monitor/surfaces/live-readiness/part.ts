/** Evidence for one requirement of a readiness gate. */
export interface Part {
  /** `UNMEASURED`: nothing in this build measures it; the host can waive that, and nothing else. */
  readonly status: 'PASS' | 'FAIL' | 'MISSING' | 'UNMEASURED'
  /** Description for a person who checks what is missing or wrong. */
  readonly what: string
  readonly measured: number | string | null
  readonly threshold: number | string
  readonly unit: string | null
  readonly producedBy: string
  readonly evidenceIds: readonly string[]
  readonly observedAt: string | null
}

const RANK: Record<Part['status'], number> = { FAIL: 0, MISSING: 1, UNMEASURED: 2, PASS: 3 }

/** The part that decides: the worst, and of equals the first. */
export const worstPart = (parts: readonly [Part, ...Part[]]): Part =>
  parts.reduce((worst, part) => (RANK[part.status] < RANK[worst.status] ? part : worst))

/** Something that nothing in this build measures. */
export const unmeasured = (what: string, threshold: number | string, producedBy: string): Part => ({
  status: 'UNMEASURED',
  what,
  measured: null,
  threshold,
  unit: null,
  producedBy,
  evidenceIds: [],
  observedAt: null,
})
