import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import {
  aCatalogue,
  aChooser,
  asJson,
  aWriter,
  found,
  neighbour,
  search,
  searched,
} from "@/lib/testing/proof/improvements";

allowLocalServers();
const { db } = testDatabase();

const filler = "Handles one more kind of paper in the office. ";
/** The word that matters ends at about the 160th character. */
const long = `${filler.repeat(3)}${found} ${filler.repeat(4).trim()}`;

describe("a description that is shortened", () => {
  it("comes down to where a held-out case would flip, and no further; where its writer gives nothing, by whole sentences", async () => {
    const context = await aContext(db);
    await aCatalogue(context, { description: long });
    const { open } = aChooser();
    const detail = await search(context, open, { kind: "shorten", skill: searched, to: 60 });
    expect(detail).toMatchObject({ state: "done", outcome: "suggested" });
    const accepted = detail.attempts.find(({ word }) => word === "accepted");
    expect(accepted?.description).toContain(found);
    expect(accepted?.characters).toBeLessThan([...long].length);
    const first = detail.attempts[1];
    expect(first).toMatchObject({ length: 60, word: "flipped" });
    expect(first?.judged?.heldOut?.lost.length).toBeGreaterThan(0);
    expect(first?.reason).toMatch(/of those held out are no longer right\.$/);
    for (const one of detail.attempts.slice(1).filter(({ description }) => description !== null))
      expect(one.word === "flipped").toBe(!one.description?.includes(found));
    expect(detail.subjects[0]).toMatchObject({
      characters: [...long].length,
      now: { characters: accepted?.characters },
      ended: "Shorter texts flipped a case, or could not be used.",
    });
    expect(detail.tokensWon).toBeGreaterThan(0);
    expect(await db.review.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
  });

  it("takes the text of a writer where it fits, and ends as soon as what was asked for holds", async () => {
    const context = await aContext(db);
    await aCatalogue(context, { description: long });
    const writer = await aWriter(context, [asJson("x".repeat(90), found)]);
    const detail = await search(context, writer.open, {
      kind: "shorten",
      skill: searched,
      to: 50,
      proposer: writer.id,
    });
    expect(detail.attempts.slice(1)).toMatchObject([{ description: found, word: "accepted", length: 50 }]);
    expect(detail.subjects[0]?.ended).toBe("It is as short as was asked for.");
    expect(writer.asked()[0]).toContain("at most 50 characters");
  });

  it("is refused where a neighbour would lose a case", async () => {
    const context = await aContext(db);
    await aCatalogue(context, {
      description: `${found} Leaves letters, which others edit, alone in any case.`,
    });
    const writer = await aWriter(context, [asJson(`${found} Handles letters, too.`)]);
    const detail = await search(context, writer.open, {
      kind: "shorten",
      skill: searched,
      to: 45,
      proposer: writer.id,
    });
    expect(detail.attempts[1]).toMatchObject({ word: "neighbour-lost" });
    expect(detail.attempts[1]?.judged?.neighbours).toMatchObject([{ skill: neighbour }]);
  });
});

describe("a whole catalogue", () => {
  it("says of each skill what it comes to, or why nothing was tried for it", async () => {
    const context = await aContext(db);
    const agent = await aCatalogue(context, { description: long });
    const { open } = aChooser();
    const detail = await search(context, open, { kind: "shorten", agent, to: 250 });
    expect(detail).toMatchObject({ skill: null, outcome: "suggested", unwatched: ["mail-tools"] });
    const of = (name: string) => detail.subjects.find(({ skill }) => skill === name);
    expect(of(searched)?.now?.characters).toBeLessThan([...long].length);
    expect(of(neighbour)?.why).toMatch(/too few cases/);
    expect(of("mail-tools")?.ended).toMatch(/no cases yet/);
  });
});
