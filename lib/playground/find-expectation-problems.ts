import { listClosest } from "@/lib/runtime/find-closest";
import { isSameJson } from "@/lib/runtime/json-contains";
import type { Expectations, ExpectedCall } from "./expectation-schema";

/** What a run offers, as far as its expectations speak of it. */
export type Offer = {
  agent: string;
  /** Names of the skills that the run offers. */
  skills: readonly string[];
  /** Those that the agent has and this run does not offer, each with the reason in a sentence. */
  unavailable: ReadonlyMap<string, string>;
  /** Paths that may be read, by skill. */
  files: ReadonlyMap<string, readonly string[]>;
  /** Names of all tools that the model can have in it. */
  tools: readonly string[];
};

export type ExpectationProblem = {
  /** Where in the request, as in `expect.activations.0`. */
  path: string;
  message: string;
  /** The nearest names that would do, the nearest first. */
  closest: string[];
};

/** All that is wrong with expectations of a run that offers this: what could never come about, or never be missed. */
export function findExpectationProblems(expected: Expectations, offer: Offer): ExpectationProblem[] {
  const { activations = [], notActivated = [], reads = [], toolsCalled = [], toolsNotCalled = [] } = expected;
  return [
    ...activations.flatMap((name, at) => skillProblem(`activations.${at}`, name, offer)),
    ...notActivated.flatMap((name, at) => skillProblem(`notActivated.${at}`, name, offer)),
    ...reads.flatMap(({ skill, path }, at) => readProblem(`reads.${at}`, skill, path, offer)),
    ...toolsCalled.flatMap(({ name }, at) => toolProblem(`toolsCalled.${at}.name`, name, offer)),
    ...toolsNotCalled.flatMap((name, at) => toolProblem(`toolsNotCalled.${at}`, name, offer)),
    ...findRepetitions(expected),
    ...findContradictions(expected),
  ];
}

const problem = (field: string, message: string, closest: string[] = []): ExpectationProblem => ({
  path: `expect.${field}`,
  message: closest.length === 0 ? message : `${message} Did you mean ${orList(closest)}?`,
  closest,
});

const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

function skillProblem(field: string, name: string, offer: Offer): ExpectationProblem[] {
  if (offer.skills.includes(name)) return [];
  const why = offer.unavailable.get(name);
  const message = `This run does not offer the skill “${name}” to ${offer.agent}.`;
  if (why !== undefined) return [problem(field, `${message} ${why}`)];
  return [problem(field, message, listClosest(name, offer.skills))];
}

function readProblem(field: string, skill: string, path: string, offer: Offer): ExpectationProblem[] {
  const wrongSkill = skillProblem(`${field}.skill`, skill, offer);
  const files = offer.files.get(skill) ?? [];
  if (wrongSkill.length > 0 || files.includes(path)) return wrongSkill;
  const none = files.length === 0 ? " It has no files that can be read." : "";
  const message = `The skill “${skill}” has no file “${path}” that this run can read.${none}`;
  return [problem(`${field}.path`, message, listClosest(path, files))];
}

function toolProblem(field: string, name: string, { tools, agent }: Offer): ExpectationProblem[] {
  if (tools.includes(name)) return [];
  const message = `No tool “${name}” is offered to the model of ${agent} in this run.`;
  return [problem(field, message, listClosest(name, tools))];
}

/** What is named twice, so that somebody may have meant something else. */
function findRepetitions(expected: Expectations): ExpectationProblem[] {
  const lists = {
    activations: expected.activations,
    notActivated: expected.notActivated,
    reads: expected.reads?.map(({ skill, path }) => `${skill}/${path}`),
    outputIncludes: expected.outputIncludes?.map((text) => text.toLowerCase()),
    outputMatches: expected.outputMatches,
    toolsNotCalled: expected.toolsNotCalled,
  };
  return [
    ...Object.entries(lists).flatMap(([field, names = []]) =>
      names.flatMap((name, at) => (names.indexOf(name) < at ? [twice(field, at)] : [])),
    ),
    ...(expected.toolsCalled ?? []).flatMap((call, at, calls) =>
      calls.findIndex((other) => isSameCall(call, other)) < at ? [twice("toolsCalled", at)] : [],
    ),
  ];
}

const isSameCall = (one: ExpectedCall, other: ExpectedCall): boolean =>
  one.name === other.name &&
  isSameJson(one.inputEquals, other.inputEquals) &&
  isSameJson(one.inputContains, other.inputContains);

const twice = (field: string, at: number): ExpectationProblem =>
  problem(`${field}.${at}`, "The same is expected twice. Leave one out.");

/** What cannot hold together with something else that is expected. */
function findContradictions(expected: Expectations): ExpectationProblem[] {
  const { activations = [], notActivated = [], toolsCalled = [], toolsNotCalled = [] } = expected;
  return [
    ...notActivated.flatMap((name, at) =>
      activations.includes(name)
        ? [problem(`notActivated.${at}`, `“${name}” is to be activated and not to be: it cannot be both.`)]
        : [],
    ),
    ...toolsNotCalled.flatMap((name, at) =>
      toolsCalled.some((call) => call.name === name)
        ? [problem(`toolsNotCalled.${at}`, `“${name}” is to be called and not to be: it cannot be both.`)]
        : [],
    ),
  ];
}
