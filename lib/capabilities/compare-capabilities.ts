import { hashText } from "@/lib/findings/fingerprint";
import { type Capability, capabilityKey } from "./capability";

/** Entries by what became of them; places are those of the later list, of what is gone those of the earlier one. */
export type CapabilityChange = { added: Capability[]; gone: Capability[]; same: Capability[] };

/**
 * What a package can do that another one cannot: the version before against this one, or what is written in a package against what
 * its executions were seen to do, told in the same shape. Lines that move change nothing.
 */
export function compareCapabilities(
  before: readonly Capability[],
  after: readonly Capability[],
): CapabilityChange {
  const had = new Set(before.map(capabilityKey));
  const has = new Set(after.map(capabilityKey));
  return {
    added: after.filter((entry) => !had.has(capabilityKey(entry))),
    gone: before.filter((entry) => !has.has(capabilityKey(entry))),
    same: after.filter((entry) => had.has(capabilityKey(entry))),
  };
}

/** 64 hexadecimal digits over what a list says, whatever the places: two people who saw the same have seen this. */
export const capabilityDigest = (capabilities: readonly Capability[]): string =>
  hashText(capabilities.map(capabilityKey).toSorted().join("\n"));
