"use client";

import { useEffect, useState } from "react";

/**
 * What `load` brings, and null until then: for code the first paint can do without, such as zod and the shapes made
 * with it. `load` belongs outside the component.
 */
export function useLoaded<Value>(load: () => Promise<Value>): Value | null {
  const [loaded, setLoaded] = useState<{ value: Value } | null>(null);
  useEffect(() => {
    let left = false;
    // Without it the server still has the last word.
    load().then(
      (value) => left || setLoaded({ value }),
      () => {},
    );
    return () => {
      left = true;
    };
  }, [load]);
  return loaded?.value ?? null;
}

type Checks = { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } | undefined } };

/** What is wrong with a field while it is typed; nothing until its rules are loaded. */
export function useProblem(load: () => Promise<Checks>, value: string): string | undefined {
  return useLoaded(load)?.safeParse(value).error?.issues[0]?.message;
}

/** Whether `now` has been true: what opens is loaded the first time, and stays. */
export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
