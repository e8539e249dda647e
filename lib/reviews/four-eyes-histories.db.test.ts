import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { applySuggestion } from "@/lib/discussion/commands/apply-suggestion";
import { createThread } from "@/lib/discussion/commands/create-thread";
import { AppError } from "@/lib/kernel/app-error";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { duplicateSkill } from "@/lib/library/commands/duplicate-skill";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { restoreVersion } from "@/lib/library/commands/restore-version";
import type { DraftChange } from "@/lib/library/drafts/draft-schema";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { readDraft } from "@/lib/library/drafts/read-draft";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import {
  firstFiles,
  type Hand,
  type History,
  type Step,
  someHistory,
  type Text,
} from "@/lib/testing/reviews/review-histories";
import { ReviewModel } from "@/lib/testing/reviews/review-model";
import { aMachine, withKey } from "@/lib/testing/reviews/team";
import { dismissFinding } from "./commands/dismiss-finding";
import { giveVerdict } from "./commands/give-verdict";
import { publishSkill } from "./commands/publish-skill";
import { requestReview } from "./commands/request-review";
import { restoreFinding } from "./commands/restore-finding";
import { getPublication } from "./get-publication";

const { db } = testDatabase();

// Put together here, so that no scanner takes this file for a leak.
const secret = `The key was glpat-${"q7Rk2mZp9Xw4Tn8Vb3Lc"}.`;
const textOf = (text: Text) => `${text === "blocks" ? secret : text}\n`;

let hands: Record<Hand, Context>;
let names: Map<string, string>;
beforeAll(async () => {
  const omar = await aContext(db);
  const [ada, rex] = [await aColleague(omar, "author"), await aColleague(omar, "reviewer")];
  const [ines, zoe] = [await aColleague(omar, "admin"), await aColleague(omar, "viewer")];
  const bot = await aMachine(ines);
  hands = { ada, rex, ines, omar, zoe, bot, "rex's key": await withKey(rex) };
  names = new Map(
    Object.entries({ ada, rex, ines, omar, zoe, bot }).map(([name, one]) => [one.actor.userId, name]),
  );
});

/** One skill, to which a history happens. */
class Skill {
  readonly #stem = `s${crypto.randomUUID().slice(0, 8)}`;
  #name = "start";
  readonly fingerprints = new Map<string, string>();

  get name(): string {
    return `${this.#stem}-${this.#name}`;
  }

  async begin({ by, published, copyOf }: History["start"]): Promise<void> {
    const { name } = this;
    const files = Object.fromEntries(Object.entries(firstFiles).map(([path, text]) => [path, textOf(text)]));
    if (copyOf === null)
      await aPackage(hands[by], { name, files, ...(published ? { publishNote: "First" } : {}) });
    else {
      await aPackage(hands[copyOf], { name: `${name}-source`, files });
      await duplicateSkill(hands[by], { skill: `${name}-source`, name });
    }
    const { id: skillId, workspaceId } = await db.skill.findFirstOrThrow({ where: { name } });
    const [userId, addedById] = [hands.zoe.actor.userId, hands.omar.actor.userId];
    await db.skillMaintainer.create({ data: { skillId, workspaceId, userId, addedById } });
  }

  async play(step: Step): Promise<unknown> {
    const context = hands[step.by];
    const skill = this.name;
    switch (step.do) {
      case "write":
        return this.#change(context, { op: "write", path: step.path, text: textOf(step.text) });
      case "delete":
        return this.#change(context, { op: "delete", path: step.path });
      case "move":
        return this.#change(context, { op: "move", from: step.path, to: step.to });
      case "rename":
        await renameSkill(context, { skill, name: `${this.#stem}-${step.name}` });
        this.#name = step.name;
        return undefined;
      case "restore": {
        const { revision } = await this.draft();
        return restoreVersion(context, { skill, number: step.version, baseRevision: revision });
      }
      case "apply":
        return this.#apply(step);
      case "approve":
      case "ask-for-changes": {
        const kind = step.do === "approve" ? "approved" : "changes_requested";
        const number = await this.#openReview();
        return giveVerdict(context, { number, kind, note: "Read.", digest: (await this.draft()).digest });
      }
      case "dismiss":
        return dismissFinding(context, {
          skill,
          fingerprint: await this.#finding(step.path),
          reason: "Fine.",
        });
      case "restore-finding":
        return restoreFinding(context, { skill, fingerprint: await this.#finding(step.path) });
      case "publish": {
        const { skillId, revision, digest } = await this.draft();
        const newestVersion = (await db.version.count({ where: { skillId } })) || null;
        return publishSkill(context, { skill, revision, digest, newestVersion });
      }
    }
  }

  draft() {
    return readDraft(hands.ada, this.name);
  }

  /** As the model says it: by name, sorted. */
  async standing() {
    const { authors, approvals, met } = await getPublication(hands.ada, { skill: this.name });
    const nameOf = ({ id }: { id: string }) => names.get(id) ?? id;
    return {
      authors: authors.map(nameOf).sort(),
      approvers: approvals.flatMap(({ by, counts }) => (counts ? [nameOf(by)] : [])).sort(),
      met,
    };
  }

  async #change(context: Context, change: DraftChange) {
    const { revision } = await this.draft();
    return changeDraft(context, { skill: this.name, baseRevision: revision, changes: [change] });
  }

  async #apply({ by, suggestedBy, path, text }: Step & { do: "apply" }) {
    const number = await this.#openReview();
    const { digest, revision } = await this.draft();
    const anchor = { kind: "file", side: "new", digest, path, startLine: 1, endLine: 1 } as const;
    const suggestion = textOf(text).trim();
    const { comments } = await createThread(hands[suggestedBy], {
      review: number,
      anchor,
      body: "So?",
      suggestion,
    });
    return applySuggestion(hands[by], { comment: comments[0]?.id ?? "", baseRevision: revision });
  }

  async #openReview(): Promise<number> {
    const open = await db.review.findFirst({ where: { skill: { name: this.name }, state: "open" } });
    return open?.number ?? (await requestReview(hands.ada, { skill: this.name, title: "Look" })).number;
  }

  /** Also one that is no longer there. */
  async #finding(path: string): Promise<string> {
    const { findings } = await getDraft(hands.ada, { skill: this.name });
    const found = findings.find((finding) => finding.path === path && finding.severity === "blocking");
    if (found) this.fingerprints.set(path, found.fingerprint);
    return this.fingerprints.get(path) ?? "0".repeat(64);
  }
}

async function compare({ start, steps }: History): Promise<void> {
  const model = new ReviewModel(start);
  const skill = new Skill();
  await skill.begin(start);
  for (const step of steps) {
    const expected = model.play(step);
    if (expected === "skipped") continue;
    const outcome = await skill.play(step).then(
      () => "done",
      (error: unknown) => {
        if (error instanceof AppError) return "refused";
        throw error;
      },
    );
    const found = { step, outcome, ...(await skill.standing()) };
    const wanted = { authors: model.authors(), approvers: model.approvers(), met: model.isMet() };
    expect(found).toEqual({ step, outcome: expected, ...wanted });
  }
}

describe("who may publish, whatever people, keys and machines did", () => {
  it.each([1, 2, 3, 4, 5])("is what the plain model says, in 40 histories: part %i", async () => {
    await fc.assert(fc.asyncProperty(someHistory(5), compare), { numRuns: 40, endOnFailure: true });
  });
});
