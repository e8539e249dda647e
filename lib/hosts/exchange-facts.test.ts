import { describe, expect, it } from "vitest";
import { scriptedRequest, streamedMessage } from "@/lib/testing/hosts/host-requests";
import { chainOf, exchangeFacts, factsOfAnswer, isModels, newFacts } from "./exchange-facts";
import { SkillFacts } from "./find-skill-facts";
import { readHostRequest } from "./read-host-request";
import type { SkillFact } from "./skill-facts";

const sha256 = (text: string) => `#${text.length}:${text.slice(-40)}`;
const skills = [{ name: "notes", description: "Writes." }];
const call = { tool: "Skill", input: { skill: "notes" }, result: "Launched." };
const bodyOf = (more: object = {}) =>
  scriptedRequest("messages", { skills, message: "Write", calls: [], ...more });
const exchange = (request: unknown, more: object = {}) =>
  exchangeFacts(
    { protocol: "messages", modelAsked: "m", userAgent: "", request, answer: null, before: null, ...more },
    sha256,
  );
const kinds = (facts: readonly SkillFact[] | undefined) => facts?.map(({ kind }) => kind);

/** What is kept of an exchange for the next one. */
const readingOf = (found: ReturnType<typeof exchange>, isAnswered: boolean) => ({
  understood: true,
  host: null,
  version: null,
  from: 0,
  rewrittenFrom: null,
  facts: [],
  messages: found?.request.messages.length,
  chain: found?.chain,
  answerFacts: [],
  isAnswered,
  finishReason: "",
});

describe("what one exchange brings", () => {
  const first = exchange(bodyOf());

  it("is all of the first one", () => {
    expect(first).toMatchObject({ from: 0, rewrittenFrom: null });
    expect(kinds(first?.facts)).toEqual(["catalogue", "asked"]);
  });

  it("is what follows the one before, without the model's words where its answer was read", () => {
    const next = bodyOf({ calls: [call] });
    const answered = exchange(next, { before: readingOf(first, true) });
    expect(answered).toMatchObject({ from: 2, rewrittenFrom: null });
    expect(kinds(answered?.facts)).toEqual(["activated"]);
    expect(kinds(exchange(next, { before: readingOf(first, false) })?.facts)).toEqual([
      "called",
      "activated",
    ]);
  });

  it("is what follows the model's last words where the history is another one", () => {
    const before = readingOf(exchange(bodyOf({ message: "Other" })), true);
    const found = exchange(bodyOf({ calls: [call], after: [{ said: "Done.", asked: "Again" }] }), { before });
    expect(found).toMatchObject({ from: 5, rewrittenFrom: 2 });
    expect(kinds(found?.facts)).toEqual(["asked"]);
  });

  it("is with the answer what the model said and called", () => {
    const text = streamedMessage([{ text: "Yes." }, { id: "t0", tool: "Skill", input: { skill: "notes" } }]);
    const found = exchange(bodyOf(), { answer: { contentType: "text/event-stream", text } });
    expect(kinds(found?.answerFacts)).toEqual(["said", "called"]);
    expect(found?.answer?.isWhole).toBe(true);
  });

  it("is nothing of a request that is none", () => {
    expect(exchange({ prompt: "x" })).toBeNull();
    expect(exchange(bodyOf(), { before: { understood: true } })?.from).toBe(0);
  });
});

describe("the digest over a history", () => {
  const chain = (body: object) => chainOf(readHostRequest("messages", body)?.messages ?? [], sha256);

  it("is the same whatever a host changes around it", () => {
    const body = bodyOf({ calls: [call] });
    const reminded = JSON.parse(
      JSON.stringify(body).replace("Today is Sunday.", "Today is Monday.").replace("You write code.", "You."),
    );
    expect(chain(reminded)).toBe(chain(body));
  });

  it("is another one with other words, calls or results", () => {
    const bodies = [
      bodyOf(),
      bodyOf({ message: "Other" }),
      bodyOf({ calls: [call] }),
      bodyOf({ calls: [{ ...call, result: "Else." }] }),
      bodyOf({ calls: [{ ...call, input: { skill: "else" } }] }),
    ];
    expect(new Set(bodies.map(chain)).size).toBe(bodies.length);
  });
});

describe("facts of a history", () => {
  const request = readHostRequest("messages", bodyOf({ calls: [call, call] }));
  if (!request) throw new Error("The scripted request is not read.");

  it("are given out by messages, and together are those of all", () => {
    const facts = new SkillFacts(request);
    const whole = facts.between(0);
    const cut = [facts.between(0, 2), facts.between(2, 4), facts.between(4)];
    expect(cut.flat()).toEqual(whole);
    expect(kinds(cut[0])).toEqual(["catalogue", "asked"]);
    expect(facts.between(6)).toEqual([]);
  });

  it("are read once, however often they are asked for", () => {
    let looked = 0;
    const counted = request.messages.map(({ parts, ...message }) => ({
      ...message,
      get parts() {
        looked += 1;
        return parts;
      },
    }));
    const facts = new SkillFacts({ ...request, messages: counted });
    const once = looked;
    for (let at = 0; at < 500; at += 1) facts.between(at % 6, (at % 6) + 1);
    expect(looked).toBe(once);
    expect(once).toBeLessThanOrEqual(3 * counted.length);
  });

  it("leave the model's own out where these are known", () => {
    const said: SkillFact[] = [
      { kind: "said", text: "Yes." },
      { kind: "asked", text: "Go" },
    ];
    expect(kinds(newFacts(said, true))).toEqual(["asked"]);
    expect(kinds(newFacts(said, false))).toEqual(["said", "asked"]);
    expect(said.map(isModels)).toEqual([true, false]);
    const answer = { finishReason: "", tokens: null, isWhole: true } as const;
    expect(factsOfAnswer({ ...answer, parts: [{ kind: "text", text: "" }, { kind: "data" }] })).toEqual([]);
  });
});
