import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { sayLeftOut } from "@/lib/agents/decide-deliverable";
import type { DeliveredSkill, Delivery } from "@/lib/delivery/delivered";
import type { DeliverySource } from "@/lib/delivery/delivery-source";
import { heldDelivery } from "@/lib/delivery/held-deliveries";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { artifactPath, type ListedSkill } from "./discovery-index";
import { artifactFacts } from "./pack-artifact";

export type Discovered = ListedSkill & { delivered: DeliveredSkill };

/** What an index lists at one moment, and who is left out of it and why, as sentences without their end. */
export type Discovery = {
  listed: readonly Discovered[];
  /** The same by where their archives stand. */
  byPath: ReadonlyMap<string, Discovered>;
  leftOut: readonly { skill: string; why: string }[];
};

/** By what was delivered: as long as that is held, so is this. */
const made = new WeakMap<Delivery, Promise<Discovery>>();

/** What clients find of a source: of what it is delivered all that an index can carry. Errors as for a delivery. */
export async function readDiscovery(context: WorkspaceContext, source: DeliverySource): Promise<Discovery> {
  const delivery = await heldDelivery(context, source);
  const known = made.get(delivery);
  if (known) return known;
  const making = makeDiscovery(context, delivery);
  made.set(delivery, making);
  making.catch(() => made.delete(delivery));
  return making;
}

/** One after the other, with others' work between them. */
async function makeDiscovery(context: WorkspaceContext, delivery: Delivery): Promise<Discovery> {
  const breathe = createBreathe();
  const listed: Discovered[] = [];
  const leftOut = delivery.leftOut.map((each) => ({ skill: each.skill, why: sayLeftOut(each) }));
  for (const delivered of delivery.skills) {
    const { name, description, skill } = delivered;
    const { artifact, why } = await artifactFacts(context, delivered);
    if (why === null) listed.push({ name, description, artifact, delivered });
    else leftOut.push({ skill, why: `${skill} ${why}` });
    await breathe();
  }
  return { listed, byPath: new Map(listed.map((one) => [artifactPath(one), one])), leftOut };
}
