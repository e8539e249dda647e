import { formatCount, formatNumber } from "@/lib/kernel/format-count";
import { compilePattern, type MatchBudget, usualBudget } from "@/lib/kernel/linear-pattern";
import type { SessionEvent, ToolCall } from "@/lib/runtime/events";
import { containsJson, isSameJson } from "@/lib/runtime/json-contains";
import type { Expectations, ExpectedCall } from "./expectation-schema";
import type { ExpectationResult, Rehearsal } from "./rehearsal-schema";

type Shown = Pick<Rehearsal, "text" | "activations" | "reads" | "tokens" | "cost" | "durationMs">;

/** Whether each thing that was expected holds, in the order of their kinds; how the run ended is not among them. */
export function matchExpectations(
  events: readonly SessionEvent[],
  shown: Shown,
  expected: Expectations,
): ExpectationResult[] {
  return [
    ...matchSkills(shown, expected),
    ...matchText(shown.text, expected),
    ...matchCalls(events, expected),
    ...matchLimits(events, shown, expected),
  ];
}

const result = (
  kind: ExpectationResult["kind"],
  expected: string,
  passed: boolean,
  message: string,
): ExpectationResult => ({ kind, expected, passed, message });

function matchSkills({ activations, reads }: Shown, expected: Expectations): ExpectationResult[] {
  const told = activations.length === 0 ? "None was activated." : `Activated: ${activations.join(", ")}.`;
  return [
    ...(expected.activations ?? []).map((name) => {
      const passed = activations.includes(name);
      return result("activations", name, passed, passed ? `${name} was activated.` : told);
    }),
    ...(expected.notActivated ?? []).map((name) => {
      const passed = !activations.includes(name);
      return result("notActivated", name, passed, `${name} was ${passed ? "not " : ""}activated.`);
    }),
    ...(expected.reads ?? []).map(({ skill, path }) => {
      const passed = reads.some((read) => read.skill === skill && read.path === path);
      const read = reads.map((one) => `${one.skill}/${one.path}`).join(", ");
      const all = read === "" ? "Nothing was read." : `Read: ${read}.`;
      return result("reads", `${skill}/${path}`, passed, passed ? "It was read." : all);
    }),
  ];
}

/** Of a longer answer a pattern says nothing. In characters. */
const longestMatched = 500_000;

function matchText(text: string, expected: Expectations): ExpectationResult[] {
  const lower = text.toLowerCase();
  // All patterns of a run share it, so that no number of them takes long.
  const budget = usualBudget();
  return [
    ...(expected.outputIncludes ?? []).map((part) => {
      const passed = lower.includes(part.toLowerCase());
      return result("outputIncludes", part, passed, `The answer ${passed ? "has" : "does not have"} it.`);
    }),
    ...(expected.outputMatches ?? []).map((source) => {
      const message = matchPattern(source, text, budget);
      return result("outputMatches", source, message === matching, message);
    }),
  ];
}

const matching = "The answer matches it.";

function matchPattern(source: string, text: string, budget: MatchBudget): string {
  const compiled = compilePattern(source);
  if (!compiled.ok) return `It cannot be matched: ${compiled.error}.`;
  if (text.length > longestMatched)
    return `The answer has ${formatNumber(text.length)} characters; patterns are matched in at most ${formatNumber(longestMatched)}.`;
  const found = compiled.value.isIn(text, budget);
  if (found === null)
    return "This pattern could take too long on an answer of this length, so it is not known. Use a simpler one.";
  return found ? matching : "The answer does not match it.";
}

function matchCalls(events: readonly SessionEvent[], expected: Expectations): ExpectationResult[] {
  const calls = events.flatMap(callsOf);
  const refused = new Set(events.flatMap(refusedCall));
  const answered = calls.filter((call) => !refused.has(keyOf(call)));
  const names = [...new Set(calls.map(({ toolName }) => toolName))];
  const told = names.length === 0 ? "No tool was called." : `Called: ${names.join(", ")}.`;
  return [
    ...(expected.toolsCalled ?? []).map((wanted) => {
      const passed = answered.some((call) => isWanted(call, wanted));
      const message = passed ? `${wanted.name} was called.` : whyNotCalled(wanted, { calls, answered, told });
      return result("toolsCalled", sayCall(wanted), passed, message);
    }),
    ...(expected.toolsNotCalled ?? []).map((name) => {
      const count = calls.filter(({ toolName }) => toolName === name).length;
      const message =
        count === 0 ? `${name} was not called.` : `${name} was called ${formatCount(count, "time")}.`;
      return result("toolsNotCalled", name, count === 0, message);
    }),
  ];
}

