import { describe, expect, it } from "vitest";
import type { VisitorContext } from "@/lib/access/context";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { aCrowd, won } from "@/lib/testing/crowd";
import { testDatabase } from "@/lib/testing/database";
import { retainGuesses } from "./commands/retain-guesses";
import { type Guess, takeGuess } from "./commands/take-guess";

const { db } = testDatabase();
const second = 1_000;
const minute = 60 * second;

/** Somebody at an address, at a time that goes on only when told to. */
function somebody(address: string | null = "192.0.2.1") {
  let ms = Date.parse("2026-11-22T12:00:00Z");
  const now = () => new Date(ms);
  const from = (other: string | null, on: Db = db) => ({
    db: on,
    now,
    address: other,
    traceId: "0".repeat(32),
  });
  return { ...from(address), from, wait: (more: number) => (ms += more) };
}

/** How many seconds to wait, or "let through". */
async function tryOnce(who: VisitorContext, guess: Guess) {
  try {
    await takeGuess(who, guess);
    return "let through";
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "TOO_MANY_REQUESTS") throw error;
    return error.retryAfterSeconds;
  }
}

let count = 0;
function aTarget(): string {
  count += 1;
  return `somebody-${count}@example.test`;
}
const password = (target: string, device?: string): Guess => ({
  kind: "password",
  target,
  ...(device ? { device } : {}),
});
const repeat = async <T>(times: number, once: (at: number) => Promise<T>): Promise<Set<T>> => {
  const seen = new Set<T>();
  for (let at = 0; at < times; at += 1) seen.add(await once(at));
  return seen;
};
const letThrough = new Set(["let through"]);

