import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GivenVerdict } from "@/lib/approvals/staleness";
import {
  type Hand,
  type History,
  people,
  type Step,
  someHistory,
} from "@/lib/testing/reviews/review-histories";
import { digestOf, ReviewModel } from "@/lib/testing/reviews/review-model";
import { evaluatePolicy } from "./evaluate-policy";
import { defaultPolicy } from "./policy-options";
import { type FourEyes, whyNotDismiss } from "./who-may-judge";

const person = { isMachine: false, isDeactivated: false };
const members: FourEyes["members"] = new Map([
  ["ada", { ...person, role: "author" }],
  ["rex", { ...person, role: "reviewer" }],
  ["ines", { ...person, role: "admin" }],
  ["omar", { ...person, role: "owner" }],
  ["zoe", { ...person, role: "viewer" }],
  ["bot", { ...person, role: "reviewer", isMachine: true }],
]);

/** Whom the library keeps for a save of theirs. */
const writersOf = (hand: Hand): string[] =>
  hand === "bot" ? ["bot", "ines"] : [hand === "rex's key" ? "rex" : hand];

/** What the database holds of a skill, kept step by step as the commands keep it. */
class Records {
  readonly saves: { userId: string; since: number }[] = [];
  verdicts: GivenVerdict[] = [];
  versions = 0;
  findingsRevision = 0;

  save(...hands: Hand[]): void {
    for (const userId of hands.flatMap(writersOf)) this.saves.push({ userId, since: this.versions });
  }

  publish(): void {
    this.versions += 1;
    this.verdicts = [];
  }

  say(userId: string, kind: GivenVerdict["kind"], digest: string): void {
    const { findingsRevision, verdicts } = this;
    verdicts.push({ id: String(verdicts.length), userId, kind, digest, modesRevision: 0, findingsRevision });
  }

  get authors(): string[] {
    return this.saves.flatMap(({ userId, since }) => (since === this.versions ? [userId] : []));
  }
}

/** What a step that was done leaves behind. */
function keep(records: Records, step: Step, model: ReviewModel, before: ReviewModel["state"]): void {
  if (step.do === "publish") records.publish();
  else if (step.do === "approve") records.say(step.by, "approved", digestOf(model.bytes));
  else if (step.do === "ask-for-changes") records.say(step.by, "changes_requested", digestOf(model.bytes));
  else if (model.dismissed.size !== before.dismissals) records.findingsRevision += 1;
  else if (model.bytes !== before.bytes)
    records.save(step.by, ...(step.do === "apply" ? [step.suggestedBy] : []));
}

function expectSame(model: ReviewModel, { authors, verdicts, findingsRevision }: Records): void {
  const result = evaluatePolicy({
    policy: defaultPolicy,
    proof: null,
    members,
    authors,
    verdicts,
    now: { digest: digestOf(model.bytes), modesRevision: 0, findingsRevision },
    openThreads: 0,
    blockingFindings: model.blocks() ? 1 : 0,
    specificationErrors: null,
    growth: null,
  });
  const counted = verdicts.flatMap(({ id, userId }) => (result.verdicts.get(id)?.counts ? [userId] : []));
  const writers = new Set(model.writers());
  expect({
    approvers: counted.sort(),
    met: result.met,
    approveTheirOwn: counted.filter((userId) => writers.has(userId)),
    mayDismiss: people.filter((person) => whyNotDismiss({ members, authors }, person) === null),
  }).toEqual({
    approvers: model.approvers(),
    met: model.isMet(),
    approveTheirOwn: [],
    mayDismiss: people.filter((person) => model.mayDismiss(person)),
  });
}

/** Plays a history in both, and compares them after each step. Answers with the number of versions that came of it. */
function compare({ start, steps }: History): number {
  const model = new ReviewModel(start);
  const records = new Records();
  records.save(start.by, ...(start.copyOf === null ? [] : [start.copyOf]));
  if (start.published) records.publish();
  for (const step of steps) {
    const before = model.state;
    if (model.play(step) === "done") keep(records, step, model, before);
    expectSame(model, records);
  }
  return model.versions.length - Number(start.published);
}

describe("who may publish, whatever happened", () => {
  it("is what the plain model of the rule says, in 10,000 histories", () => {
    let published = 0;
    fc.assert(
      fc.property(someHistory(10), (history) => {
        published += compare(history);
      }),
      { numRuns: 10_000 },
    );
    // Histories in which nothing can ever be published would say little.
    expect(published).toBeGreaterThan(500);
  });
});

const by = { by: "ada", published: true, copyOf: null } as const;
const approversAfter = (...steps: Step[]): string[] => {
  const model = new ReviewModel(by);
  for (const step of steps) expect(model.play(step)).toBe("done");
  return model.approvers();
};

describe("the plain model", () => {
  const write = (hand: Hand, path: string): Step => ({ do: "write", by: hand, path, text: "one" });
  const approve = (hand: Hand): Step => ({ do: "approve", by: hand });

  it("lets others approve, and the same bytes again when they come back", () => {
    expect(approversAfter(write("ada", "b.md"), approve("rex"))).toEqual(["rex"]);
    const undone: Step[] = [write("ada", "c.md"), { do: "delete", by: "ada", path: "c.md" }];
    expect(approversAfter(write("ada", "b.md"), approve("rex"), ...undone)).toEqual(["rex"]);
  });

  it("also counts whoever added a file and removed it again: what they wrote may come back by another hand", () => {
    const undone: Step[] = [write("rex", "c.md"), { do: "delete", by: "rex", path: "c.md" }];
    expect(approversAfter(write("ada", "b.md"), ...undone, approve("rex"))).toEqual([]);
    expect(approversAfter(write("ada", "b.md"), ...undone, write("ada", "c.md"), approve("rex"))).toEqual([]);
  });

  it("forgets authors with the next version", () => {
    expect(
      approversAfter(
        write("rex", "b.md"),
        approve("ines"),
        { do: "publish", by: "rex" } as const,
        write("ada", "c.md"),
        approve("rex"),
      ),
    ).toEqual(["rex"]);
  });
});