type Called = Pick<ToolCall, "toolName" | "input" | "id" | "step">;
const keyOf = ({ step, id }: Pick<ToolCall, "step" | "id">): string => `${step} ${id}`;

const callsOf = (event: SessionEvent): Called[] =>
  event.type === "model-step"
    ? event.payload.response.content.flatMap((part) =>
        part.type === "tool-call"
          ? [{ toolName: part.toolName, input: part.input, id: part.id, step: event.payload.step }]
          : [],
      )
    : [];

const refusedCall = (event: SessionEvent): string[] =>
  event.type === "request-refused" && event.payload.call ? [keyOf(event.payload.call)] : [];

function isWanted({ toolName, input }: Called, { name, inputEquals, inputContains }: ExpectedCall): boolean {
  if (toolName !== name) return false;
  if (inputEquals !== undefined) return isSameJson(input, inputEquals);
  return inputContains === undefined || containsJson(input, inputContains);
}

function sayCall({ name, inputEquals, inputContains }: ExpectedCall): string {
  if (inputEquals !== undefined) return `${name} with exactly ${JSON.stringify(inputEquals)}`;
  return inputContains === undefined ? name : `${name} with ${JSON.stringify(inputContains)}`;
}

type Calls = { calls: readonly Called[]; answered: readonly Called[]; told: string };

const longestInput = 300;

function whyNotCalled({ name }: ExpectedCall, { calls, answered, told }: Calls): string {
  const own = answered.filter(({ toolName }) => toolName === name);
  const last = own.at(-1);
  if (last) {
    const input = JSON.stringify(last.input) ?? "";
    const shown = input.length > longestInput ? `${input.slice(0, longestInput)}…` : input;
    return `${name} was called ${formatCount(own.length, "time")}, never with that; the last input was ${shown}.`;
  }
  return calls.some(({ toolName }) => toolName === name)
    ? `${name} was called, and each call was refused.`
    : told;
}

function matchLimits(
  events: readonly SessionEvent[],
  { tokens, cost, durationMs }: Shown,
  expected: Expectations,
): ExpectationResult[] {
  const { tokensAtMost, costAtMost, durationAtMostMs } = expected;
  const router = routerOf(events);
  const results: ExpectationResult[] = [];
  if (tokensAtMost !== undefined) {
    const total = tokens.input + tokens.output + router.tokens;
    const also = router.tokens > 0 ? `, ${formatNumber(router.tokens)} of the router` : "";
    const counted =
      tokens.source === "provider" ? "" : tokens.source === "mixed" ? ", estimated in part" : ", estimated";
    const split = `${formatNumber(tokens.input)} in and ${formatNumber(tokens.output)} out${also}${counted}`;
    const message = `It took ${formatCount(total, "token")}: ${split}.`;
    results.push(result("tokensAtMost", `${tokensAtMost}`, total <= tokensAtMost, message));
  }
  if (costAtMost !== undefined) {
    const total = cost === null || router.cost === null ? null : cost + router.cost;
    const message = total === null ? whyNoCost(events, cost) : `It cost $${total.toFixed(6)}.`;
    results.push(result("costAtMost", `${costAtMost}`, total !== null && total <= costAtMost, message));
  }
  if (durationAtMostMs !== undefined) {
    const message = `It took ${formatNumber(Math.round(durationMs))} ms.`;
    results.push(result("durationAtMostMs", `${durationAtMostMs}`, durationMs <= durationAtMostMs, message));
  }
  return results;
}

/** What asking the router took; it is no step of the run's. */
function routerOf(events: readonly SessionEvent[]): { tokens: number; cost: number | null } {
  const usages = events.flatMap((event) =>
    event.type === "skills-routed" && event.payload.usage ? [event.payload.usage] : [],
  );
  const paid = usages.filter(({ input, output }) => input + output > 0);
  return {
    tokens: paid.reduce((sum, { input, output }) => sum + input + output, 0),
    cost: paid.reduce<number | null>(
      (sum, one) => (sum === null || one.cost === null ? null : sum + one.cost),
      0,
    ),
  };
}

function whyNoCost(events: readonly SessionEvent[], cost: number | null): string {
  const started = events.find((event) => event.type === "run-started");
  if (started?.type !== "run-started") return "The cost is not known.";
  const { kind, name } = started.payload.model;
  if (kind === "rules") return `The cost is not known: ${name} is no language model and has no price.`;
  if (kind === "recording") return "The cost is not known: a recording asks no model.";
  if (cost !== null) return "The cost is not known: the model that routes has no prices.";
  if (!events.some(({ type }) => type === "model-step"))
    return "The cost is not known: no answer of the model came.";
  return `The cost is not known: ${name} has no prices. An admin can give them under Settings, Models.`;
}
