import type { Static, TSchema } from 'typebox'
import type { Report, Severity, SurfaceContract } from '../../../contract/monitor/surface.ts'
import type { Instant } from '../../core/instant.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import type { InputName, TruthInputs } from './inputs.ts'
import type { JudgedPart, OpenFaults } from './open-faults.ts'
import type { TruthSnapshot } from './snapshot.ts'

/** Something that speaks for a verdict, with its numbers. */
export interface Cause {
  readonly code: string
  readonly message: string
  readonly value?: number | string
  readonly threshold?: number | string
  readonly unit?: string
  /** What it was seen in. */
  readonly of: readonly InputName[]
  /** What to do about it, where its code does not say enough. */
  readonly remedy?: string
  /** And of which evidence of the reports that are read. */
  readonly evidenceIds?: readonly string[]
  /** Where it is another than that of the verdict. */
  readonly severity?: Severity
}

/** Evidence there is too little of. */
export interface Lack {
  readonly code: string
  readonly description: string
  readonly have: number | string | null
  readonly need: number | string
  readonly unit?: string
  readonly producedBy: string
  /** What brings it, where its producer does not say enough. */
  readonly remedy?: string
  readonly earliestAtMs: Instant | null
}

export interface Finding<V extends string> {
  readonly verdict: V
  /** One sentence with the numbers that decided. */
  readonly summary: string
  readonly reasons: readonly Cause[]
  /** What is not there and would have let more be said; the verdict stands without it. */
  readonly missing?: readonly Lack[]
}

/** Everything is there and fresh, and it is still too little. */
export interface Insufficient {
  readonly missing: readonly [Lack, ...Lack[]]
  /** What is not there either, and is not waited for. */
  readonly beside?: readonly Lack[]
  readonly reasons?: readonly Cause[]
  /** Where the standard sentence about the lack that takes longest does not say it. */
  readonly summary?: string
}

/** What every rule is given beside the inputs. */
export interface Frame {
  readonly nowMs: Instant
  readonly mode: ExecutionMode
  readonly constitution: Constitution
  readonly hashes: TruthSnapshot['hashes']
  readonly snapshotId: string
  /** When an input was observed; undefined while it was not. */
  readonly observedAtMs: (name: InputName) => Instant | undefined
  /** As it is named in `evidence`; undefined while it was not observed. */
  readonly evidenceId: (name: InputName) => string | undefined
  /** Parts that failed when they were last measured. */
  readonly openParts: OpenFaults['parts']
  /** The reports of the surfaces before this one in the list. */
  readonly reports: ReadonlyMap<string, Report>
}

/** What there is of these inputs, however old. */
export type Available<N extends InputName> = { readonly [Name in N]?: TruthInputs[Name] }
/** All of them, and fresh. */
export type Whole<N extends InputName> = { readonly [Name in N]: TruthInputs[Name] }

/** The rules of one surface. */
export interface SurfaceRules<V extends string, D extends TSchema, N extends InputName, S extends InputName> {
  readonly contract: SurfaceContract<V, D>
  /** Without these, all and fresh, nothing good is said. */
  readonly needs: readonly N[]
  /** What is shown beside them; no verdict hangs on it. */
  readonly shows?: readonly S[]
  /** Surfaces whose reports it goes by: their evidence is its own. */
  readonly reads?: readonly string[]
  /**
   * The worst that is seen: a verdict below `INSUFFICIENT_EVIDENCE`, or null. It is given what is old as well, and it must
   * not find less where more is missing, but that which is missing.
   */
  readonly fault: (inputs: Available<N>, frame: Frame) => Finding<V> | null
  /** What is to be said when there is no fault and everything needed is there and fresh. */
  readonly judge: (whole: Whole<N>, frame: Frame) => Finding<V> | Insufficient
  /** Why inputs that are needed are missing or too old, where that is known; leads the summary then. */
  readonly explain?: (inputs: Available<N | S>) => Cause | null
  /** The least severity of the report, whatever its verdict; for what other surfaces report. */
  readonly carries?: (inputs: Available<N | S>, frame: Frame) => Severity
  /** What else is to be said beside a verdict, which does not hang on it. */
  readonly remarks?: (inputs: Available<N | S>, verdict: string) => readonly Cause[]
  /** What is shown, of whatever is there. */
  readonly data: (inputs: Available<N | S>, frame: Frame) => Static<D>
  /** Of a verdict that is made of parts: each as it is measured now. An open fault is then one of a part, not of the verdict. */
  readonly parts?: (inputs: Available<N>, frame: Frame) => readonly JudgedPart[]
  /** False where the verdict is that of a report it reads, which has its open faults itself. */
  readonly hasFaults?: boolean
  /**
   * How far back the counts reach that nothing but the evidence record remembers, ms. Where evidence was lost, nothing good is said before so
   * much time has passed since.
   */
  readonly lookbackMs?: (constitution: Constitution) => number
}

/** A surface of which everybody but its rules forgets what it is made of. */
export interface Surface {
  readonly contract: SurfaceContract
  readonly inputs: readonly InputName[]
  readonly needs: readonly InputName[]
  readonly reads: readonly string[]
  readonly fault: (inputs: Available<InputName>, frame: Frame) => Finding<string> | null
  readonly judge: (whole: Whole<InputName>, frame: Frame) => Finding<string> | Insufficient
  readonly explain: (inputs: Available<InputName>) => Cause | null
  readonly carries: (inputs: Available<InputName>, frame: Frame) => Severity
  readonly remarks: (inputs: Available<InputName>, verdict: string) => readonly Cause[]
  readonly data: (inputs: Available<InputName>, frame: Frame) => unknown
  readonly parts: ((inputs: Available<InputName>, frame: Frame) => readonly JudgedPart[]) | null
  readonly hasFaults: boolean
  readonly lookbackMs: ((constitution: Constitution) => number) | null
}

export const defineSurface = <V extends string, D extends TSchema, N extends InputName, S extends InputName = never>(
  rules: SurfaceRules<V, D, N, S>,
): Surface => ({
  reads: [],
  explain: () => null,
  carries: () => 'OK',
  remarks: () => [],
  parts: null,
  hasFaults: rules.parts === undefined,
  lookbackMs: null,
  ...rules,
  inputs: [...rules.needs, ...(rules.shows ?? [])],
})