describe("guesses of a password", () => {
  it("from one network wait longer and longer, up to a quarter of an hour, and end an hour later", async () => {
    const [who, guess] = [somebody(), password(aTarget())];
    const waits: unknown[] = [];
    for (let round = 0; round < 7; round += 1) {
      expect(await repeat(10, () => tryOnce(who, guess))).toEqual(letThrough);
      const seconds = await tryOnce(who, guess);
      waits.push(seconds);
      who.wait(Number(seconds) * second - 1);
      expect(await tryOnce(who, guess)).toBe(1);
      who.wait(1);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
    who.wait(61 * minute);
    expect(await repeat(10, () => tryOnce(who, guess))).toEqual(letThrough);
    expect(await tryOnce(who, guess)).toBe(30);
  });

  it("that come slowly are all looked at", async () => {
    const [who, guess] = [somebody(), password(aTarget())];
    const seen = await repeat(50, () => {
      who.wait(7 * second);
      return tryOnce(who, guess);
    });
    expect(seen).toEqual(letThrough);
  });

  it("are twenty a minute whatever network they come from, and who uses up one leaves the others theirs", async () => {
    const [who, guess] = [somebody(), password(aTarget())];
    await repeat(50, () => tryOnce(who, guess));
    const rest = await repeat(10, (at) => tryOnce(who.from(`198.51.100.${at}`), guess));
    expect(rest).toEqual(letThrough);
    expect(await tryOnce(who.from("198.51.100.99"), guess)).toBe(60);
    expect(await tryOnce(who.from("198.51.100.99"), password(aTarget()))).toBe("let through");
  });

  it("never lock out a browser that its owner got in with before, and are limited there too", async () => {
    const [who, target] = [somebody(), aTarget()];
    await repeat(60, (at) => tryOnce(who.from(`198.51.100.${at}`), password(target)));
    expect(await tryOnce(who, password(target))).not.toBe("let through");
    expect(await repeat(20, () => tryOnce(who, password(target, "laptop")))).toEqual(letThrough);
    expect(await tryOnce(who, password(target, "laptop"))).toBe(60);
    expect(await tryOnce(who, password(target, "telephone"))).toBe("let through");
  });

  it("are forgotten once it was right, for this account alone", async () => {
    const [who, guess, other] = [somebody(), password(aTarget()), password(aTarget())];
    await repeat(9, () => tryOnce(who, guess));
    await repeat(10, () => tryOnce(who, other));
    await (await takeGuess(who, guess)).wasRight();
    expect(await repeat(10, () => tryOnce(who, guess))).toEqual(letThrough);
    expect(await tryOnce(who, other)).toBe(30);
  });

  it("at many accounts make one network wait, and nobody elsewhere, nor whoever is known", async () => {
    const who = somebody("203.0.113.5");
    const begun = aTarget();
    expect(await tryOnce(who, password(begun))).toBe("let through");
    expect(await repeat(99, () => tryOnce(who, password(aTarget())))).toEqual(letThrough);
    const next = password(aTarget());
    expect(await repeat(3, () => tryOnce(who, next))).toEqual(new Set([60]));
    expect(await tryOnce(who, password(begun))).toBe(60);
    expect(await tryOnce(who, password(begun, "laptop"))).toBe("let through");
    expect(await tryOnce(who.from("203.0.113.6"), next)).toBe("let through");
  });

  it("count for a network at accounts that others have tried too", async () => {
    const targets = Array.from({ length: 101 }, aTarget);
    const [others, who] = [somebody("203.0.113.8"), somebody("203.0.113.9")];
    for (const target of targets.slice(0, 50)) await tryOnce(others, password(target));
    const tried = await repeat(100, (at) => tryOnce(who, password(targets[at] ?? "")));
    expect(tried).toEqual(letThrough);
    expect(await tryOnce(who, password(targets[100] ?? ""))).toBe(60);
  });

  it("of people who mistype and then get in count against nobody else behind their address", async () => {
    const who = somebody("203.0.113.7");
    for (let person = 0; person < 150; person += 1) {
      const guess = password(aTarget());
      await tryOnce(who, guess);
      await (await takeGuess(who, guess)).wasRight();
      who.wait(second);
    }
    expect(await tryOnce(who, password(aTarget()))).toBe("let through");
  });

  it("count for all addresses of one network of IPv6, and for one spelling of an e-mail address", async () => {
    const [who, target] = [somebody(), aTarget()];
    const from = (at: number) => who.from(`2001:db8:0:1::${at}`);
    await repeat(10, (at) => tryOnce(from(at), password(at % 2 ? target : ` ${target.toUpperCase()}`)));
    expect(await tryOnce(from(99), password(target))).toBe(30);
  });
});

describe("guesses of links", () => {
  it("count per link and per network; what opens something forgives nothing that came before", async () => {
    const [who, link] = [somebody("203.0.113.20"), { kind: "link", target: "a-link" } as const];
    await repeat(19, (at) => tryOnce(who.from(`198.51.101.${at}`), link));
    await (await takeGuess(who, link)).wasRight();
    await (await takeGuess(who, link)).wasRight();
    expect(await tryOnce(who, link)).toBe("let through");
    expect(await tryOnce(who, link)).toBe(60);
    const tried = await repeat(59, (at) => tryOnce(who, { kind: "link", target: `another-${at}` }));
    expect(tried).toEqual(letThrough);
    expect(await tryOnce(who, { kind: "link", target: "one-more" })).toBe(60);
  });
});

describe("limits of guesses", () => {
  const { race, all } = aCrowd();

  it("are one for all servers: of forty guesses through two, twenty are looked at", async () => {
    const [who, guess] = [somebody(), password(aTarget())];
    const servers = [...all((at) => at), ...all((at) => at + 20)];
    const outcomes = await race(
      servers.map((at) => (client) => takeGuess(who.from(`198.51.102.${at}`, client), guess)),
    );
    expect(won(outcomes)).toBe(20);
    expect(outcomes.filter((one) => !one.ok && one.reason === "TOO_MANY_REQUESTS")).toHaveLength(20);
  });

  it("hold for guesses at once from one network", async () => {
    const [who, guess] = [somebody(), password(aTarget())];
    const outcomes = await race(all(() => (client: Db) => takeGuess({ ...who, db: client }, guess)));
    expect(won(outcomes)).toBe(10);
  });

  it("store neither e-mail addresses nor tokens, and keep nothing that decides nothing", async () => {
    const who = somebody();
    who.wait(24 * 60 * minute);
    await tryOnce(who, password("ines@example.test"));
    const rows = await db.guessCount.findMany();
    expect(JSON.stringify(rows)).not.toMatch(/example|192\.0/);
    who.wait(61 * minute);
    await tryOnce(who.from("192.0.2.2"), password("jonas@example.test"));
    expect(await retainGuesses({ db }, who.now())).toBe(rows.length);
    expect(await db.guessCount.count()).toBe(3);
  });
});
