import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { requestReview } from "@/lib/reviews/commands/request-review";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { markAllRead } from "./commands";
import { tellAskedTogether } from "./commands/tell-asked-together";
import { countUnread, listNotifications } from "./queries";

const { db } = testDatabase();
const batch = crypto.randomUUID();

async function aReviewer() {
  const ines = await aContext(db);
  const rex = await aColleague(ines, "reviewer", "Rex");
  const names = ["one", "two", "three"];
  for (const name of names) await aPackage(ines, { name });
  const ask = (skill: string, from: Context = ines) =>
    requestReview(from, {
      skill,
      batch,
      title: "First version",
      description: "",
      reviewers: [rex.actor.userId],
    });
  return { ines, rex, ask };
}

const linesOf = async (context: Context) =>
  (await listNotifications(context, {})).items.map(({ notice }) =>
    notice.kind === "reviews-asked" ? notice.data.reviews.map(({ skill }) => skill.name) : [notice.kind],
  );

describe("asking for several reviews at once", () => {
  it("makes one line that grows, and is unread again when it says more than was read", async () => {
    const { rex, ask } = await aReviewer();
    await ask("one");
    await ask("two");
    expect(await linesOf(rex)).toEqual([["one", "two"]]);
    expect(await countUnread(rex)).toEqual({ unread: 1 });
    await markAllRead(rex, {});
    await ask("three");
    expect(await linesOf(rex)).toEqual([["one", "two", "three"]]);
    expect(await countUnread(rex)).toEqual({ unread: 1 });
  });

  it("is not read by whoever marks as read what they saw before it grew, and is the newest then", async () => {
    const { ines, rex, ask } = await aReviewer();
    await ask("one");
    const seen = (await listNotifications(rex, {})).items[0]?.id;
    await ask("three", await aColleague(ines, "author", "Omar"));
    await ask("two");
    expect(await linesOf(rex)).toEqual([["one", "two"], ["three"]]);
    if (seen) await markAllRead(rex, { upTo: seen });
    expect(await countUnread(rex)).toEqual({ unread: 2 });
  });

  it("keeps the newest of a line that grows without end", async () => {
    const { ines, rex, ask } = await aReviewer();
    await ask("one");
    const [line] = await db.notification.findMany({ where: { userId: rex.actor.userId } });
    const [first] = (await listNotifications(rex, {})).items.flatMap(({ notice }) =>
      notice.kind === "reviews-asked" ? notice.data.reviews : [],
    );
    const reviews = Array.from({ length: 500 }, (_, at) => ({ ...first, title: `Review ${at}` }));
    await db.notification.update({ where: { id: line?.id ?? "" }, data: { data: { reviews } } });
    await ask("two", ines);
    const names = (await linesOf(rex))[0] ?? [];
    expect([names.length, names.at(-1)]).toEqual([500, "two"]);
  });

  it("adds nothing to the line of another person, even with the same batch", async () => {
    const { ines, rex, ask } = await aReviewer();
    await ask("one");
    await ask("two", await aColleague(ines, "author", "Omar"));
    expect(await linesOf(rex)).toEqual([["two"], ["one"]]);
  });

  it("leaves another workspace alone, and tells nobody who is not in this one", async () => {
    const { rex, ask } = await aReviewer();
    await ask("one");
    const stranger = await aContext(db);
    const asked = {
      skill: { id: crypto.randomUUID(), name: "theirs" },
      review: { number: 1, title: "Theirs" },
    };
    const told = await db.$transaction((tx) =>
      tellAskedTogether({ ...stranger, db: tx }, { to: [rex.actor.userId], batch, asked }),
    );
    expect(told).toEqual([]);
    expect(await linesOf(rex)).toEqual([["one"]]);
  });

  it("loses none of those that are asked for at the same moment", async () => {
    const { rex, ask } = await aReviewer();
    await Promise.all(["one", "two", "three"].map((skill) => ask(skill)));
    expect((await linesOf(rex)).map((names) => names.toSorted())).toEqual([["one", "three", "two"]]);
  });
});
