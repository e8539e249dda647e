"use client";

import { type FormEvent, useState } from "react";
import { useLoaded } from "@/components/ui/use-loaded";

type Rules = {
  safeParse: (value: unknown) => {
    error?: { issues: { path: readonly PropertyKey[]; message: string }[] } | undefined;
  };
};
type Problems = Partial<Record<string, string>>;

/** The first problem of each field, by its name; none before the rules are loaded. */
function problemsOf(rules: Rules | null, value: object): Problems {
  const issues = rules?.safeParse(value).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}

/**
 * A form whose rules come after the first paint. Once it was tried, each field says what is wrong with it; the first
 * one that is wrong gets the focus, and nothing is sent. `load` belongs outside the component.
 */
export function useCheckedForm(load: () => Promise<Rules>, value: object, send: () => void) {
  const [tried, setTried] = useState(false);
  const rules = useLoaded(load);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = event.currentTarget.elements;
    setTried(true);
    // Whoever is faster than the rules waits for them; without them the server has the last word.
    const wrong = Object.keys(problemsOf(await load().catch(() => null), value));
    if (wrong.length === 0) return send();
    const inputs = [...fields].filter((field) => field instanceof HTMLInputElement);
    inputs.find(({ name }) => wrong.includes(name))?.focus();
  };
  return { problems: tried ? problemsOf(rules, value) : {}, submit };
}
