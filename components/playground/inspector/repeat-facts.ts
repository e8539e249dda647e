import { formatTokens } from "@/components/ui/format";
import { isDialectId } from "@/lib/dialects/dialect-heads";
import { repeatRules } from "@/lib/dialects/repeat-rules";
import { tokensRepeated } from "@/lib/runtime/decide-repeat";
import type { SessionEvent } from "@/lib/runtime/events";

type Words = readonly [term: string, value: string];

/** What an event that gave a text again cost; nothing for any other. */
export function costFacts(event: SessionEvent): Words[] {
  const twice = tokensRepeated(event);
  return twice === 0 ? [] : [["Cost of the repeat", sayRepeated(twice)]];
}

/** What was not sent again because the prompt held it. */
export const savedFact = (tokens: number): Words => [
  "Saved by de-duplication",
  tokens === 0 ? formatTokens(0) : `${estimate(tokens)}: in the prompt already, so not sent again`,
];

/** What repeats came to in one run: a host that gives a text again saves nothing, whatever was asked. */
export function repeatFacts(run: readonly SessionEvent[], tokensSaved: number): Words[] {
  const started = run.find((event) => event.type === "run-started");
  const dialect = started?.type === "run-started" ? started.payload.dialect : "";
  const hasNone = isDialectId(dialect) && repeatRules[dialect] === "again" && tokensSaved === 0;
  const twice = run.reduce((sum, event) => sum + tokensRepeated(event), 0);
  return [
    hasNone
      ? ["De-duplication", "none: this host gives a skill’s text again each time"]
      : savedFact(tokensSaved),
    ...(twice === 0 ? [] : [["Injected again", sayRepeated(twice)] as const]),
  ];
}

const estimate = (tokens: number) => `${formatTokens(tokens)} (estimate)`;
const sayRepeated = (tokens: number) => `${estimate(tokens)} that were in the prompt already`;
