import { describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/db/client";
import { givePassword, testPassword } from "@/lib/testing/api-session";
import { SignInBrowser } from "@/lib/testing/browser/sign-in-browser";
import { aContext } from "@/lib/testing/contexts";
import { aCrowd, won } from "@/lib/testing/crowd";
import { testDatabase } from "@/lib/testing/database";
import { secretOf } from "@/lib/testing/secret-of";
import { recordRefusal } from "./commands/record-refusal";
import { takeGuess } from "./commands/take-guess";
import { writeCountedRefusals } from "./commands/write-counted-refusals";
import { codeAt, stepAt } from "./one-time-code";

const { db } = testDatabase();
const minute = 60_000;
const start = Date.parse("2026-11-22T12:00:00Z");

let networks = 0;
/** Somebody at an address of a network of their own, at a time that goes on only when told to. */
function somebody() {
  networks += 1;
  let ms = start;
  const who = { db, now: () => new Date(ms), address: `198.51.100.${networks}`, traceId: "a".repeat(32) };
  return { ...who, wait: (more: number) => (ms += more) };
}
const rowsFrom = (address: string) =>
  db.audit.findMany({ where: { action: "sign-in.refused", address }, orderBy: { id: "asc" } });
const rowsOf = async (objectId: string) =>
  (await db.audit.findMany({ where: { action: "sign-in.refused", objectId }, orderBy: { id: "asc" } })).map(
    ({ detail }) => detail,
  );
async function aPerson() {
  const { actor } = await aContext(db);
  await givePassword(db, actor.userId);
  return actor;
}

describe("a sign-in that is refused", () => {
  it("is in the trail of the installation: reason, address and account, by nobody, without what was typed", async () => {
    const { userId, email, name } = await aPerson();
    const response = await new SignInBrowser().post("sign-in/email", { email, password: "not-the-password" });
    expect(response.status).toBe(401);
    const rows = await db.audit.findMany({ where: { objectId: userId } });
    expect(rows).toMatchObject([
      {
        workspaceId: null,
        action: "sign-in.refused",
        actorId: null,
        actorName: "Somebody who is not signed in",
        objectType: "person",
        objectName: name,
        detail: { reason: "password", count: 1 },
        address: expect.stringMatching(/^10\./),
      },
    ]);
    expect(JSON.stringify(rows[0]?.detail)).not.toContain("not-the-password");
  });

  it("at an address that nobody has says so without the address, and alike for the same one", async () => {
    const ids = new Set<string>();
    for (const email of ["Nobody.Here@example.test", "nobody.here@example.test"]) {
      const who = somebody();
      await recordRefusal(who, { reason: "password", email });
      const [row] = await rowsFrom(who.address);
      expect(row).toMatchObject({
        objectType: "nobody",
        objectName: expect.stringMatching(/^[Nn]\*\*\*@e\*\*\*$/),
      });
      expect(
        Object.values(row ?? {})
          .join(" ")
          .toLowerCase(),
      ).not.toContain("nobody.here");
      ids.add(row?.objectId ?? "");
    }
    expect([...ids]).toEqual([expect.stringMatching(/^[\w-]{12}$/)]);
  });

  it("says why: a deactivated account, a wrong code, too many guesses", async () => {
    const gone = await aPerson();
    await db.user.update({ where: { id: gone.userId }, data: { deactivatedAt: new Date() } });
    await new SignInBrowser().post("sign-in/email", { email: gone.email, password: testPassword });
    expect(await rowsOf(gone.userId)).toEqual([{ reason: "deactivated", count: 1 }]);

    const { userId, email } = await aPerson();
    const browser = new SignInBrowser();
    await browser.post("sign-in/email", { email, password: testPassword });
    const { totpURI } = await (await browser.post("two-factor/enable", { password: testPassword })).json();
    // The first code of all is no sign-in: a wrong one is nothing for the trail.
    await browser.post("two-factor/verify-totp", { code: "000000" });
    await browser.post("two-factor/verify-totp", { code: codeAt(secretOf(totpURI), stepAt(new Date())) });
    const other = new SignInBrowser();
    await other.post("sign-in/email", { email, password: testPassword });
    expect((await other.post("two-factor/verify-totp", { code: "000000" })).status).toBe(401);
    expect(await rowsOf(userId)).toEqual([{ reason: "code", count: 1 }]);

    const tried = await aPerson();
    const guesser = new SignInBrowser();
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1)
      statuses.push(
        (await guesser.post("sign-in/email", { email: tried.email, password: `x-${at}` })).status,
      );
    expect(statuses.slice(9)).toEqual([401, 429, 429]);
    expect(await rowsOf(tried.userId)).toEqual([
      { reason: "password", count: 1 },
      { reason: "too-many-password", count: 1 },
    ]);
  });

  it("of a link names nobody and nothing of its token", async () => {
    const who = somebody();
    const guess = { kind: "link", target: "the-token-of-a-link" } as const;
    for (let at = 0; at < 20; at += 1) await takeGuess(who, guess);
    await expect(takeGuess(who, guess)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    const rows = await rowsFrom(who.address);
    expect(rows).toMatchObject([
      { objectType: "nobody", objectId: "-", objectName: "", detail: { reason: "too-many-link" } },
    ]);
  });

  it("is told to who tries also where it cannot be written", async () => {
    const broken = createDatabase("postgresql://nobody@127.0.0.1:1/none");
    const refused = recordRefusal(
      { ...somebody(), db: broken },
      { reason: "password", email: "a\0b@x.test" },
    );
    await expect(refused).resolves.toBeUndefined();
    await broken.$disconnect();
  });
});

describe("many that are refused", () => {
  const counted = async (address: string) => (await rowsFrom(address)).map(({ detail }) => detail);

  it("are one row a minute for a network, an account and a reason; the next row says how many it stands for", async () => {
    const who = somebody();
    const { email } = await aPerson();
    for (let at = 0; at < 30; at += 1) await recordRefusal(who, { reason: "password", email });
    expect(await counted(who.address)).toEqual([{ reason: "password", count: 1 }]);
    await recordRefusal(who, { reason: "deactivated", email });
    expect(await counted(who.address)).toHaveLength(2);
    who.wait(minute);
    await recordRefusal(who, { reason: "password", email });
    expect((await counted(who.address)).at(-1)).toEqual({ reason: "password", count: 30 });
  });

  it("at addresses that nobody has are one row, whatever is tried", async () => {
    const who = somebody();
    for (let at = 0; at < 30; at += 1)
      await recordRefusal(who, { reason: "password", email: `spray-${at}@example.test` });
    expect(await counted(who.address)).toEqual([{ reason: "password", count: 1 }]);
  });

  it("are written when their minute is over and nobody tries again: once, by whichever server", async () => {
    const who = somebody();
    const { email } = await aPerson();
    for (let at = 0; at < 5; at += 1) await recordRefusal(who, { reason: "password", email });
    who.wait(minute - 1);
    await writeCountedRefusals({ db }, who.now());
    expect(await counted(who.address)).toHaveLength(1);
    who.wait(1);
    await Promise.all([writeCountedRefusals({ db }, who.now()), writeCountedRefusals({ db }, who.now())]);
    await writeCountedRefusals({ db }, new Date(start + 5 * minute));
    expect(await counted(who.address)).toEqual([
      { reason: "password", count: 1 },
      { reason: "password", count: 4 },
    ]);
    await writeCountedRefusals({ db }, new Date(start + 90 * minute));
    expect(await db.refusedSignIn.count({ where: { address: who.address } })).toBe(0);
  });

  const { race, all } = aCrowd();
  it("at once in many servers are one row, and all are counted", async () => {
    const who = somebody();
    const { email } = await aPerson();
    const outcomes = await race(
      all(() => (client) => recordRefusal({ ...who, db: client }, { reason: "password", email })),
    );
    expect(won(outcomes)).toBe(20);
    expect(await counted(who.address)).toEqual([{ reason: "password", count: 1 }]);
    expect(await db.refusedSignIn.findFirst({ where: { address: who.address } })).toMatchObject({
      count: 19,
    });
  });
});
