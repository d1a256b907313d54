/** Definition of a monitor surface: its contract, its inputs, and the rules that give verdict and data. */

import type { Static, TSchema } from 'typebox'
import type { Report, Severity, SurfaceContract } from '../../../contract/monitor/surface.ts'
import type { Instant } from '../../core/instant.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import type { InputName, TruthInputs, TruthSnapshot } from './inputs.ts'
import type { JudgedPart, OpenFaults } from './open-faults.ts'

/** Surface with the types of its inputs erased outside its rules. */
export interface Surface {
  readonly contract: SurfaceContract
  readonly inputs: readonly InputName[]
  readonly needs: readonly InputName[]
  readonly dependsOn: readonly string[]
  readonly fault: (inputs: Available<InputName>, frame: Frame) => Finding<string> | null
  readonly judge: (whole: Complete<InputName>, frame: Frame) => Finding<string> | Insufficient
  readonly explain: (inputs: Available<InputName>) => Cause | null
  readonly carries: (inputs: Available<InputName>, frame: Frame) => Severity
  readonly remarks: (inputs: Available<InputName>, verdict: string) => readonly Cause[]
  readonly data: (inputs: Available<InputName>, frame: Frame) => unknown
  readonly parts: ((inputs: Available<InputName>, frame: Frame) => readonly JudgedPart[]) | null
  readonly hasFaults: boolean
  readonly disproves: (inputs: Available<InputName>, frame: Frame) => boolean
  readonly lookbackMs: ((constitution: Constitution) => number) | null
}

export interface Finding<V extends string> {
  readonly verdict: V
  /** One sentence with the numbers that decided. */
  readonly summary: string
  readonly reasons: readonly Cause[]
  /** Missing evidence that would have allowed more detail; the verdict does not depend on it. */
  readonly missing?: readonly MissingItem[]
}

/** A finding that supports a verdict, with its numbers. */
export interface Cause {
  readonly code: string
  readonly message: string
  readonly value?: number | string
  readonly threshold?: number | string
  readonly unit?: string
  /** Inputs the cause is based on. */
  readonly of: readonly InputName[]
  /** Remedy, if the code is not specific enough. */
  readonly remedy?: string
  /** Evidence IDs of the reports that were read. */
  readonly evidenceIds?: readonly string[]
  /** Severity, if it differs from the severity of the verdict. */
  readonly severity?: Severity
}

/** An item of insufficient evidence. */
export interface MissingItem {
  readonly code: string
  readonly description: string
  readonly have: number | string | null
  readonly need: number | string
  readonly unit?: string
  readonly producedBy: string
  /** Remedy, if the producer is not specific enough. */
  readonly remedy?: string
  readonly earliestAtMs: Instant | null
}

/** Complete and fresh evidence that is still not enough for a verdict. */
export interface Insufficient {
  readonly missing: readonly [MissingItem, ...MissingItem[]]
  /** Other missing evidence, which is not awaited. */
  readonly beside?: readonly MissingItem[]
  readonly reasons?: readonly Cause[]
  /** Summary, if the default sentence about the slowest missing evidence is unsuitable. */
  readonly summary?: string
}

/** Context passed to every rule besides the inputs. */
export interface Frame {
  readonly nowMs: Instant
  readonly mode: ExecutionMode
  readonly constitution: Constitution
  readonly hashes: TruthSnapshot['hashes']
  readonly snapshotId: string
  /** Returns when an input was observed; undefined while it was not. */
  readonly observedAtMs: (name: InputName) => Instant | undefined
  /** Returns the name of an input in `evidence`; undefined while it was not observed. */
  readonly evidenceId: (name: InputName) => string | undefined
  /** Parts that failed when they were last measured. */
  readonly openParts: OpenFaults['parts']
  /** The reports of the surfaces before this one in the list. */
  readonly reports: ReadonlyMap<string, Report>
}

/** Available values of the inputs, however old. */
export type Available<N extends InputName> = { readonly [Name in N]?: TruthInputs[Name] }
/** Values of all the inputs, all fresh. */
export type Complete<N extends InputName> = { readonly [Name in N]: TruthInputs[Name] }

/** The rules of one surface. */
export interface SurfaceRules<V extends string, D extends TSchema, N extends InputName, S extends InputName> {
  readonly contract: SurfaceContract<V, D>
  /** Inputs that must all be present and fresh before anything good is reported. */
  readonly needs: readonly N[]
  /** Additional inputs of the data; no verdict depends on them. */
  readonly optional?: readonly S[]
  /** Surfaces whose reports it uses; their evidence becomes part of its own. */
  readonly dependsOn?: readonly string[]
  /**
   * Returns the worst fault observed, with a verdict below `INSUFFICIENT_EVIDENCE`, or null. It also receives outdated
   * inputs. A missing input may hide only the faults that it would show itself.
   */
  readonly fault: (inputs: Available<N>, frame: Frame) => Finding<V> | null
  /** Returns the judgement when there is no fault and every needed input is present and fresh. */
  readonly judge: (whole: Complete<N>, frame: Frame) => Finding<V> | Insufficient
  /** Explains why needed inputs are missing or too old, if known; the summary then starts with it. */
  readonly explain?: (inputs: Available<N | S>) => Cause | null
  /** Returns the minimum severity of the report, whatever its verdict; for faults other surfaces report. */
  readonly carries?: (inputs: Available<N | S>, frame: Frame) => Severity
  /** Returns remarks in addition to the verdict, which does not depend on them. */
  readonly remarks?: (inputs: Available<N | S>, verdict: string) => readonly Cause[]
  /** Builds the data to show from whatever inputs are available. */
  readonly data: (inputs: Available<N | S>, frame: Frame) => Static<D>
  /**
   * Parts of a composed verdict, each as currently measured. An open fault then belongs to a part rather than the
   * verdict.
   */
  readonly parts?: (inputs: Available<N>, frame: Frame) => readonly JudgedPart[]
  /** False when the surface repeats the verdict of another report, which has the open faults itself. */
  readonly hasFaults?: boolean
  /**
   * Returns whether the available inputs show by themselves that no fault is present, so that an earlier one no longer
   * holds although other inputs are missing. By default, only complete evidence shows that.
   */
  readonly disproves?: (inputs: Available<N>, frame: Frame) => boolean
  /**
   * Lookback of the counts that only the evidence record preserves, ms. After a loss of evidence, no good verdict is
   * reported before that much time has passed.
   */
  readonly lookbackMs?: (constitution: Constitution) => number
}

export const defineSurface = <V extends string, D extends TSchema, N extends InputName, S extends InputName = never>(
  rules: SurfaceRules<V, D, N, S>,
): Surface => ({
  dependsOn: [],
  explain: () => null,
  carries: () => 'OK',
  remarks: () => [],
  parts: null,
  hasFaults: rules.parts === undefined,
  disproves: () => false,
  lookbackMs: null,
  ...rules,
  inputs: [...rules.needs, ...(rules.optional ?? [])],
})
