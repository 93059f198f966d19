/** @file A diagnosis of a connection: its steps as they end, and then the complete text for the help desk. */

import { useEffect, useState } from 'react';
import type { Diagnosis, DiagnosisStep } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';

export interface RunningDiagnosis {
  isRunning: boolean;
  /** The steps that have ended so far. */
  steps: readonly DiagnosisStep[];
  /** The complete text for the help desk; undefined until the diagnosis is done. */
  text: string | undefined;
  error: ErrorRecord | undefined;
}

const nothing: RunningDiagnosis = { isRunning: false, steps: [], text: undefined, error: undefined };

export function useDiagnosis(name: string): {
  diagnosis: RunningDiagnosis;
  diagnose: (askForStorage: boolean) => Promise<Diagnosis | undefined>;
} {
  const bridge = useBridge();
  const [diagnosis, setDiagnosis] = useState(nothing);
  useEffect(
    () =>
      bridge.on['diagnosis.stepped']((event) => {
        if (event.name !== name) return;
        // Another window may diagnose the same connection: only the diagnosis started here is shown.
        setDiagnosis((before) =>
          before.isRunning ? { ...before, steps: withStep(before.steps, event.step) } : before,
        );
      }),
    [bridge, name],
  );
  const diagnose = async (askForStorage: boolean) => {
    setDiagnosis({ ...nothing, isRunning: true });
    const result = await bridge.invoke['connections.diagnose']({ name, askForStorage });
    setDiagnosis((before) =>
      result.ok
        ? { ...nothing, steps: result.value.steps, text: result.value.text }
        : { ...before, isRunning: false, error: result.error },
    );
    return result.ok ? result.value : undefined;
  };
  return { diagnosis, diagnose };
}

/** A step that is reported twice replaces its earlier version. */
function withStep(steps: readonly DiagnosisStep[], step: DiagnosisStep): DiagnosisStep[] {
  return [...steps.filter((one) => one.step !== step.step), step];
}
