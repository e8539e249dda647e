import { afterEach, describe, expect, it, vi } from "vitest";
import { takeWireSlots } from "./wire-slots";

const asking = (bytes: number | null, signal = new AbortController().signal) =>
  new Request("http://greenroom.test/", {
    method: "POST",
    headers: bytes === null ? {} : { "content-length": String(bytes) },
    body: "x",
    signal,
  });
const gone = () => {
  const leaving = new AbortController();
  leaving.abort();
  return leaving.signal;
};
const long = 9 * 1024 * 1024;
const busy = { name: "WireError", kind: "busy", retryAfterSeconds: 5 };

let made = 0;
/** Somebody of a workspace; of a new one where none is named. */
const aPerson = (workspaceId?: string) => {
  made += 1;
  return { userId: `person-${made}`, workspaceId: workspaceId ?? `workspace-${made}` };
};

afterEach(() => vi.useRealTimers());

describe("turns of a person", () => {
  it("are sixteen at once, and one that ends lets the next one begin", async () => {
    const person = aPerson();
    const ends = await Promise.all(Array.from({ length: 16 }, () => takeWireSlots(person, asking(10))));
    await expect(takeWireSlots(person, asking(10, gone()))).rejects.toMatchObject(busy);
    const waiting = takeWireSlots(person, asking(10));
    ends.pop()?.();
    (await waiting)();
    for (const end of ends) end();
    for (const end of ends) end();
  });

  it("are two for long bodies, and for those that do not say how long they are", async () => {
    const person = aPerson();
    const ends = [await takeWireSlots(person, asking(long)), await takeWireSlots(person, asking(null))];
    await expect(takeWireSlots(person, asking(long, gone()))).rejects.toMatchObject(busy);
    ends.push(await takeWireSlots(person, asking(10)));
    for (const end of ends) end();
    (await takeWireSlots(person, asking(long)))();
  });

  it("give back what they took when another is not to be had", async () => {
    const person = aPerson();
    const held = await Promise.all([long, long].map((bytes) => takeWireSlots(person, asking(bytes))));
    for (let time = 0; time < 20; time += 1)
      await expect(takeWireSlots(person, asking(long, gone()))).rejects.toMatchObject(busy);
    const short = await Promise.all(Array.from({ length: 14 }, () => takeWireSlots(person, asking(10))));
    for (const end of [...held, ...short]) end();
  });

  it("are nobody else's", async () => {
    const person = aPerson();
    const ends = await Promise.all(Array.from({ length: 16 }, () => takeWireSlots(person, asking(10))));
    (await takeWireSlots(aPerson(), asking(10)))();
    for (const end of ends) end();
  });

  it("leave some of a workspace's to its others, and some of the server's to other workspaces", async () => {
    const workspace = aPerson().workspaceId;
    const many = Array.from({ length: 4 }, () => aPerson(workspace));
    const ends = await Promise.all(
      many.flatMap((person) => Array.from({ length: 16 }, () => takeWireSlots(person, asking(10)))),
    );
    await expect(takeWireSlots(aPerson(workspace), asking(10, gone()))).rejects.toMatchObject(busy);
    (await takeWireSlots(aPerson(), asking(10)))();
    for (const end of ends) end();
  });

  it.each([
    ["long", long, 2, 3],
    ["middling", 2 * 1024 * 1024, 8, 12],
  ])("for %s bodies leave some to others", async (_, bytes, ofPerson, ofWorkspace) => {
    const [one, workspace] = [aPerson(), aPerson().workspaceId];
    const alone = await Promise.all(
      Array.from({ length: ofPerson }, () => takeWireSlots(one, asking(bytes))),
    );
    await expect(takeWireSlots(one, asking(bytes, gone()))).rejects.toMatchObject(busy);
    for (const end of alone) end();
    const ends = await Promise.all(
      Array.from({ length: ofWorkspace }, () => takeWireSlots(aPerson(workspace), asking(bytes))),
    );
    await expect(takeWireSlots(aPerson(workspace), asking(bytes, gone()))).rejects.toMatchObject(busy);
    (await takeWireSlots(aPerson(), asking(bytes)))();
    for (const end of ends) end();
  });

  it("are not waited for without an end", async () => {
    vi.useFakeTimers();
    const person = aPerson();
    const ends = await Promise.all(Array.from({ length: 16 }, () => takeWireSlots(person, asking(10))));
    const waiting = expect(takeWireSlots(person, asking(10))).rejects.toMatchObject(busy);
    await vi.advanceTimersByTimeAsync(30_001);
    await waiting;
    for (const end of ends) end();
  });
});
