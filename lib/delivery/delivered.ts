import type { Deliverable, LeftOut } from "@/lib/agents/decide-deliverable";
import type { Person } from "@/lib/people/find-people";
import type { Invocation } from "@/lib/skills/invocation";

export type DeliveredFile = { path: string; sha256: string; size: number; executable: boolean };

export type DeliveredVersion = {
  id: string;
  number: number;
  /** Of the package: `packageDigest` of its files. */
  digest: string;
  note: string;
  publishedBy: Person;
  /** ISO 8601. */
  publishedAt: string;
  /** Whose approvals of exactly this digest counted; empty where none was asked for. */
  approvedBy: readonly (Person & { at: string })[];
};

export type DeliveredSkill = Invocation &
  Pick<Deliverable, "skillId" | "follows" | "label"> & {
    /** The name of its folder, which its SKILL.md says. */
    name: string;
    /** What it is called in the library now. */
    skill: string;
    description: string;
    version: DeliveredVersion;
    /** In the order of their paths' bytes. */
    files: readonly DeliveredFile[];
  };

export type DeliveredAgent = { id: string; slug: string; name: string };

/** What somebody is delivered at one moment. */
export type Delivery = {
  /** Whose it is, where it is an agent's. */
  agent: DeliveredAgent | null;
  /** Names the skills with all their bytes; see `delivery-digest.ts`. */
  digest: string;
  /** An agent's in order of priority, others by name. */
  skills: readonly DeliveredSkill[];
  leftOut: readonly LeftOut[];
};
