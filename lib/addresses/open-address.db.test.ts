import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSkill } from "@/lib/testing/skills";
import { addressHash } from "./address-secret";
import { createAddress } from "./commands/create-address";
import { noteAddressFetch } from "./commands/note-address-fetch";
import { revokeAddress } from "./commands/revoke-address";
import { openAddress } from "./open-address";
import type { CreateAddress } from "./schema";

const { db } = testDatabase();
const now = new Date();

async function made(context: Context, input: CreateAddress) {
  const { id, url } = await createAddress(context, input);
  return { id, hash: addressHash(url.slice(url.lastIndexOf("/") + 1)) };
}

const ofLabel = { name: "Staging", gives: { kind: "label", label: "staging" } } as const;

describe("openAddress", () => {
  it("finds whose skills it gives, in its own workspace", async () => {
    const ines = await aContext(db);
    const agent = await createAgent(ines, { name: "Release desk" });
    const skill = await aSkill(ines, { name: "notes", versions: 1 });
    const ofAgent = await made(ines, { name: "L", gives: { kind: "agent", agent: "release-desk" } });
    expect(await openAddress({ db }, ofAgent.hash, now)).toMatchObject({
      id: ofAgent.id,
      context: { workspace: { id: ines.workspace.id } },
      target: { kind: "agent", agentId: agent.id },
      title: "release-desk",
      lastFetchedAt: null,
    });
    const { hash } = await made(ines, ofLabel);
    expect(await openAddress({ db }, hash, now)).toMatchObject({
      target: { kind: "label", label: "staging" },
      title: "staging",
    });
    const chosen = await made(ines, { name: "Writers", gives: { kind: "selection", skills: ["notes"] } });
    const opened = await openAddress({ db }, chosen.hash, now);
    expect(opened).toMatchObject({
      target: { kind: "selection", skillIds: [skill.id], label: null },
      title: "Writers",
    });
  });

  it("finds nothing for a wrong, revoked or expired token", async () => {
    const ines = await aContext(db);
    const { id, hash } = await made(ines, { ...ofLabel, expiresInDays: 1 });
    expect(await openAddress({ db }, hash, now)).not.toBeNull();
    expect(await openAddress({ db }, addressHash("grd_wrong"), now)).toBeNull();
    expect(await openAddress({ db }, "", now)).toBeNull();
    expect(await openAddress({ db }, hash, new Date(now.getTime() + 2 * 24 * 60 * 60 * 1000))).toBeNull();
    await revokeAddress(ines, { address: id });
    expect(await openAddress({ db }, hash, now)).toBeNull();
  });
});

describe("noteAddressFetch", () => {
  it("writes at most once a minute, also for many fetches at once", async () => {
    const ines = await aContext(db);
    const { id } = await made(ines, ofLabel);
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    const read = async () => (await db.deliveryAddress.findUniqueOrThrow({ where: { id } })).lastFetchedAt;
    const unseen = { id, lastFetchedAt: null };
    await Promise.all([0, 1, 2].map((seconds) => noteAddressFetch({ db }, unseen, at(seconds))));
    const first = await read();
    expect(first).not.toBeNull();
    // Another server that has not seen the first one.
    await noteAddressFetch({ db }, unseen, at(30));
    await noteAddressFetch({ db }, { id, lastFetchedAt: first }, at(31));
    expect(await read()).toEqual(first);
    await noteAddressFetch({ db }, { id, lastFetchedAt: first }, at(90));
    expect(await read()).toEqual(at(90));
  });
});
